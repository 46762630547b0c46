//! `tandem data merge`: joins the games of several files.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tandem_data::{Header, Merge};

use super::output::{cannot_write, create};
use crate::games::reading::cannot_read;
use crate::selfplay::records::Records;

/// Writes the games of several files into one, in the order of the files.
///
/// All games must have been played by the same rules and time control. The rest of each header is
/// kept as a line for each file, Source1 and so on; games are renumbered.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file, which must not exist yet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &MergeArgs) -> anyhow::Result<()> {
    let header = joined(&args.files)?;
    let mut writer = create(&args.out, &header)?;
    let mut number = 0;
    for path in &args.files {
        for game in Records::open(path)?.reader.by_ref() {
            let mut game = game.with_context(|| cannot_read(path))?;
            game.number = number;
            number += 1;
            writer.append(&game).with_context(|| cannot_write(&args.out))?;
        }
    }
    writer.sync().with_context(|| cannot_write(&args.out))
}

/// The joint header of all files. Each file is read to its end for it, so that damage is found
/// before anything is written.
fn joined(files: &[PathBuf]) -> anyhow::Result<Header> {
    let mut merge = Merge::default();
    for path in files {
        let mut records = Records::open(path)?;
        let games = records.reader.by_ref().map(|game| game.map(|_| 1_usize));
        let games = games.sum::<Result<usize, _>>().with_context(|| cannot_read(path))?;
        let added = merge.add(records.reader.header(), games);
        added.with_context(|| format!("`{}`", path.display()))?;
    }
    Ok(merge.header()?)
}
