//! Opening a file: the headers and the footers of its parts.

use std::sync::Arc;

use crate::error::ExplorerError;
use crate::format::{Footer, HEADER, MAGIC, MOST_PARTS, TRAILER, Trailer, VERSION};

use super::pages::{Pages, ReadAt, Store};

/// Checks the frames of a file of `length` bytes and returns the footer and the pages of each part,
/// in the order of the file.
pub(super) fn open(
    source: Box<dyn ReadAt>,
    length: u64,
) -> Result<Vec<(Footer, Pages)>, ExplorerError> {
    check_header(&*source, 0, length)?;
    let store = Arc::new(Store::new(source));
    let (mut parts, mut end) = (Vec::new(), length);
    while end > 0 || parts.is_empty() {
        if parts.len() == MOST_PARTS {
            return Err(ExplorerError::Damaged("it has too many parts"));
        }
        let (begin, footer, pages) = part(&store, end)?;
        parts.push((footer, pages));
        end = begin;
    }
    parts.reverse();
    Ok(parts)
}

/// Checks the header of a part that begins at `begin`, and has `length` bytes at most.
fn check_header(source: &dyn ReadAt, begin: u64, length: u64) -> Result<(), ExplorerError> {
    let mut header = vec![0; length.min(HEADER as u64) as usize];
    source.read_exact_at(&mut header, begin)?;
    if !header.starts_with(&MAGIC) && !MAGIC.starts_with(&header) {
        return Err(ExplorerError::Foreign);
    }
    let version = header[MAGIC.len().min(header.len())..].first_chunk();
    let version = u32::from_le_bytes(*version.ok_or(ExplorerError::Torn)?);
    if version == VERSION { Ok(()) } else { Err(ExplorerError::Version(version)) }
}

/// Checks the part that ends at `end` and returns the place where it begins, its footer and its pages.
fn part(store: &Arc<Store>, end: u64) -> Result<(u64, Footer, Pages), ExplorerError> {
    let at = end.checked_sub(TRAILER as u64).ok_or(ExplorerError::Torn)?;
    let mut trailer = [0; TRAILER];
    store.source.read_exact_at(&mut trailer, at)?;
    let trailer = Trailer::from_bytes(&trailer).ok_or(ExplorerError::Torn)?;
    let begin = end.checked_sub(trailer.length);
    let begin = begin.ok_or(ExplorerError::Damaged("the length of a part is wrong"))?;
    let sections = (at - begin.min(at)).checked_sub(trailer.footer);
    let sections = sections.filter(|&sections| Footer::bytes(sections) == trailer.footer);
    let sections = sections.ok_or(ExplorerError::Damaged("the length of a footer is wrong"))?;
    let mut footer = vec![0; trailer.footer as usize];
    store.source.read_exact_at(&mut footer, begin + sections)?;
    if trailer.sum_with(&footer) != trailer.sum {
        return Err(ExplorerError::Damaged("a footer does not match its checksum"));
    }
    check_header(&*store.source, begin, trailer.length)
        .map_err(|_| ExplorerError::Damaged("a part has no beginning"))?;
    let footer = Footer::from_bytes(&footer, sections)
        .ok_or(ExplorerError::Damaged("its sections contradict each other"))?;
    let pages = Pages::new(Arc::clone(store), begin, sections, footer.pages.clone());
    Ok((begin, footer, pages))
}
