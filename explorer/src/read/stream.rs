//! Reading a part of a file byte by byte.

use crate::error::ExplorerError;
use crate::format::Extent;
use crate::varint;

use super::pages::{Cursor, Pages};

/// A part of a file, read from its start to its end.
pub(super) struct Stream<'a> {
    cursor: Cursor<'a>,
    at: u64,
    end: u64,
}

const ENDS: ExplorerError = ExplorerError::Damaged("a list ends early");
const NUMBER: ExplorerError = ExplorerError::Damaged("a number has too many bits");

impl<'a> Stream<'a> {
    /// The part of `extent` from `offset` to `end`, both counted from its start.
    pub(super) fn new(
        pages: &'a Pages,
        extent: Extent,
        (offset, end): (u64, u64),
    ) -> Result<Self, ExplorerError> {
        if offset > end || end > extent.length {
            return Err(ExplorerError::Damaged("a list is not within its section"));
        }
        let (at, end) = (extent.offset + offset, extent.offset + end);
        Ok(Self { cursor: Cursor::new(pages), at, end })
    }

    /// True if all was read.
    pub(super) const fn is_over(&self) -> bool {
        self.at == self.end
    }

    /// Bytes that are left.
    pub(super) const fn left(&self) -> u64 {
        self.end - self.at
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, ExplorerError> {
        if self.at == self.end {
            return Err(ENDS);
        }
        let byte = self.cursor.byte(self.at)?;
        self.at += 1;
        Ok(byte)
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> Result<[u8; N], ExplorerError> {
        if self.left() < N as u64 {
            return Err(ENDS);
        }
        let bytes = self.cursor.bytes(self.at)?;
        self.at += N as u64;
        Ok(bytes)
    }

    /// The next bytes, which are not taken yet; `None` if they are not at hand.
    #[inline]
    pub(super) fn ahead<const N: usize>(&self) -> Option<&[u8; N]> {
        if self.left() < N as u64 { None } else { self.cursor.peek(self.at) }
    }

    /// A number of any length.
    #[inline]
    pub(super) fn number(&mut self) -> Result<u64, ExplorerError> {
        varint::get(|| self.byte())?.ok_or(NUMBER)
    }

    /// Skips bytes, of which there must be enough.
    pub(super) fn skip(&mut self, length: u64) -> Result<(), ExplorerError> {
        if length > self.left() {
            return Err(ENDS);
        }
        self.at += length;
        Ok(())
    }

    /// Ends the stream after `length` bytes more.
    pub(super) fn cut(&mut self, length: u64) -> Result<(), ExplorerError> {
        if length > self.left() {
            return Err(ENDS);
        }
        self.end = self.at + length;
        Ok(())
    }
}
