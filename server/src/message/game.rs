//! A live game in messages: boards, clocks, moves, words and the result.

use serde::Serialize;
use tandem_rules::Seat;

use super::{BoardName, SeatNumber, TeamName};

/// A game with all that has happened in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    /// Number of the game at this table, from 1.
    pub number: usize,
    /// The FEN of each board at the start.
    pub start: Vec<String>,
    /// The boards now.
    pub boards: Vec<BoardState>,
    /// The clocks now, in the order of the seats.
    pub clocks: Vec<ClockState>,
    /// All moves of both boards, in the order in which they were made.
    pub plies: Vec<PlyState>,
    /// The words between partners that the receiver may read, in order: those of its own team; all
    /// of them once the game is over.
    pub words: Vec<Word>,
    /// The seats whose offer of a draw stands.
    pub draw_offers: Vec<SeatNumber>,
    /// The result; `null` while the game runs.
    pub result: Option<ResultState>,
    /// Number under which the archive has the game from its first move on; `null` without an archive.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub archived: Option<i64>,
}

/// A board at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardState {
    /// The board.
    pub board: BoardName,
    /// The position, holdings in brackets.
    pub fen: String,
    /// The seat to move.
    pub on_turn: SeatNumber,
    /// True if the side to move is in check.
    pub check: bool,
    /// All legal moves in coordinates (`e2e4`, `e7e8q`, `N@f7`; castling is the king's move), if
    /// the receiver sits in the seat to move and the game runs; else empty.
    pub legal: Vec<String>,
}

/// A clock: it shows `left_ms`, less the time that has passed since `runs_from_ms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockState {
    /// Milliseconds left; negative once the flag has fallen.
    #[cfg_attr(test, ts(type = "number"))]
    pub left_ms: i64,
    /// Moment on the server's clock (as in `pong`) from which it runs, which lies ahead during a
    /// delay; `null` for a clock that stands.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub runs_from_ms: Option<i64>,
}

/// A move of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlyState {
    /// The player.
    pub seat: SeatNumber,
    /// The move in coordinates.
    pub coordinates: String,
    /// The move in SAN.
    pub san: String,
    /// The squares that it touches, origin first; a drop has one.
    pub squares: Vec<String>,
    /// Milliseconds from the start of the game to the move.
    #[cfg_attr(test, ts(type = "number"))]
    pub at_ms: i64,
    /// The clock after the move.
    #[cfg_attr(test, ts(type = "number"))]
    pub clock_ms: i64,
    /// The letter of the piece that the partner got by it (`P`, `N`, `B`, `R`, `Q`); `null` if none.
    pub handed: Option<String>,
    /// The FEN of this board after the move.
    pub fen: String,
}

/// A message from one partner to the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Word {
    /// The speaker.
    pub seat: SeatNumber,
    /// The text.
    pub text: String,
    /// Milliseconds from the start of the game.
    #[cfg_attr(test, ts(type = "number"))]
    pub at_ms: i64,
    /// Number of moves on both boards before it.
    pub plies: usize,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResultState {
    /// `1-0` if team one has won, `0-1`, `1/2-1/2`, or `*` for a game that was broken off.
    pub result: String,
    /// The team that has won.
    pub winner: Option<TeamName>,
    /// The kind of the ending in a word or two, as in `mate` or `flag`.
    pub kind: String,
    /// The reason as a clause, as in `White on A is mated`.
    pub reason: String,
    /// Number of the game in the archive; `null` without an archive.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub archived: Option<i64>,
    /// The player whom the ending is about; pages have it in the reason.
    #[serde(skip)]
    pub about: Option<Seat>,
}
