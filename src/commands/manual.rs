//! `tandem manual`: manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};

/// Writes the manual pages of all commands for `man`.
///
/// `man ./tandem-match.1` shows one of them; in `~/.local/share/man/man1`, `man tandem-match` finds
/// it.
#[derive(Args)]
pub(crate) struct ManualArgs {
    /// The directory for the pages, which is created if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(crate) fn run(args: &ManualArgs, program: Command) -> anyhow::Result<()> {
    let written = fs::create_dir_all(&args.directory)
        .and_then(|()| clap_mangen::generate_to(program, &args.directory));
    written.with_context(|| format!("cannot write the manual to `{}`", args.directory.display()))
}
