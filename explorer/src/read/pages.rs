//! Pages of a part: read by offset, checked, and kept for a while.

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

/// Pages kept, 32 MiB.
const MOST_KEPT: usize = 512;

/// A file, and the pages of all its parts that are kept.
pub(super) struct Store {
    pub(super) source: Box<dyn ReadAt>,
    kept: Mutex<Kept>,
}

impl Store {
    pub(super) fn new(source: Box<dyn ReadAt>) -> Self {
        Self { source, kept: Mutex::default() }
    }
}

/// The pages of a part up to its footer.
pub(super) struct Pages {
    store: Arc<Store>,
    /// Offset of the part in the file.
    begin: u64,
    /// Bytes before the footer.
    end: u64,
    sums: Vec<u32>,
}

/// The pages that were read last. Those that were asked for again since they came to the front of
/// the queue come to its end once more.
#[derive(Default)]
struct Kept {
    /// Pages by their offset in the file.
    pages: HashMap<u64, KeptPage>,
    queue: VecDeque<u64>,
}

struct KeptPage {
    page: Arc<[u8]>,
    is_used: bool,
}

impl Pages {
    /// The pages of the part from `begin` on with `end` bytes, one for each of `sums`.
    pub(super) const fn new(store: Arc<Store>, begin: u64, end: u64, sums: Vec<u32>) -> Self {
        Self { store, begin, end, sums }
    }

    fn page(&self, number: u64) -> Result<Arc<[u8]>, ExplorerError> {
        let place = number.saturating_mul(PAGE as u64).saturating_add(self.begin);
        if let Some(kept) = self.store.kept.lock().pages.get_mut(&place) {
            kept.is_used = true;
            return Ok(Arc::clone(&kept.page));
        }
        let sum = usize::try_from(number).ok().and_then(|number| self.sums.get(number));
        let sum = *sum.ok_or(ExplorerError::Damaged("an offset is beyond its end"))?;
        let offset = number * PAGE as u64;
        let length = (self.end - offset).min(PAGE as u64) as usize;
        let mut page: Arc<[u8]> = std::iter::repeat_n(0, length).collect();
        let bytes = Arc::get_mut(&mut page).expect("nobody else has the page yet");
        self.store.source.read_exact_at(bytes, place)?;
        if crc32fast::hash(bytes) != sum {
            return Err(ExplorerError::Damaged("a page does not match its checksum"));
        }
        self.store.kept.lock().keep(place, Arc::clone(&page));
        Ok(page)
    }
}

impl Kept {
    fn keep(&mut self, place: u64, page: Arc<[u8]>) {
        if self.pages.insert(place, KeptPage { page, is_used: false }).is_none() {
            self.queue.push_back(place);
        }
        while self.queue.len() > MOST_KEPT
            && let Some(oldest) = self.queue.pop_front()
        {
            match self.pages.get_mut(&oldest) {
                Some(kept) if kept.is_used => {
                    kept.is_used = false;
                    self.queue.push_back(oldest);
                }
                _ => drop(self.pages.remove(&oldest)),
            }
        }
    }
}

/// A place in a part. It holds the page that was read last, so that reading on costs no lock.
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

    /// The bytes at an offset, if they are on the page that was read last.
    #[inline]
    pub(super) fn peek<const N: usize>(&self, offset: u64) -> Option<&[u8; N]> {
        let at = usize::try_from(offset.checked_sub(self.begin)?).ok()?;
        self.page.get(at..)?.first_chunk()
    }

    /// The bytes at an offset.
    #[inline]
    pub(super) fn bytes<const N: usize>(&mut self, offset: u64) -> Result<[u8; N], ExplorerError> {
        match self.peek(offset) {
            Some(bytes) => Ok(*bytes),
            None => self.apart(offset),
        }
    }

    /// The bytes at an offset, which are on another page or on two.
    #[cold]
    fn apart<const N: usize>(&mut self, offset: u64) -> Result<[u8; N], ExplorerError> {
        let mut bytes = [0; N];
        for (byte, offset) in bytes.iter_mut().zip(offset..) {
            *byte = self.byte(offset)?;
        }
        Ok(bytes)
    }

    /// Fills `into` from an offset on.
    pub(super) fn fill(
        &mut self,
        mut offset: u64,
        mut into: &mut [u8],
    ) -> Result<(), ExplorerError> {
        while !into.is_empty() {
            self.byte(offset)?;
            let from = &self.page[(offset - self.begin) as usize..];
            let (now, later) = into.split_at_mut(from.len().min(into.len()));
            now.copy_from_slice(&from[..now.len()]);
            offset += now.len() as u64;
            into = later;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(bytes: &[u8]) -> Pages {
        let sums = bytes.chunks(PAGE).map(crc32fast::hash).collect();
        let store = Arc::new(Store::new(Box::new(bytes.to_vec())));
        Pages::new(store, 0, bytes.len() as u64, sums)
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
        let mut long = vec![0; 2 * PAGE];
        cursor.fill(7, &mut long).expect("within the file");
        assert_eq!(long, bytes[7..7 + 2 * PAGE]);
        assert!(cursor.bytes::<4>(3 * PAGE as u64 + 2).is_err());
        assert!(cursor.byte(u64::MAX).is_err());
        assert!(cursor.fill(0, &mut vec![0; 4 * PAGE]).is_err());
    }

    #[test]
    fn no_more_pages_are_kept_than_the_limit() {
        let pages = pages(&vec![7; (MOST_KEPT + 10) * PAGE]);
        let mut cursor = Cursor::new(&pages);
        for number in 0..MOST_KEPT + 10 {
            cursor.byte((number * PAGE) as u64).expect("within the file");
        }
        let kept = pages.store.kept.lock();
        assert_eq!((kept.pages.len(), kept.queue.len()), (MOST_KEPT, MOST_KEPT));
    }
}
