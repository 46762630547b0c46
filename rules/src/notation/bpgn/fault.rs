//! Faults and warnings of the reader.

use crate::Seat;
use crate::notation::{BfenError, BfenWarning, MoveTextError};

use super::BpgnResult;

/// Error for a game that could not be read. It does not contain the name of the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, game {game}: {reason}")]
pub struct Fault {
    /// The line on which the fault was found, from 1.
    pub line: usize,
    /// Number of the game in the input, from 1.
    pub game: usize,
    /// The fault.
    pub reason: FaultReason,
}

/// The fault of a game that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultReason {
    /// A move that cannot be read or played.
    #[error("{seat}, move {number}: {error}")]
    Move {
        /// The seat to play it.
        seat: Seat,
        /// Number of the move on that board.
        number: u16,
        /// The error.
        error: MoveTextError,
    },
    /// A first move on a board that is impossible there: the record begins in mid-game.
    #[error("{seat}: {error} as the first move, so the record begins in mid-game")]
    MidGame {
        /// The seat to play it.
        seat: Seat,
        /// The error.
        error: MoveTextError,
    },
    /// A move by a seat that is not on turn.
    #[error("{seat} plays `{text}` out of turn")]
    OutOfTurn {
        /// The seat.
        seat: Seat,
        /// Text of the move.
        text: String,
    },
    /// A word that should be a move, but does not follow a move number.
    #[error("no move number such as `12A.` before `{0}`")]
    Unnumbered(String),
    /// A `FEN` tag that is not a start position.
    #[error("the start position: {0}")]
    Start(#[from] BfenError),
    /// A fault in a game whose tags name rules that this crate does not have.
    #[error("played by an unknown rule ({rules}): {reason}")]
    ForeignRule {
        /// The tags that name the rules.
        rules: String,
        /// The fault under the rules of this crate.
        reason: Box<FaultReason>,
    },
    /// A word that is no move and stands for one.
    #[error("`{0}` is not a move")]
    Unread(String),
    /// A null move, which a game cannot have; only its variations can.
    #[error("`{0}` passes the turn, which only a variation can")]
    Null(String),
    /// Text without a tag, a result or a move, which begins with this word: no game, but something else.
    #[error("no tag, result or move is in it, so it is no game: it begins with `{0}`")]
    NoGame(String),
    /// A game of a variant that this crate does not have.
    #[error("a game of another variant, \"{0}\"")]
    ForeignVariant(String),
    /// A game that is longer than this limit in bytes.
    #[error("more than {0} bytes without the start of another game")]
    TooLong(u64),
    /// A variation within more variations than this limit.
    #[error("more than {0} variations, one within the other")]
    TooDeep(u8),
    /// The input failed; no game is read after this.
    #[error("cannot read on: {0}")]
    Input(String),
}

/// A warning about something odd in a game that was read all the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Warning {
    /// The line on which it was found, from 1.
    pub line: usize,
    /// The kind of the warning.
    pub kind: WarningKind,
}

/// The kind of a warning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WarningKind {
    /// Something in a `FEN` tag that the start position has not.
    #[error("the start position: {0}")]
    Start(#[from] BfenWarning),
    /// Different results in tag and text, or twice in the text.
    #[error("results {0} and {1} disagree")]
    ResultsDisagree(BpgnResult, BpgnResult),
    /// A result by which a player wins who is mated in the last position.
    #[error("result {0}, although {1} is mated")]
    ResultOfMated(BpgnResult, Seat),
    /// Something that occurs twice and was read once.
    #[error("`{0}` occurs twice")]
    Doubled(String),
    /// Move numbers that are not those of the boards; at most one warning for each game.
    #[error("move number {found} where {expected} is due")]
    Numbering {
        /// Move number of the board.
        expected: u16,
        /// Move number in the record.
        found: u16,
    },
    /// A tag that names a rule which this crate does not have; the game can be played without it.
    #[error("unknown rule: {0}")]
    ForeignRule(String),
    /// A move number at the end without its move, or a variation before the first move.
    #[error("`{0}` without a move")]
    NoMove(String),
    /// Something in brackets that is no whole tag.
    #[error("`[{0}` is not a whole tag")]
    BadTag(String),
    /// `{` or `(` without an end.
    #[error("`{0}` is never closed")]
    Unclosed(char),
    /// Words that are no moves, and were skipped.
    #[error("`{0}` is not read")]
    Unread(String),
    /// A move that cannot be read; the moves from there on are left out.
    #[error("the rest of the game is left out: {0}")]
    Cut(Box<FaultReason>),
    /// A move of a variation that cannot be read or played; its moves from there on are left out.
    #[error("the rest of a variation is left out: {0}")]
    Variation(Box<FaultReason>),
    /// Words after the result.
    #[error("`{0}` after the end of the game")]
    AfterEnd(String),
}
