//! The file that a command writes its games to.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use tandem_arbiter::journal::lock;

/// An output file of games, for other programs to read.
pub(crate) struct OutputFile {
    file: File,
    name: String,
    /// The bytes that the file had at first and that have not been written again, last byte first.
    there: Vec<u8>,
}

impl OutputFile {
    /// Opens the file to append games or, if `anew`, to write all games of the results, of which it
    /// may have the first ones already.
    pub(crate) fn open(path: &Path, anew: bool) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let cannot_write = || format!("cannot write `{name}`");
        let file = OpenOptions::new().create(true).read(true).append(true).open(path);
        let mut file = file.with_context(cannot_write)?;
        let mut there = Vec::new();
        if anew {
            lock(&file).with_context(cannot_write)?;
            file.read_to_end(&mut there).with_context(cannot_write)?;
            there.reverse();
        }
        Ok(Self { file, name, there })
    }

    /// Writes the next game, or the rest of it if the file has its beginning already.
    pub(crate) fn write(&mut self, record: &str) -> anyhow::Result<()> {
        let record = format!("{record}\n");
        let mut left = record.as_bytes();
        while let (Some(&there), Some((&first, rest))) = (self.there.last(), left.split_first()) {
            if there != first {
                bail!("`{}` holds other games than the results; choose another file", self.name);
            }
            self.there.pop();
            left = rest;
        }
        self.file.write_all(left).with_context(|| format!("cannot write `{}`", self.name))
    }

    /// Fails if the file has games that are not among the results.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        if !self.there.is_empty() {
            bail!("`{}` holds games that the results lack; choose another file", self.name);
        }
        Ok(())
    }
}
