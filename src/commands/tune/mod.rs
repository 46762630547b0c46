//! `tandem tune`: numbers of the engine that come from games.

mod evaluation;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Finds better numbers for the evaluation.
#[derive(Args)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    command: TuneCommand,
}

#[derive(Subcommand)]
enum TuneCommand {
    Evaluation(evaluation::EvaluationArgs),
}

pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        TuneCommand::Evaluation(args) => evaluation::run(args).map(|()| ExitCode::SUCCESS),
    }
}
