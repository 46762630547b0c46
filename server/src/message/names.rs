//! Names of boards, colors, seats and teams in messages.

use serde::{Deserialize, Serialize};
use tandem_rules::{BoardId, Color, Seat, Team};

/// A seat as a number: 0 White on A, 1 Black on A, 2 White on B, 3 Black on B.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Seat"))]
#[serde(try_from = "u8", into = "u8")]
pub struct SeatNumber(#[cfg_attr(test, ts(type = "0 | 1 | 2 | 3"))] u8);

/// Error for a number that is no seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown seat {0}, expected 0 to 3")]
pub struct SeatError(u8);

impl TryFrom<u8> for SeatNumber {
    type Error = SeatError;

    fn try_from(number: u8) -> Result<Self, SeatError> {
        if number < 4 { Ok(Self(number)) } else { Err(SeatError(number)) }
    }
}

impl From<SeatNumber> for u8 {
    fn from(seat: SeatNumber) -> Self {
        seat.0
    }
}

impl From<Seat> for SeatNumber {
    fn from(seat: Seat) -> Self {
        Self(seat.index() as u8)
    }
}

impl From<SeatNumber> for Seat {
    fn from(seat: SeatNumber) -> Self {
        Self::ALL[usize::from(seat.0)]
    }
}

/// A board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names say it all")]
pub enum BoardName {
    A,
    B,
}

impl From<BoardId> for BoardName {
    fn from(board: BoardId) -> Self {
        match board {
            BoardId::A => Self::A,
            BoardId::B => Self::B,
        }
    }
}

impl From<BoardName> for BoardId {
    fn from(board: BoardName) -> Self {
        match board {
            BoardName::A => Self::A,
            BoardName::B => Self::B,
        }
    }
}

/// A color.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it all")]
pub enum ColorName {
    White,
    Black,
}

impl From<Color> for ColorName {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// A team: `one` is White on A and Black on B. On one board it is White.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it all")]
pub enum TeamName {
    #[default]
    One,
    Two,
}

impl From<Team> for TeamName {
    fn from(team: Team) -> Self {
        match team {
            Team::One => Self::One,
            Team::Two => Self::Two,
        }
    }
}

impl From<TeamName> for Team {
    fn from(team: TeamName) -> Self {
        match team {
            TeamName::One => Self::One,
            TeamName::Two => Self::Two,
        }
    }
}
