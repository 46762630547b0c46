//! `tandem tune`: numbers of the engine that come from games.

mod course;
mod evaluation;
mod merge;
mod search;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Finds better numbers for the evaluation and the search.
#[derive(Args)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    command: TuneCommand,
}

#[derive(Subcommand)]
enum TuneCommand {
    Evaluation(evaluation::EvaluationArgs),
    Search(Box<search::SearchArgs>),
    Merge(merge::MergeArgs),
}

pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        TuneCommand::Evaluation(args) => evaluation::run(args).map(|()| ExitCode::SUCCESS),
        TuneCommand::Search(args) => search::run(args),
        TuneCommand::Merge(args) => merge::run(args).map(|()| ExitCode::SUCCESS),
    }
}
