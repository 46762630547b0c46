//! `tandem data relabel`: scores the games of a file anew by another search.

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use tandem_data::{GameRecord, Header};
use tandem_nets::Networks;

use crate::args::evaluation::{self, EvalArgs};
use crate::games::reading::cannot_read;
use crate::parallel::workers;
use crate::selfplay::games_file::{GamesFile, outcome_rules};
use crate::selfplay::labeller::Labeller;
use crate::selfplay::records::Records;

/// Searches all positions of the games of a file, and writes the games with the new scores.
///
/// Moves, clocks and results are unchanged, so that games played with an earlier evaluation can be
/// used with the scores of a better one. The same command gives the same file; given again after an
/// interruption, it continues. The games of the file are held in memory.
#[derive(Args)]
pub(super) struct RelabelArgs {
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Output file for the games
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Soft node limit for each position: no iteration begins after it
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Number of games searched at once; by default, one for each core
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    #[command(flatten)]
    eval: EvalArgs,
}

/// A file of games in memory, as bytes, which take no more room than in the file.
struct Games {
    header: Header,
    /// The number and the bytes of each game.
    games: Vec<(u64, Vec<u8>)>,
}

pub(super) fn run(args: &RelabelArgs) -> anyhow::Result<()> {
    let networks = args.eval.networks()?;
    let Games { header, games } = Games::read(&args.file)?;
    let (rules, control) = (header.rules(), header.control());
    let header = relabelled(&header, args.nodes, networks.as_deref())?;
    let numbers: Vec<u64> = games.iter().map(|&(number, _)| number).collect();
    let mut file = GamesFile::open(&args.out, &header, numbers.into_iter())?;
    let missing = file.missing(u64::MAX)?.count();
    workers::run(
        args.concurrency.unwrap_or_else(workers::cores),
        games[games.len() - missing..].iter(),
        || Ok(Labeller::new(args.nodes, networks.clone())),
        |labeller, (number, bytes)| {
            let game = GameRecord::from_bytes(bytes, rules.moves)?;
            let outcomes = outcome_rules(&game.start, &rules);
            let game = labeller.relabel(game, control, outcomes);
            game.with_context(|| format!("`{}`: game {number}", args.file.display()))
        },
        |game| file.take(game?).map(ControlFlow::Continue),
    )?;
    writeln!(stdout(), "{}", file.close()?)?;
    Ok(())
}

impl Games {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let mut records = Records::open(path)?;
        let games = records.reader.by_ref();
        let games = games.map(|game| game.map(|game| (game.number, game.to_bytes())));
        let games = games.collect::<Result<_, _>>().with_context(|| cannot_read(path))?;
        Ok(Self { header: records.reader.header().clone(), games })
    }
}

/// The header with the settings of the new scores in place of the earlier ones.
fn relabelled(header: &Header, nodes: u64, networks: Option<&Networks>) -> anyhow::Result<Header> {
    let labels =
        [("LabelEvaluation", evaluation::name(networks)), ("LabelNodes", nodes.to_string())];
    let mut lines = header.lines().to_vec();
    lines.retain(|(name, _)| labels.iter().all(|(label, _)| label != name));
    lines.extend(labels.map(|(name, value)| (name.to_owned(), value)));
    Ok(Header::new(lines)?)
}
