//! The disk of the archive: imports leave a part of it to the games that are played.

use std::path::Path;

use super::error::StoreError;

/// One part in so many of the disk is left by imports, but no more than [`MOST_LEFT`].
const LEFT: u64 = 10;
/// Room for the games of years.
const MOST_LEFT: u64 = 1 << 30;

/// Bytes of a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Space {
    pub(super) available: u64,
    pub(super) all: u64,
}

impl Space {
    /// The disk of a file; `None` if the system does not tell.
    #[cfg(unix)]
    pub(super) fn around(file: &Path) -> Option<Self> {
        let disk = rustix::fs::statvfs(file).ok()?;
        let block = disk.f_frsize;
        Some(Self { available: disk.f_bavail * block, all: disk.f_blocks * block })
    }

    /// The disk of a file; `None` as this system does not tell.
    #[cfg(not(unix))]
    pub(super) fn around(_: &Path) -> Option<Self> {
        None
    }

    /// Checks that an import of this many bytes leaves enough.
    ///
    /// # Errors
    /// [`StoreError::DiskFull`] if it does not.
    pub(super) fn check(self, bytes: u64) -> Result<(), StoreError> {
        let left = (self.all / LEFT).min(MOST_LEFT);
        match self.available.saturating_sub(bytes) < left {
            true => Err(StoreError::DiskFull { left_mebibytes: left.div_ceil(1 << 20) }),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_leaves_a_gigabyte_of_a_large_disk() {
        let large = |available| Space { available, all: 2 << 40 };
        assert!(large(3 << 30).check(1 << 30).is_ok());
        let fault = large(3 << 30).check((2 << 30) + 1).expect_err("it is too much").to_string();
        assert_eq!(fault, "the disk is nearly full; 1024 MB of it are for games that are played");
    }

    #[test]
    fn an_import_leaves_a_tenth_of_the_disk() {
        for (available, bytes, is_taken) in [
            (100, 0, true),
            (50, 40, true),
            (50, 41, false),
            (10, 0, true),
            (9, 0, false),
            (0, 1, false),
        ] {
            let space = Space { available, all: 100 };
            assert_eq!(space.check(bytes).is_ok(), is_taken, "{available} {bytes}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_disk_of_a_file_is_known() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let space = Space::around(file.path()).expect("a disk");
        assert!(space.all > 0 && space.available <= space.all, "{space:?}");
    }
}
