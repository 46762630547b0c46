//! What can be wrong with a game, and what is merely odd.

use crate::Seat;
use crate::notation::{BfenError, MoveTextError};

use super::BpgnResult;

/// Why a game was passed over. The name of the file is the caller's to add.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, game {game}: {reason}")]
pub struct Fault {
    /// Where it shows.
    pub line: usize,
    /// Which game of the input, from 1.
    pub game: usize,
    /// What is wrong.
    pub reason: FaultReason,
}

/// What is wrong with a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultReason {
    /// A move that cannot be read or played.
    #[error("{seat}, move {number}: {error}")]
    Move {
        /// Who was to play it.
        seat: Seat,
        /// Its number on that board.
        number: u16,
        /// What is wrong with it.
        error: MoveTextError,
    },
    /// The first move on a board is impossible there: the record begins in mid-game.
    #[error("{seat}: {error} as the first move, so the record begins in mid-game")]
    MidGame {
        /// Who was to play it.
        seat: Seat,
        /// What is wrong with it.
        error: MoveTextError,
    },
    /// A move by the player who is not on turn.
    #[error("{seat} plays `{text}` out of turn")]
    OutOfTurn {
        /// Who.
        seat: Seat,
        /// What.
        text: String,
    },
    /// A word that should be a move but follows no move number.
    #[error("`{0}` follows no move number such as `12A.`")]
    Unnumbered(String),
    /// The start position is none.
    #[error("the start position: {0}")]
    Start(#[from] BfenError),
    /// The game cannot be played by our rules, and says that it has others.
    #[error("played by a rule that is not ours ({rules}): {reason}")]
    ForeignRule {
        /// The tags that name them.
        rules: String,
        /// Where ours fail.
        reason: Box<FaultReason>,
    },
    /// `{` or `(` without an end.
    #[error("`{0}` is never closed")]
    Unclosed(char),
    /// More bytes than any game has.
    #[error("more than {0} bytes without the start of another game")]
    TooLong(u64),
    /// The input failed; nothing comes after this.
    #[error("cannot read on: {0}")]
    Input(String),
}

/// Something odd in a game that was read all the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Warning {
    /// Where it shows.
    pub line: usize,
    /// What is odd.
    pub kind: WarningKind,
}

/// What is odd about a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WarningKind {
    /// Tag and text, or two texts, name different results.
    #[error("results {0} and {1} disagree")]
    ResultsDisagree(BpgnResult, BpgnResult),
    /// Something is there twice and was read once.
    #[error("`{0}` is there twice")]
    Doubled(String),
    /// Move numbers are not those of the boards; told once for each game.
    #[error("move number {found} where {expected} is due")]
    Numbering {
        /// What the board says.
        expected: u16,
        /// What the record says.
        found: u16,
    },
    /// A tag names a rule that is not ours, though the game can be played by ours.
    #[error("a rule that is not ours: {0}")]
    ForeignRule(String),
    /// A move number at the end, without its move.
    #[error("`{0}` without a move")]
    NoMove(String),
    /// A tag without an end.
    #[error("tag `{0}` has no end")]
    BadTag(String),
    /// Words after the result.
    #[error("`{0}` after the end of the game")]
    AfterEnd(String),
}
