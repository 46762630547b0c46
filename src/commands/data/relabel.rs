//! `tandem data relabel`: the same games with the scores of another search.

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tandem_engine::Limits;
use tandem_nets::Network;
use tandem_nets::records::{GameRecord, Header};

use super::super::games_file::{GamesFile, outcome_rules};
use super::super::label::Labeller;
use super::super::reading::{Records, cannot_read};
use crate::eval_args::{EvalArgs, HAND};
use crate::workers;

/// Searches all positions of the games of a file, and writes the games with these scores.
///
/// Moves, clocks and results stay what they were: so games of an earlier evaluation teach what a
/// better one says of them. The same command gives the same file; given again, it goes on where it
/// was. The games are held in memory.
#[derive(Args)]
pub(super) struct RelabelArgs {
    /// A file of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where the games go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Nodes for each position, after which no iteration begins
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// How many games are searched at once; as many as the machine has cores for, if not given
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    #[command(flatten)]
    eval: EvalArgs,
}

/// No search takes more than so many times its nodes.
const MOST: u64 = 8;

pub(super) fn run(args: &RelabelArgs) -> anyhow::Result<()> {
    let of_file = || cannot_read(&args.file);
    let network = args.eval.network()?;
    let limits =
        Limits { soft_nodes: Some(args.nodes), nodes: Some(args.nodes * MOST), ..Limits::clock() };
    let mut records = Records::open(&args.file)?;
    // As bytes they take no more room than in the file.
    let games = records.reader.by_ref().map(|game| game.map(|game| (game.number, game.to_bytes())));
    let games = games.collect::<Result<Vec<_>, _>>().with_context(of_file)?;
    let numbers: Vec<usize> = games.iter().map(|(number, _)| *number as usize).collect();
    let header = records.reader.header();
    let (rules, control) = (header.rules(), header.control());
    let new_header = relabelled(header, args.nodes, network.as_deref())?;
    let mut file = GamesFile::open(&args.out, &new_header, numbers.into_iter())?;
    let missing = file.missing(usize::MAX)?.count();
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    workers::run(
        args.concurrency.unwrap_or(cores),
        games[games.len() - missing..].iter(),
        || Ok(Labeller::new(limits.clone(), network.clone())),
        |labeller, (number, bytes)| {
            let game = GameRecord::from_bytes(bytes, rules.moves).with_context(of_file)?;
            let outcomes = outcome_rules(&game.start, &rules);
            let game = labeller.relabel(game, control, outcomes);
            game.with_context(|| format!("game {number}")).with_context(of_file)
        },
        |game| file.take(game?).map(ControlFlow::Continue),
    )?;
    writeln!(stdout(), "{}", file.close()?)?;
    Ok(())
}

/// What the scores follow from, in the place of what they followed from before.
fn relabelled(header: &Header, nodes: u64, network: Option<&Network>) -> anyhow::Result<Header> {
    let evaluation = network.map_or_else(|| HAND.to_owned(), |it| format!("{:08x}", it.hash()));
    let labels = [("LabelEvaluation", evaluation), ("LabelNodes", nodes.to_string())];
    let mut lines = header.lines().to_vec();
    lines.retain(|(name, _)| labels.iter().all(|(label, _)| label != name));
    lines.extend(labels.map(|(name, value)| (name.to_owned(), value)));
    Ok(Header::new(lines)?)
}
