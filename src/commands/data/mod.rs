//! `tandem data`: commands for files of game records.

mod merge;
mod relabel;
mod shuffle;
mod stat;

use std::path::Path;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use tandem_data::{Header, Writer};

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

/// Creates a file of games, which must not exist yet.
fn create(path: &Path, header: &Header) -> anyhow::Result<Writer> {
    if path.exists() {
        bail!("`{}` is there already", path.display());
    }
    Writer::open(path, header, |_| {}).with_context(|| format!("`{}`", path.display()))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}
