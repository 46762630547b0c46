//! Files that options name. A session opens none itself: its owner reads them, or refuses to.

use std::io::{self, ErrorKind};

/// A reader of the files that options name, such as `EvalFile`.
pub trait Files: Send {
    /// The bytes of the file of this name.
    ///
    /// # Errors
    /// There is no such file, or it cannot be read.
    fn read(&self, name: &str) -> io::Result<Vec<u8>>;
}

/// A reader that refuses every file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Err(ErrorKind::Unsupported.into())
    }
}

impl<F: Fn(&str) -> io::Result<Vec<u8>> + Send> Files for F {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self(name)
    }
}
