//! A recorded game that is opened to be analyzed.

use serde::Serialize;

use super::BoardName;

/// A recorded game without an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenedGame {
    /// The name of a kept analysis; `null` for a game.
    pub name: Option<String>,
    /// The rule set.
    pub rules: String,
    /// The FEN of each board at the start.
    pub start: Vec<String>,
    /// The clocks at the start in milliseconds, in the order of the seats, if the record has them.
    #[cfg_attr(test, ts(type = "number[] | null"))]
    pub clocks_ms: Option<Vec<i64>>,
    /// The comments before the first move, and after each move.
    pub said: Vec<Vec<String>>,
    /// The moves of both boards in the order in which they were made, each with its variations behind it.
    pub plies: Vec<OpenedPly>,
}

/// A move of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenedPly {
    /// Number of the move that it follows, from 1 in the order of `plies`; 0 at the start.
    pub after: u32,
    /// The board.
    pub board: BoardName,
    /// The move in coordinates.
    pub coordinates: String,
    /// The move in SAN.
    pub san: String,
    /// The squares that it touches, origin first; a drop has one.
    pub squares: Vec<String>,
    /// The FEN of each board after it.
    pub fens: Vec<String>,
}
