//! Puzzles: those that come with the program, and those from the games of the archive.

use serde::{Deserialize, Serialize};

use super::{AnalysisPosition, BoardState, SeatNumber};

/// The question of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PuzzleKind {
    /// Mate with what you hold.
    Mate,
    /// Mate with a piece that your partner can take.
    Take,
    /// Which piece do you need in order to mate?
    Need,
    /// Capture, and do not give the piece that mates your partner.
    Give,
    /// Sit or move?
    Sit,
}

/// Where a puzzle is from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PuzzleSource {
    /// The set that comes with the program.
    Set,
    /// The games of the archive.
    Games,
    /// Those games of the archive that a player lost.
    Losses,
}

/// A puzzle without its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleState {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub puzzle: i64,
    /// Its question.
    pub kind: PuzzleKind,
    /// The number of its game in the archive; `null` for a puzzle that came with the program.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub game: Option<i64>,
    /// The Elo of a player who solves it every other time; `null` if it is not rated.
    pub rating: Option<u16>,
    /// True if it was asked before.
    pub again: bool,
    /// Number of moves on both boards before it.
    pub ply: u32,
    /// The names of the players of the game in the order of the seats.
    pub players: Vec<String>,
    /// The date of the game, as in the list of the archive.
    pub date: String,
    /// The seat that is asked; it is on turn.
    pub seat: SeatNumber,
    /// Number of moves of the mate: of the asked seat, or of its opponent after the seat's move.
    /// 0 where there is none to be seen.
    pub moves: u32,
    /// The position, with clocks if they are known.
    pub position: AnalysisPosition,
    /// Its boards, with all legal moves; of captures that are asked for, with no other moves.
    pub boards: Vec<BoardState>,
    /// The squares of the last move on each board; none before the first one.
    pub last: Vec<Vec<String>>,
}

/// An answer to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum PuzzleAnswer {
    /// The moves on the board of the asked seat so far: its own, and the replies that were told. For
    /// a piece that the partner can take, its capture.
    Moves {
        /// The moves in coordinates; the last one is its own.
        moves: Vec<String>,
    },
    /// The piece that is needed.
    Piece {
        /// Its letter, as in `N`.
        piece: String,
    },
    /// To sit, or to move.
    Sitting {
        /// True for to sit.
        sits: bool,
    },
    /// None: the solution is asked for.
    GivenUp {},
}

/// The verdict on an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PuzzleVerdict {
    /// The puzzle is solved.
    Solved,
    /// The answer is proved wrong, or none was given.
    Failed,
    /// The move is right so far, and was replied to.
    GoesOn,
    /// The solver could not decide on the move; another one may be tried.
    Undecided,
}

/// A move in the course of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzlePly {
    /// The move in coordinates.
    pub coordinates: String,
    /// The move in SAN.
    pub san: String,
    /// The squares that it touches, origin first; a drop has one.
    pub squares: Vec<String>,
    /// The letter of the piece that arrived for this move; `null` if none did.
    pub arrived: Option<String>,
}

/// A move of a solution, on the board of the puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleStep {
    /// The move in SAN.
    pub san: String,
    /// The squares that it touches, origin first; a drop has one.
    pub squares: Vec<String>,
    /// The FEN of each board after it.
    pub fens: Vec<String>,
}

/// The solution of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PuzzleSolution {
    /// The right answers: the first move in coordinates; the partner's captures; the letters of the
    /// pieces; the capture that gives nothing; `sit` or `move`.
    pub answers: Vec<String>,
    /// Lines in SAN: the mate; the mate with each piece; after the move that holds out longest; the
    /// moves that do not lose, a line each.
    pub lines: Vec<Vec<String>>,
    /// The letters of the pieces that arrive before the lines: of the piece that the partner takes, or
    /// of those that must not be given.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// What it is about, as in `Back rank`; empty if it is not known.
    #[serde(default)]
    pub theme: String,
    /// Why it is the solution, in a sentence or two; empty if it is not known.
    #[serde(default)]
    pub explanation: String,
}

/// The puzzles of one kind in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleRecord {
    /// The kind.
    pub kind: PuzzleKind,
    /// Number of puzzles.
    #[cfg_attr(test, ts(type = "number"))]
    pub puzzles: i64,
    /// Those whose latest answer was right.
    #[cfg_attr(test, ts(type = "number"))]
    pub solved: i64,
    /// Those whose latest answer was wrong.
    #[cfg_attr(test, ts(type = "number"))]
    pub failed: i64,
}
