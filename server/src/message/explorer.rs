//! What was played in the positions of many games.

use serde::{Deserialize, Serialize};

use super::{AnalysisPosition, BoardName, ColorName};

/// A question for the moves that were played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ExplorerQuestion {
    /// The positions of both boards.
    pub position: AnalysisPosition,
    /// The part of it that is looked up.
    pub scope: ExplorerScope,
    /// The games that count.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<ExplorerFilter>", optional))]
    pub filter: ExplorerFilter,
}

/// The part of a position by which games are looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
pub enum ExplorerScope {
    /// Both boards, with all holdings.
    Both {},
    /// One board, with the holdings of its players.
    Board {
        /// The board.
        board: BoardName,
    },
    /// One board, whatever its players hold.
    Structure {
        /// The board.
        board: BoardName,
    },
}

/// Conditions that games have to meet, all of those that are set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct ExplorerFilter {
    /// Name of a player, in any case.
    pub player: Option<String>,
    /// The color of the player.
    pub color: Option<ColorName>,
    /// Lowest mean rating of a board.
    pub least_rating: Option<u16>,
    /// Highest mean rating of a board.
    pub most_rating: Option<u16>,
    /// Shortest time at the start, in seconds.
    pub least_seconds: Option<u32>,
    /// Longest time at the start, in seconds.
    pub most_seconds: Option<u32>,
    /// First day, as in `2026-01-31`.
    pub since: Option<String>,
    /// Last day.
    pub until: Option<String>,
    /// The result of the board.
    pub result: Option<ExplorerResult>,
    /// The rule set.
    pub rules: Option<String>,
}

/// The result of a board: the team of a color has won on whichever board, or nobody has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it all")]
pub enum ExplorerResult {
    White,
    Black,
    Draw,
}

/// The moves that were played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerAnswer {
    /// Number of games that came to the position; of boards, if one board was asked for.
    #[cfg_attr(test, ts(type = "number"))]
    pub games: u64,
    /// Number of boards that came to it whatever the players held; `null` if it was not asked with
    /// holdings of one board.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub whatever_held: Option<u64>,
    /// The most frequent moves, at most 30.
    pub moves: Vec<ExplorerMove>,
}

/// A move in numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerMove {
    /// Its board.
    pub board: BoardName,
    /// The move in coordinates.
    pub coordinates: String,
    /// The move in SAN.
    pub san: String,
    /// True if it is legal in the position that was asked for: a drop of a piece that is not held
    /// there is not.
    pub is_legal: bool,
    /// Number of games in which it was played.
    #[cfg_attr(test, ts(type = "number"))]
    pub games: u64,
    /// Games that the team of the mover won.
    #[cfg_attr(test, ts(type = "number"))]
    pub won: u64,
    /// Games that were drawn.
    #[cfg_attr(test, ts(type = "number"))]
    pub drawn: u64,
    /// Games that the team of the mover lost. The other games have no result.
    #[cfg_attr(test, ts(type = "number"))]
    pub lost: u64,
    /// Mean time that the move took, in seconds.
    pub seconds: Option<f64>,
    /// Mean rating of the mover.
    pub rating: Option<f64>,
    /// Some games with this move.
    pub examples: Vec<ExplorerExample>,
}

/// A board with a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerExample {
    /// Its number in the file.
    pub board: u32,
    /// Names of White and Black.
    pub players: [String; 2],
    /// Their ratings.
    pub ratings: [Option<u16>; 2],
    /// The day, as in `2026-01-31`; `null` if it is not known.
    pub date: Option<String>,
    /// The result; `null` if there is none.
    pub result: Option<ExplorerResult>,
    /// True if the whole game, with both boards, can be opened.
    pub is_whole: bool,
}
