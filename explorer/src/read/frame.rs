//! Opening a file: its header and its footer.

use crate::error::ExplorerError;
use crate::format::{Footer, HEADER, MAGIC, TRAILER, VERSION};

use super::pages::{Pages, ReadAt};

/// Checks the frame of a file of `length` bytes and returns its footer and its pages.
pub(super) fn open(source: Box<dyn ReadAt>, length: u64) -> Result<(Footer, Pages), ExplorerError> {
    let mut header = vec![0; length.min(HEADER as u64) as usize];
    source.read_exact_at(&mut header, 0)?;
    if !header.starts_with(&MAGIC) && !MAGIC.starts_with(&header) {
        return Err(ExplorerError::Foreign);
    }
    let version = header[MAGIC.len().min(header.len())..].first_chunk();
    let version = u32::from_le_bytes(*version.ok_or(ExplorerError::Torn)?);
    if version != VERSION {
        return Err(ExplorerError::Version(version));
    }
    let at = length.checked_sub(TRAILER as u64).ok_or(ExplorerError::Torn)?;
    let mut trailer = [0; TRAILER];
    source.read_exact_at(&mut trailer, at)?;
    let (numbers, magic) = trailer.split_at(16);
    if magic != MAGIC {
        return Err(ExplorerError::Torn);
    }
    let (footer, sum) = numbers.split_at(8);
    let bytes = u64::from_le_bytes(*footer.first_chunk().ok_or(ExplorerError::Torn)?);
    let sum = u32::from_le_bytes(*sum.first_chunk().ok_or(ExplorerError::Torn)?);
    let end = at.checked_sub(bytes).filter(|&end| Footer::bytes(end) == bytes);
    let end = end.ok_or(ExplorerError::Damaged("the length of its footer is wrong"))?;
    let mut footer = vec![0; bytes as usize];
    source.read_exact_at(&mut footer, end)?;
    if crc32fast::hash(&footer) != sum {
        return Err(ExplorerError::Damaged("the footer does not match its checksum"));
    }
    let footer = Footer::from_bytes(&footer, end)
        .ok_or(ExplorerError::Damaged("its sections contradict each other"))?;
    let pages = Pages::new(source, end, footer.pages.clone());
    Ok((footer, pages))
}
