//! `tandem data`: commands for files of game records.

mod merge;
mod output;
mod relabel;
mod shuffle;
mod stat;

use clap::{Args, Subcommand};

/// Counts, joins, shuffles and relabels records of self-play.
///
/// The records are those of `tandem datagen`.
#[derive(Args)]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Stat(stat::StatArgs),
    Merge(merge::MergeArgs),
    Shuffle(shuffle::ShuffleArgs),
    Relabel(relabel::RelabelArgs),
}

pub(crate) fn run(args: &DataArgs) -> anyhow::Result<()> {
    match &args.command {
        Command::Stat(args) => stat::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Shuffle(args) => shuffle::run(args),
        Command::Relabel(args) => relabel::run(args),
    }
}
