//! The output file of a command.

use std::path::Path;

use anyhow::{Context, bail};
use tandem_data::{Header, Writer};

/// Creates a file of games, which must not exist yet.
pub(super) fn create(path: &Path, header: &Header) -> anyhow::Result<Writer> {
    if path.exists() {
        bail!("`{}` already exists", path.display());
    }
    Writer::open(path, header, |_| {}).with_context(|| format!("`{}`", path.display()))
}

/// First part of the message on a file that cannot be written.
pub(super) fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}
