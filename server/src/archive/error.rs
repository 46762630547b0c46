//! Errors of the archive.

use std::io;

use super::schema::VERSION;

/// Error for a file that cannot be the archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Another program writes to the file.
    #[error("another program uses it")]
    InUse,
    /// The file cannot be opened, read or written.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// The file is a database of something else.
    #[error("it is no archive of games")]
    Foreign,
    /// The file was written by another version of this program.
    #[error("it has version {0}, expected {VERSION}")]
    Version(i64),
    /// There is no thread for it, or no lock.
    #[error("{0}")]
    System(#[from] io::Error),
}
