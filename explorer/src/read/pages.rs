//! Pages of a file: read by offset, checked, and kept for a while.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::error::ExplorerError;
use crate::format::PAGE;

/// Bytes that can be read at any offset.
pub trait ReadAt: Send + Sync {
    /// Fills `bytes` from the offset on.
    ///
    /// # Errors
    /// An error of the operating system, or the bytes end before.
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
}

#[cfg(unix)]
impl ReadAt for File {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, bytes, offset)
    }
}

#[cfg(windows)]
impl ReadAt for File {
    fn read_exact_at(&self, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, bytes, offset)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => {
                    bytes = &mut bytes[read..];
                    offset += read as u64;
                }
            }
        }
        Ok(())
    }
}

impl ReadAt for Vec<u8> {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let from = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        match from.and_then(|from| from.get(..bytes.len())) {
            Some(from) => bytes.copy_from_slice(from),
            None => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        Ok(())
    }
}

/// Pages kept, 16 MiB.
const MOST_KEPT: usize = 256;

/// The pages of a file up to its footer.
pub(super) struct Pages {
    source: Box<dyn ReadAt>,
    /// Bytes before the footer.
    end: u64,
    sums: Vec<u32>,
    kept: Mutex<Kept>,
}

/// The pages read last, by number, and their order.
#[derive(Default)]
struct Kept {
    pages: HashMap<u64, Arc<[u8]>>,
    order: VecDeque<u64>,
}

impl Pages {
    /// The pages of `source` before `end`, one for each of `sums`.
    pub(super) fn new(source: Box<dyn ReadAt>, end: u64, sums: Vec<u32>) -> Self {
        Self { source, end, sums, kept: Mutex::default() }
    }

    fn page(&self, number: u64) -> Result<Arc<[u8]>, ExplorerError> {
        if let Some(page) = self.kept.lock().pages.get(&number) {
            return Ok(Arc::clone(page));
        }
        let sum = usize::try_from(number).ok().and_then(|number| self.sums.get(number));
        let sum = *sum.ok_or(ExplorerError::Damaged("an offset is beyond its end"))?;
        let offset = number * PAGE as u64;
        let mut page = vec![0; (self.end - offset).min(PAGE as u64) as usize];
        self.source.read_exact_at(&mut page, offset)?;
        if crc32fast::hash(&page) != sum {
            return Err(ExplorerError::Damaged("a page does not match its checksum"));
        }
        let page: Arc<[u8]> = page.into();
        self.kept.lock().keep(number, Arc::clone(&page));
        Ok(page)
    }
}

impl Kept {
    fn keep(&mut self, number: u64, page: Arc<[u8]>) {
        if self.pages.insert(number, page).is_none() {
            self.order.push_back(number);
        }
        if self.order.len() > MOST_KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.pages.remove(&oldest);
        }
    }
}

/// A place in a file. It holds the page that was read last, so that reading on costs no lock.
pub(super) struct Cursor<'a> {
    pages: &'a Pages,
    page: Arc<[u8]>,
    /// Offset of the page.
    begin: u64,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(pages: &'a Pages) -> Self {
        Self { pages, page: Arc::new([]), begin: 0 }
    }

    /// The byte at an offset.
    #[inline]
    pub(super) fn byte(&mut self, offset: u64) -> Result<u8, ExplorerError> {
        match self.page.get(offset.wrapping_sub(self.begin) as usize) {
            Some(&byte) if offset >= self.begin => Ok(byte),
            _ => self.turned(offset),
        }
    }

    #[cold]
    fn turned(&mut self, offset: u64) -> Result<u8, ExplorerError> {
        self.turn(offset)?;
        let byte = self.page.get((offset - self.begin) as usize);
        byte.copied().ok_or(ExplorerError::Damaged("an offset is beyond its end"))
    }

    fn turn(&mut self, offset: u64) -> Result<(), ExplorerError> {
        let number = offset / PAGE as u64;
        self.page = self.pages.page(number)?;
        self.begin = number * PAGE as u64;
        Ok(())
    }

    /// The bytes at an offset.
    #[inline]
    pub(super) fn bytes<const N: usize>(&mut self, offset: u64) -> Result<[u8; N], ExplorerError> {
        let at = offset.wrapping_sub(self.begin) as usize;
        if let Some(bytes) = self.page.get(at..).and_then(|from| from.first_chunk())
            && offset >= self.begin
        {
            return Ok(*bytes);
        }
        let mut bytes = [0; N];
        for (byte, offset) in bytes.iter_mut().zip(offset..) {
            *byte = self.byte(offset)?;
        }
        Ok(bytes)
    }

    /// Appends `length` bytes from an offset on.
    pub(super) fn read(
        &mut self,
        offset: u64,
        length: u64,
        into: &mut Vec<u8>,
    ) -> Result<(), ExplorerError> {
        let (mut offset, end) = (offset, offset.saturating_add(length));
        while offset < end {
            self.byte(offset)?;
            let from = &self.page[(offset - self.begin) as usize..];
            let taken = (from.len() as u64).min(end - offset);
            into.extend(&from[..taken as usize]);
            offset += taken;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(bytes: &[u8]) -> Pages {
        let sums = bytes.chunks(PAGE).map(crc32fast::hash).collect();
        Pages::new(Box::new(bytes.to_vec()), bytes.len() as u64, sums)
    }

    #[test]
    fn bytes_are_read_across_pages_and_not_beyond_the_end() {
        let bytes: Vec<u8> = (0..3 * PAGE + 5).map(|i| (i % 251) as u8).collect();
        let pages = pages(&bytes);
        let mut cursor = Cursor::new(&pages);
        for at in [0, PAGE - 2, PAGE, 3 * PAGE + 1, 1] {
            let four: [u8; 4] = cursor.bytes(at as u64).expect("within the file");
            assert_eq!(four, bytes[at..at + 4]);
        }
        let mut long = Vec::new();
        cursor.read(7, 2 * PAGE as u64, &mut long).expect("within the file");
        assert_eq!(long, bytes[7..7 + 2 * PAGE]);
        assert!(cursor.bytes::<4>(3 * PAGE as u64 + 2).is_err());
        assert!(cursor.byte(u64::MAX).is_err());
        assert!(cursor.read(0, u64::MAX, &mut Vec::new()).is_err());
    }

    #[test]
    fn no_more_pages_are_kept_than_the_limit() {
        let pages = pages(&vec![7; (MOST_KEPT + 10) * PAGE]);
        let mut cursor = Cursor::new(&pages);
        for number in 0..MOST_KEPT + 10 {
            cursor.byte((number * PAGE) as u64).expect("within the file");
        }
        let kept = pages.kept.lock();
        assert_eq!((kept.pages.len(), kept.order.len()), (MOST_KEPT, MOST_KEPT));
    }
}
