//! `tandem players`: who played how, over many games.

pub(crate) mod judging;
mod output;
mod reading;

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use tandem_analysis::players::{Roster, Study};
use tandem_rules::notation::bpgn::ReadGame;

use crate::args::evaluation::EvalArgs;
use crate::games::reading::{Reading, ReadingArgs};
use crate::interrupt;

/// Most moves that the engine judges, half of them of the player, if nothing else is asked for.
pub(crate) const SAMPLE: usize = 400;
/// Nodes for each search of a judgement, if nothing else is asked for.
pub(crate) const NODES: NonZeroU64 = NonZeroU64::new(10_000).expect("not zero");

/// Counts the results of players, or reports on one of them.
///
/// Without further options, the output is a table of all players. The report on a player has the results
/// by clock, color, seat, partner and opening, the times, the drops, the mistakes in a sample of the moves,
/// and habits in which the player clearly differs from the others of the same games. Games on one board
/// count for nothing.
#[derive(Args)]
pub(crate) struct PlayersArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Report on this player; names are compared without regard to capital letters
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Write the report as an HTML page for a browser; it is about the player with the most games if none
    /// is named
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Print JSON in place of text
    #[arg(long)]
    json: bool,
    /// Most moves that the engine judges, half of them of the player; 0 for none
    #[arg(long, default_value_t = SAMPLE, value_name = "N")]
    sample: usize,
    /// Nodes for each search of a judgement
    #[arg(long, default_value_t = NODES, value_name = "N")]
    nodes: NonZeroU64,
    /// Number of moves judged at once
    #[arg(long, default_value = "1", value_name = "N")]
    concurrency: NonZeroUsize,
    #[command(flatten)]
    eval: EvalArgs,
}

pub(crate) fn run(args: &PlayersArgs) -> anyhow::Result<ExitCode> {
    let reading = args.reading.prepare()?;
    if let Some(out) = args.report.as_deref().filter(|out| reading.reads(out)) {
        bail!("`{}` is both input and output", out.display());
    }
    match (&args.player, &args.report) {
        (Some(player), _) => report_on(args, &reading, player),
        (None, Some(_)) => report_on(args, &reading, &most_frequent(&reading)?),
        (None, None) => table(args, &reading),
    }
}

/// Said of games that are about nobody.
const NOBODY: &str = "there is no game on two boards with a named player";

/// Prints a table of all players.
fn table(args: &PlayersArgs, reading: &Reading) -> anyhow::Result<ExitCode> {
    let mut roster = Roster::default();
    let code = reading::for_each(reading, true, |ReadGame { record, .. }, _| {
        roster.add(record);
        Ok(())
    })?;
    if roster.of_one_board() > 0 {
        reading::tell(&format!("left out {} games on one board", roster.of_one_board()))?;
    }
    if roster.players().is_empty() {
        reading::tell(NOBODY)?;
    }
    output::print_roster(&roster, args.json)?;
    Ok(code)
}

/// The player with the most games.
///
/// # Errors
/// An input cannot be read twice, or has no players.
fn most_frequent(reading: &Reading) -> anyhow::Result<String> {
    if !reading.inputs.iter().all(crate::games::reading::Input::is_regular) {
        bail!("an input can be read once only: name the player with --player");
    }
    let mut roster = Roster::default();
    reading::for_each(reading, false, |ReadGame { record, .. }, _| {
        roster.add(record);
        Ok(())
    })?;
    match roster.players().first() {
        Some(player) => Ok(player.name.to_owned()),
        None => bail!(NOBODY),
    }
}

/// Reports on a player.
fn report_on(args: &PlayersArgs, reading: &Reading, player: &str) -> anyhow::Result<ExitCode> {
    let mut study = Study::new(player, args.sample);
    let code = reading::for_each(reading, true, |read, place| {
        study.add(&read.record, place);
        Ok(())
    })?;
    if study.games() == 0 {
        bail!("`{player}` has played no game on two boards here");
    }
    if let ControlFlow::Break(()) = judging::judge(args, &mut study)? {
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    output::write(&study.report(), args.report.as_deref(), args.json)?;
    Ok(code)
}
