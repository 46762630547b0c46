//! A scratch file that is written, then read once from its start.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

/// A scratch file without a name.
pub(super) struct Spool {
    file: BufWriter<File>,
    length: u64,
}

const BUFFER: usize = 1 << 16;

impl Spool {
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let file = tempfile::tempfile_in(folder)?;
        Ok(Self { file: BufWriter::with_capacity(BUFFER, file), length: 0 })
    }

    /// Bytes written.
    pub(super) const fn len(&self) -> u64 {
        self.length
    }

    /// Ends writing, and reads from the start.
    pub(super) fn into_reader(self) -> io::Result<impl Read> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(BufReader::with_capacity(BUFFER, file))
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
