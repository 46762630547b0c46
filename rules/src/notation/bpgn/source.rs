//! Byte source that takes bytes back and counts lines.

use std::borrow::Cow;
use std::io::{self, BufRead};

use crate::notation::legible;

/// A byte source that can take bytes back.
pub(super) struct Source<R> {
    input: R,
    /// Bytes that were given back, the next one last.
    returned: Vec<u8>,
    line: usize,
    consumed: u64,
}

impl<R: BufRead> Source<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input, returned: Vec::new(), line: 1, consumed: 0 }
    }

    /// The line of the next byte, from 1.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    /// Number of bytes consumed.
    pub(super) const fn consumed(&self) -> u64 {
        self.consumed
    }

    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        if let Some(&byte) = self.returned.last() {
            return Ok(Some(byte));
        }
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            if self.returned.pop().is_none() {
                self.input.consume(1);
            }
            self.line += usize::from(byte == b'\n');
            self.consumed += 1;
        }
        Ok(byte)
    }

    /// Gives back the bytes consumed last, none of which may be a line break.
    pub(super) fn give_back(&mut self, bytes: &[u8]) {
        debug_assert!(!bytes.contains(&b'\n'), "the line would be wrong");
        self.consumed -= bytes.len() as u64;
        self.returned.extend(bytes.iter().rev());
    }
}

/// Decodes UTF-8 or else Latin-1, the encoding of old files, as [legible] text.
pub(super) fn decode(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect());
    match legible(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(changed) => changed,
    }
}
