//! Open files with progress bars.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use super::progress::Shown;
use super::unpack::unpacked;
use super::{cannot_read, is_standard};

/// Size in bytes above which a file gets a progress bar; smaller ones are read before anybody would
/// look at it.
pub(super) const WORTH_A_BAR: u64 = 1_000_000;

/// An open file, unpacked if it is compressed, with a progress bar.
pub(crate) struct Source {
    pub(crate) input: Box<dyn BufRead + Send>,
    pub(crate) bar: ProgressBar,
}

impl Source {
    /// Opens a file. A long one has a progress bar on standard error, if that is a terminal and
    /// `may_draw` is true; the bar counts bytes of the file as it is, compressed or not.
    pub(crate) fn open(path: &Path, may_draw: bool) -> anyhow::Result<Self> {
        Self::showing(path, &may_draw.into())
    }

    /// Opens a file whose progress is shown so. A bar for all files is moved on by the bytes of this one.
    pub(super) fn showing(path: &Path, shown: &Shown) -> anyhow::Result<Self> {
        if is_standard(path) {
            let input = unpacked(io::stdin()).with_context(|| cannot_read(path))?;
            return Ok(Self { input, bar: ProgressBar::hidden() });
        }
        let file = File::open(path).with_context(|| cannot_read(path))?;
        let length = file.metadata().with_context(|| cannot_read(path))?.len();
        let draws = matches!(shown, Shown::Files) && length > WORTH_A_BAR;
        let bar = match draws && io::stderr().is_terminal() {
            true => progress_bar(length, path),
            false => ProgressBar::hidden(),
        };
        let counted = if let Shown::All(all) = shown { all } else { &bar };
        let input = unpacked(counted.wrap_read(file)).with_context(|| cannot_read(path))?;
        Ok(Self { input, bar })
    }
}

fn progress_bar(length: u64, path: &Path) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes} {eta}")
        .expect("the template is sound");
    ProgressBar::new(length).with_style(style).with_message(path.display().to_string())
}
