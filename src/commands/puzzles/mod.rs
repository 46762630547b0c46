//! `tandem puzzles`: sets of puzzles, made from games, rated by the levels, and proved again.

mod check;
mod fit;
mod make;
mod rate;
mod solver;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use tandem_analysis::puzzles::set::PuzzleSet;

use crate::games::reading::{cannot_read, content};

/// Makes, rates and checks sets of puzzles.
///
/// The program has a set of its own; docs/puzzles.md tells how it was made.
#[derive(Args)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(make::MakeArgs),
    Rate(rate::RateArgs),
    Check(check::CheckArgs),
}

pub(crate) fn run(args: &PuzzlesArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Make(args) => make::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Check(args) => check::run(args),
    }
}

/// The set in a file; without one, that of the program.
fn set_in(path: Option<&Path>) -> anyhow::Result<PuzzleSet> {
    let Some(path) = path else { return Ok(PuzzleSet::embedded().clone()) };
    let bytes = content(path).with_context(|| cannot_read(path))?;
    PuzzleSet::parse(&bytes).with_context(|| format!("`{}`", path.display()))
}
