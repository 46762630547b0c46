//! Live analysis of both boards.

use serde::{Deserialize, Serialize};

use super::{BoardName, TeamName};

/// A position to analyze.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AnalysisPosition {
    /// Rule set, which decides the variant.
    pub rules: String,
    /// A FEN for each board.
    pub fens: Vec<String>,
    /// The clocks in milliseconds, in the order of the seats; `null` if they are not known.
    #[cfg_attr(test, ts(type = "number[] | null"))]
    pub clocks_ms: Option<Vec<i64>>,
}

/// A move to be made in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BoardMove {
    /// The board of the move.
    pub board: BoardName,
    /// The move in coordinates.
    pub coordinates: String,
}

/// A move that was made in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LookedMove {
    /// The move in SAN.
    pub san: String,
    /// The squares that it touches, origin first; a drop has one.
    pub squares: Vec<String>,
    /// The letter of the piece that the partner got by it; `null` if none.
    pub handed: Option<String>,
}

/// The end of the game that a position is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionOutcome {
    /// The team that has won; `null` for a draw.
    pub winner: Option<TeamName>,
    /// The reason as a clause, as in `White on A is mated`.
    pub reason: String,
}

/// The latest result of the search of one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardScore {
    /// The board.
    pub board: BoardName,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Nodes searched.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// Nodes a second.
    #[cfg_attr(test, ts(type = "number"))]
    pub nps: u64,
    /// Time of the search in milliseconds.
    #[cfg_attr(test, ts(type = "number"))]
    pub time_ms: i64,
    /// The best lines, best first.
    pub lines: Vec<AnalysisLine>,
}

/// A line of moves with its score.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// The score from the point of view of team one, as in `docs/analyze.md`; `mate_in` is 0 if
    /// the side to move is mated, and -0 if that is of team one.
    #[cfg_attr(test, ts(type = "import(\"../game/record.ts\").Score"))]
    pub score: serde_json::Value,
    /// The moves in coordinates.
    pub moves: Vec<String>,
    /// The moves in SAN.
    pub san: Vec<String>,
}

/// The pieces with which a color mates on a board, as if on turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mating {
    /// True if it mates with what it holds.
    pub already: bool,
    /// The letters of the pieces of which one more would mate, as in `NQ`: what its opponents must
    /// not give.
    pub with_one_more: String,
}
