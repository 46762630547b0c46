//! Errors of building and of reading.

use std::io;

use crate::board::BoardFault;

/// Reasons why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ExplorerError {
    /// The file is no explorer file.
    #[error("not an explorer file")]
    Foreign,
    /// The version of the format is not known.
    #[error("it has version `{0}` of the format, expected {version}", version = crate::format::VERSION)]
    Version(u32),
    /// The end of the file is missing: its builder was interrupted, or it was cut.
    #[error("incomplete: its end is missing")]
    Torn,
    /// A part of the file does not match its checksum or contradicts the rest.
    #[error("damaged: {0}")]
    Damaged(&'static str),
    /// The file has no board of this number.
    #[error("it has no board {0}")]
    NoBoard(u32),
    /// An error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reasons why a file cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A board cannot be added. The builder is as before, and others can be.
    #[error(transparent)]
    Board(#[from] BoardFault),
    /// A file whose boards are to be added, or to which boards are to be added, cannot be read.
    #[error(transparent)]
    File(#[from] ExplorerError),
    /// Boards were added to the file as many times as is allowed.
    #[error(
        "it has {} parts, the most there may be: merge it into a new file",
        crate::format::MOST_PARTS
    )]
    Parts,
    /// There are as many boards as a file can have.
    #[error("the file is full, expected {} boards at most", crate::Builder::MOST_BOARDS)]
    Full,
    /// An error of the operating system, most often a full disk. The builder is of no use any more.
    #[error(transparent)]
    Io(#[from] io::Error),
}
