//! Reading of a journal: its first line, the length of its whole lines, and its results one by one.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::de::DeserializeOwned;

use super::{JournalError, Kind};
use crate::excerpt::excerpt;

/// Longest head line in bytes: a file without line breaks is not read to its end for one.
const LONGEST_HEAD: u64 = 1 << 20;

/// The results in a journal, read one after the other.
pub struct Results<T> {
    lines: BufReader<Part>,
    /// Number of the last line that was read, from 1.
    line: usize,
    /// Noun for a result.
    noun: &'static str,
    content: PhantomData<fn() -> T>,
}

/// A range of bytes of a file that others may use as well: each read seeks for itself.
struct Part {
    file: Arc<Mutex<File>>,
    left: Range<u64>,
}

impl<T> Results<T> {
    pub(super) fn new(file: Arc<Mutex<File>>, range: Range<u64>, kind: &Kind) -> Self {
        let lines = BufReader::new(Part { file, left: range });
        Self { lines, line: 1, noun: kind.result, content: PhantomData }
    }
}

impl<T: DeserializeOwned> Iterator for Results<T> {
    type Item = Result<T, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        if let Err(error) = self.lines.read_until(b'\n', &mut bytes) {
            return Some(Err(error.into()));
        }
        if bytes.is_empty() {
            return None;
        }
        self.line += 1;
        Some(serde_json::from_slice(&bytes).map_err(|_| JournalError::Line {
            result: self.noun,
            line: self.line,
            text: excerpt(String::from_utf8_lossy(&bytes).trim_end()),
        }))
    }
}

impl Read for Part {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.end.saturating_sub(self.left.start);
        let longest = usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
        let mut file = self.file.lock();
        file.seek(SeekFrom::Start(self.left.start))?;
        let count = file.read(&mut buffer[..longest])?;
        self.left.start += count as u64;
        Ok(count)
    }
}

/// The first line of a file with its line break; without one if it is torn.
pub(super) fn first_line(file: &mut File) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    file.rewind()?;
    BufReader::new(file.take(LONGEST_HEAD)).read_until(b'\n', &mut first)?;
    Ok(first)
}

/// Number of bytes up to the last line break; any after it belong to an incomplete line.
pub(super) fn whole_length(file: &mut File) -> io::Result<u64> {
    file.rewind()?;
    let mut file = BufReader::new(file);
    let (mut read, mut whole) = (0, 0);
    loop {
        let part = file.fill_buf()?;
        if part.is_empty() {
            return Ok(whole);
        }
        if let Some(at) = part.iter().rposition(|&byte| byte == b'\n') {
            whole = read + at as u64 + 1;
        }
        let length = part.len();
        read += length as u64;
        file.consume(length);
    }
}
