//! `tandem data stat`: statistics of game records.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use rayon::prelude::*;
use tandem_data::{GameRecord, Statistics};
use tandem_rules::TimeControl;
use tandem_train::{Example, Sample};

use crate::games::reading::cannot_read;
use crate::parallel::workers;
use crate::selfplay::records::Records;

/// Counts the games, results, positions and scores of files.
///
/// The numbers are totals of all files. Scores are in pawns, for the player who moves.
#[derive(Args)]
pub(super) struct StatArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Number of games read at once, to be counted in parallel.
const AT_ONCE: usize = 256;

pub(super) fn run(args: &StatArgs) -> anyhow::Result<()> {
    let mut statistics = Statistics::default();
    let threads = workers::pool(None)?;
    for path in &args.files {
        let mut records = Records::open(path)?;
        let counted = threads.install(|| count(&mut records, &mut statistics));
        counted.with_context(|| cannot_read(path))?;
    }
    write!(stdout(), "{statistics}")?;
    Ok(())
}

fn count(records: &mut Records, statistics: &mut Statistics) -> anyhow::Result<()> {
    let control = records.reader.header().control();
    loop {
        let games = records.reader.by_ref().take(AT_ONCE).collect::<Result<Vec<_>, _>>()?;
        let quiet = games.par_iter().map(|game| quiet(game, control));
        let quiet = quiet.collect::<anyhow::Result<Vec<_>>>()?;
        games.iter().zip(quiet).for_each(|(game, quiet)| statistics.add(game, quiet));
        if games.len() < AT_ONCE {
            statistics.add_bytes(records.reader.offset());
            return Ok(());
        }
    }
}

/// Number of positions of a game that a network is trained on: the quiet ones.
fn quiet(game: &GameRecord, control: TimeControl) -> anyhow::Result<usize> {
    let replay = game.replay(control).with_context(|| format!("game {}", game.number))?;
    let teaches = |situation: &_| {
        Example::of(game, situation, Sample::MOST_SCORE).is_some_and(|example| !example.is_noisy)
    };
    Ok(replay.situations().filter(teaches).count())
}
