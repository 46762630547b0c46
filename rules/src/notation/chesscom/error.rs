//! Faults of games of chess.com.

use crate::Seat;
use crate::notation::{FenError, MoveTextError};

/// Error for a text that is not one board of a bughouse game, or for two that make no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChesscomError {
    /// The text is not JSON, or a field is missing or has the wrong type.
    #[error("not a game of chess.com: {0}")]
    Json(String),
    /// A game of another type than bughouse.
    #[error("a game of type `{0}`, expected `bughouse`")]
    Type(String),
    /// A text that is longer than games are.
    #[error("it has more than a megabyte")]
    Long,
    /// A game of an archive whose address has no number.
    #[error("the address `{0}` does not end with the number of a game")]
    Address(String),
    /// A list of moves with a character that is no part of a move, or half a move at its end.
    #[error("move {ply} of the list: `{text}` is not a move")]
    Code {
        /// Number of the move on its board, from 1; both colors count.
        ply: usize,
        /// The two characters, or the one that is left.
        text: String,
    },
    /// A clock that is not a number of tenths of a second.
    #[error("clock {number} of the list: `{text}` is not a number of tenths of a second")]
    Clock {
        /// Number of the clock in the list, from 1.
        number: usize,
        /// Its text.
        text: String,
    },
    /// An increment that is negative or longer than ten days.
    #[error("an increment of `{0}` tenths of a second, expected 0 to 8640000")]
    Increment(String),
    /// A list of clocks that is not one longer than the list of moves.
    #[error("{clocks} clocks for {plies} moves, expected as many or one more")]
    Clocks {
        /// Number of clocks.
        clocks: usize,
        /// Number of moves.
        plies: usize,
    },
    /// A list of moves that does not have the stated length.
    #[error("{found} moves, but `plyCount` is {stated}")]
    Plies {
        /// The stated number of moves.
        stated: usize,
        /// The number of moves in the list.
        found: usize,
    },
    /// A start position that cannot be read.
    #[error("the start position of game {game}: {error}")]
    Start {
        /// Number of the game that is the board.
        game: u64,
        /// The error.
        error: FenError,
    },
    /// Two boards that are not of one game.
    #[error("games {0} and {1} are not partners: the partner of {0} is `{2}`")]
    Strangers(u64, u64, String),
    /// A move that the rules refuse.
    #[error("{seat}, move {number}: {error}")]
    Move {
        /// The seat that should have played it.
        seat: Seat,
        /// Number of the move on its board.
        number: usize,
        /// The error.
        error: MoveTextError,
    },
}
