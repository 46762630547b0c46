//! Errors of opening files.

use tandem_rules::notation::bpgn::Fault;
use tandem_rules::notation::{BfenError, FenError};
use tandem_rules::{IllegalMove, Seat};

/// An opening that cannot be used. The caller adds the name of the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The file has nothing but comments and blank lines.
    #[error("no openings, expected positions or games")]
    Empty,
    /// The first line that is neither empty nor a comment begins neither a position nor a game.
    #[error("line {line}: `{text}` is neither a position nor the beginning of a game")]
    Unknown {
        /// Line number, from 1.
        line: usize,
        /// Beginning of the line.
        text: String,
    },
    /// A position that cannot be read.
    #[error("line {line}, `{text}`: {error}")]
    Board {
        /// Line number, from 1.
        line: usize,
        /// The text of the position or its beginning.
        text: String,
        /// The error of the FEN parser.
        error: FenError,
    },
    /// A pair of positions that cannot be read.
    #[error("line {line}, `{text}`: {error}")]
    Boards {
        /// Line number, from 1.
        line: usize,
        /// Beginning of the line.
        text: String,
        /// The error of the BFEN parser.
        error: BfenError,
    },
    /// Two positions in a file for a game of one board.
    #[error("line {line}: `{text}` is two boards, expected one")]
    TwoBoards {
        /// Line number, from 1.
        line: usize,
        /// Beginning of the line.
        text: String,
    },
    /// A game that cannot be read.
    #[error(transparent)]
    Game(#[from] Fault),
    /// A game of one board that cannot be played on both: a drop needs a piece that the partner's
    /// opponent has lost, not one's own opponent.
    #[error("line {line}, game {game}: played on both boards, {refused}")]
    OnBothBoards {
        /// Number of the line on which the game starts, from 1.
        line: usize,
        /// Number of the game in the file, from 1.
        game: usize,
        /// The move that cannot be played.
        refused: IllegalMove,
    },
    /// The side to move has no move in the opening.
    #[error("line {line}: {seat} has no move in this opening")]
    NoMove {
        /// Number of the line on which the opening starts, from 1.
        line: usize,
        /// The seat that is to move.
        seat: Seat,
    },
}
