//! `tandem explorer merge`.

use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use tandem_explorer::{Builder, Explorer};

use super::build::{folder_of, refuse_existing};
use crate::games::reading::boards_bar;
use crate::whole_file;

/// Merges files into one.
///
/// The result is the file that build makes of all games, in the order of the files: a board that an
/// earlier file has is left out. Files can be built on many machines so. Of a file to which games were
/// added many times, merge makes one part, which answers quicker.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// Files that `tandem explorer build` has made
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file, which must not be there yet; it and some temporary files beside it need about 1,400
    /// bytes a board
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &MergeArgs) -> anyhow::Result<()> {
    refuse_existing(&args.out)?;
    let open = |path: &PathBuf| {
        Explorer::open(path).with_context(|| format!("cannot read `{}`", path.display()))
    };
    // All are opened first, so that nothing is done by halves.
    let files = args.files.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
    let all = files.iter().map(|file| u64::from(file.boards())).sum();
    let bar = boards_bar(all);
    let mut builder = Builder::new(folder_of(&args.out))
        .with_context(|| format!("cannot write `{}`", args.out.display()))?;
    let mut known = 0;
    for (file, path) in files.iter().zip(&args.files) {
        let merged = builder.add_all(file, |_| bar.inc(1));
        known += merged.with_context(|| format!("cannot merge `{}`", path.display()))?.known;
    }
    bar.finish_and_clear();
    let boards = builder.boards();
    whole_file::write_by(&args.out, |file| Ok(builder.finish(BufWriter::new(file))?))?;
    writeln!(stdout(), "boards added {boards}")?;
    writeln!(stdout(), "already there {known}")?;
    writeln!(stdout(), "bytes {}", args.out.metadata()?.len())?;
    Ok(())
}
