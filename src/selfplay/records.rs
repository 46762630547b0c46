//! Open files of game records.

use std::io::BufRead;
use std::path::Path;

use anyhow::Context;
use indicatif::ProgressBar;
use tandem_data::Reader;

use crate::games::reading::{Source, cannot_read};

/// An open file of game records with a progress bar.
pub(crate) struct Records {
    pub(crate) reader: Reader<Box<dyn BufRead + Send>>,
    pub(crate) bar: ProgressBar,
}

impl Records {
    /// Opens a file. A long one has a progress bar on standard error, if that is a terminal.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let Source { input, bar } = Source::open(path, true)?;
        Ok(Self { reader: Reader::new(input).with_context(|| cannot_read(path))?, bar })
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
