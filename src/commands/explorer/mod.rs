//! `tandem explorer`: what was played in the positions of many games.

mod adding;
mod ask;
mod boards;
mod build;
mod merge;
mod question;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use self::ask::AskArgs;
use self::build::{AddArgs, BuildArgs};
use self::merge::MergeArgs;

/// Says what was played in a position: how often, by which team it was won, and in which games.
///
/// `tandem explorer build` makes the file that is asked.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct ExplorerArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    ask: AskArgs,
}

#[derive(Subcommand)]
enum Command {
    Build(BuildArgs),
    Add(AddArgs),
    Merge(MergeArgs),
}

pub(crate) fn run(args: &ExplorerArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        Some(Command::Build(args)) => build::build(args),
        Some(Command::Add(args)) => build::add(args),
        Some(Command::Merge(args)) => merge::run(args).map(|()| ExitCode::SUCCESS),
        None => ask::run(&args.ask).map(|()| ExitCode::SUCCESS),
    }
}
