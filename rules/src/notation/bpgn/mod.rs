//! BPGN: records of bughouse games, as many hands have written them for 25 years; and PGN, which
//! records of one board are.
//!
//! A [`Reader`] reads leniently and one game at a time, so that memory is bounded by a game and
//! not by a file; a bad game is a [`Fault`] with its line, and the next one is read. A
//! [`GameRecord`] holds legal moves only and is written strictly, by its `Display`: as BPGN if
//! it has two boards, else as PGN.

mod comment;
mod fault;
mod format;
mod lexer;
mod raw;
mod reader;
mod record;
mod replay;
mod source;
#[cfg(test)]
mod tests;
mod writer;

pub use comment::{Comment, CommentKind};
pub use fault::{Fault, FaultReason, Warning, WarningKind};
pub use reader::{ReadGame, ReadOptions, Reader};
pub use record::{BpgnResult, GameRecord, RecordedPly};
