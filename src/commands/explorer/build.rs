//! `tandem explorer build` and `tandem explorer add`.

use std::fs::File;
use std::io::{self, BufWriter, Seek};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use tandem_explorer::{Builder, Explorer};

use super::adding::Adding;
use crate::games::reading::ReadingArgs;
use crate::whole_file;

/// Builds a file of the moves of many games.
///
/// Games are read as by `tandem bpgn check`; games on one board are left out. Boards of chess.com without
/// their partner count as well, for questions about the structure. A board that is there already, by its
/// number at chess.com or FICS, is left out. The exit codes are those of check.
#[derive(Args)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Output file, which must not be there yet; it and some temporary files beside it need about 1,400
    /// bytes a board
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Adds games to a file.
///
/// Games are read as by build, and boards that the file has are left out. Only the new games are indexed;
/// they become another part of the file. `tandem explorer merge` makes one part of many.
#[derive(Args)]
pub(super) struct AddArgs {
    /// A file that `tandem explorer build` has made
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub(super) fn build(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    let reading = args.reading.prepare()?;
    refuse_existing(&args.out)?;
    let builder = Builder::new(folder_of(&args.out))
        .with_context(|| format!("cannot write `{}`", args.out.display()))?;
    let mut adding = Adding::new(builder, args.reading.rule_set()?);
    adding.games_of(&reading)?;
    write(adding, &args.out, |_| Ok(()))
}

pub(super) fn add(args: &AddArgs) -> anyhow::Result<ExitCode> {
    let (file, name) = (args.file.as_path(), args.file.display());
    let reading = args.reading.prepare()?;
    if reading.reads(file) {
        bail!("`{name}` is both input and output");
    }
    let cannot_read = || format!("cannot read `{name}`");
    let mut before = File::open(file).with_context(cannot_read)?;
    if before.try_lock().is_err() {
        bail!("`{name}` is in use: games are being added to it");
    }
    // The same handle: on Windows no other one reads a file that is locked.
    let source = before.try_clone().with_context(cannot_read)?;
    let length = before.metadata().with_context(cannot_read)?.len();
    let explorer = Explorer::new(Box::new(source), length).with_context(cannot_read)?;
    let builder =
        Builder::after(&explorer, folder_of(file)).with_context(|| format!("`{name}`"))?;
    let mut adding = Adding::new(builder, args.reading.rule_set()?);
    adding.games_of(&reading)?;
    if adding.boards() == 0 {
        return adding.report(file);
    }
    write(adding, file, |out| {
        before.rewind()?;
        io::copy(&mut before, out).map(drop)
    })
}

/// Refuses to write over a file.
///
/// # Errors
/// There is something at this path.
pub(super) fn refuse_existing(path: &Path) -> anyhow::Result<()> {
    if path.symlink_metadata().is_ok() {
        let name = path.display();
        bail!("`{name}` is there already: `tandem explorer add {name}` adds games to it");
    }
    Ok(())
}

/// The folder of a file, for scratch files beside it.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
}

/// Writes what stood before, and the new part behind it.
fn write(
    adding: Adding,
    path: &Path,
    before: impl FnOnce(&mut File) -> io::Result<()>,
) -> anyhow::Result<ExitCode> {
    let (builder, counts) = adding.finished();
    whole_file::write_by(path, |file| {
        before(file)?;
        Ok(builder.finish(BufWriter::new(file))?)
    })?;
    counts.report(path)
}
