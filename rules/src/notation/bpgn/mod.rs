//! Game records: BPGN (bughouse portable game notation), and PGN for games on one board.
//!
//! A [`Reader`] reads leniently, since many programs have written BPGN in their own ways for 25
//! years, and one game at a time, so that memory is bounded by a game and not by a file. A game
//! that cannot be read is returned as a [`Fault`] with its line, and reading goes on with the
//! next one.
//!
//! A [`GameRecord`] contains only moves that the rules accept, and is written strictly by its
//! `Display`: as BPGN if it has two boards, else as PGN.

mod comment;
mod fault;
mod format;
mod glyph;
mod lexer;
mod line;
mod options;
mod raw;
mod reader;
mod record;
mod replay;
mod signs;
mod source;
#[cfg(test)]
mod tests;
mod words;
mod writer;

#[cfg(feature = "json")]
pub(in crate::notation) use comment::parse_clock;
pub use comment::{Comment, CommentKind};
pub use fault::{Fault, FaultReason, Warning, WarningKind};
pub use options::{ReadOptions, ReplayRules};
pub use reader::{ReadGame, Reader};
pub use record::{BpgnResult, GameRecord, RecordedPly, Variation};
