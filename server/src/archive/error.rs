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

/// Error of a question to an open archive, or of a change of it; it is said to people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("this server keeps no games")]
    NoArchive,
    #[error("the archive is closed")]
    Closed,
    #[error("the archive has no game {0}")]
    NoGame(i64),
    #[error("game {0} is still played")]
    Runs(i64),
    #[error("there is no puzzle {0}")]
    NoPuzzle(i64),
    #[error("the disk is nearly full; {left_mebibytes} MB of it are for games that are played")]
    DiskFull { left_mebibytes: u64 },
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

/// Error for games of which not all were stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ImportError {
    #[error("no game was stored: {0}")]
    None(StoreError),
    #[error("only the first {stored} of {all} games were stored: {reason}")]
    Part { stored: usize, all: usize, reason: StoreError },
}
