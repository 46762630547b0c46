//! Zeroed memory for the transposition table, in large pages where the system gives them, since
//! nearly every probe touches another page.

use memmap2::MmapMut;

#[cfg(windows)]
use super::large_pages::LargePages;

/// Zeroed memory that begins at the start of a page.
pub(super) enum Memory {
    /// Provided page by page when first touched, so that any amount is available at once.
    Mapped(MmapMut),
    /// Large pages that the system has set aside, and zeroed, from the start.
    #[cfg(windows)]
    Large(LargePages),
}

impl Memory {
    /// Maps `bytes`, or half, a quarter and so on if the system lacks the memory, but at least
    /// `least`.
    pub(super) fn zeroed(bytes: usize, least: usize) -> Self {
        #[cfg(windows)]
        match LargePages::of(bytes) {
            Ok(pages) => return Self::Large(pages),
            Err(error) => log::debug!("a table in small pages: {error}"),
        }
        let memory = mapped(bytes, least);
        #[cfg(target_os = "linux")]
        if let Err(error) = memory.advise(memmap2::Advice::HugePage) {
            log::debug!("a table in small pages: {error}");
        }
        Self::Mapped(memory)
    }

    /// Size in bytes.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Mapped(memory) => memory.len(),
            #[cfg(windows)]
            Self::Large(pages) => pages.len(),
        }
    }

    /// The first of [`Self::len`] bytes, which are valid for as long as `self` is.
    pub(super) fn start(&self) -> *const u8 {
        match self {
            Self::Mapped(memory) => memory.as_ptr(),
            #[cfg(windows)]
            Self::Large(pages) => pages.start(),
        }
    }

    /// True if pages are provided when first touched, so that new memory costs nothing, and its
    /// first use much.
    pub(super) fn is_provided_when_touched(&self) -> bool {
        matches!(self, Self::Mapped(_))
    }
}

fn mapped(wanted: usize, least: usize) -> MmapMut {
    let mut bytes = wanted.max(least);
    loop {
        match MmapMut::map_anon(bytes) {
            Ok(memory) => {
                if bytes < wanted {
                    let [wanted, bytes] = [wanted, bytes].map(|bytes| bytes >> 20);
                    log::warn!("no memory for a table of {wanted} MiB, only for {bytes} MiB");
                }
                return memory;
            }
            Err(error) => {
                log::debug!("no memory for a table of {bytes} bytes: {error}");
                assert!(bytes > least, "a system without one page of memory runs nothing");
                bytes = (bytes / 2).max(least);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_that_no_machine_has_becomes_a_smaller_one() {
        let most = usize::MAX / 2;
        assert!(Memory::zeroed(most, 64).len() < most);
    }
}
