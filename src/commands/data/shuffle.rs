//! `tandem data shuffle`: puts the games of a file into a random order.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_data::{GameRecord, Header};

use super::output::{cannot_write, create};
use crate::games::reading::cannot_read;
use crate::selfplay::records::Records;

/// Writes the games of a file in a random order.
///
/// The order is determined by the seed; games keep their numbers. The whole file is held in memory.
#[derive(Args)]
pub(super) struct ShuffleArgs {
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Output file, which must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Seed of the order
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// Header line that marks shuffled games; its value is the seed.
const SHUFFLED: &str = "Shuffled";

pub(super) fn run(args: &ShuffleArgs) -> anyhow::Result<()> {
    let of_file = || cannot_read(&args.file);
    let mut records = Records::open(&args.file)?;
    // As bytes, games take no more room than in the file.
    let games = records.reader.by_ref().map(|game| game.map(|game| game.to_bytes()));
    let mut games = games.collect::<Result<Vec<_>, _>>().with_context(of_file)?;
    tandem_data::shuffle(&mut games, &mut ChaCha8Rng::seed_from_u64(args.seed));
    let header = records.reader.header();
    let mut lines = header.lines().to_vec();
    lines.retain(|(name, _)| name != SHUFFLED);
    lines.push((SHUFFLED.to_owned(), args.seed.to_string()));
    let mut writer = create(&args.out, &Header::new(lines)?)?;
    for game in games {
        let game = GameRecord::from_bytes(&game, header.rules().moves).with_context(of_file)?;
        writer.append(&game).with_context(|| cannot_write(&args.out))?;
    }
    writer.sync().with_context(|| cannot_write(&args.out))
}
