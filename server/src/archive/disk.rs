//! The disk of the archive: imports leave a part of it to the games that are played.

use std::path::Path;

/// One part in so many of the disk is left by imports.
const LEFT: u64 = 10;

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
    /// One line if it does not.
    pub(super) fn check(self, bytes: u64) -> Result<(), String> {
        match self.available.saturating_sub(bytes) < self.all / LEFT {
            true => Err(format!(
                "the disk is nearly full; a {LEFT}th of it is for games that are played"
            )),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
