//! Boards, seats and teams, and the relations between them.

use std::fmt;
use std::str::FromStr;

use crate::name::{NameError, single};
use crate::{Color, Move};

/// One of the two boards of a bughouse game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum BoardId {
    A,
    B,
}

/// One of the four players: a board and a color.
///
/// ```
/// use tandem_rules::{BoardId, Color, Seat, Team};
///
/// let seat = BoardId::A.seat(Color::White);
/// assert_eq!(seat.partner().to_string(), "Black on B");
/// assert_eq!(seat.opponent().to_string(), "Black on A");
/// assert_eq!(seat.diagonal().to_string(), "White on B");
/// assert_eq!(seat.team(), Team::One);
/// assert_eq!("Black on B".parse(), Ok(seat.partner()));
/// assert_eq!("b".parse(), Ok(seat.partner()), "as moves are numbered in BPGN: 12b.");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat {
    /// Board of the player.
    pub board: BoardId,
    /// Color of the player.
    pub color: Color,
}

/// A team: two partners who win and lose together, with opposite colors on different boards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Team {
    /// White on A and Black on B.
    One,
    /// Black on A and White on B.
    Two,
}

/// An action of a team: a move on one of the boards, or sitting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum TeamAction {
    /// A move of the team's player on one board.
    Move {
        /// Board of the move.
        board: BoardId,
        /// The move.
        m: Move,
    },
    /// No move: the clocks run on.
    Sit,
}

impl BoardId {
    /// Both boards: A, then B.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Index of the board: 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// The seat of this color on this board.
    pub const fn seat(self, color: Color) -> Seat {
        Seat { board: self, color }
    }
}

impl Seat {
    /// All four seats: White and Black on A, then White and Black on B.
    pub const ALL: [Self; 4] = [
        Self { board: BoardId::A, color: Color::White },
        Self { board: BoardId::A, color: Color::Black },
        Self { board: BoardId::B, color: Color::White },
        Self { board: BoardId::B, color: Color::Black },
    ];

    /// Index of the seat in [`Self::ALL`], 0 to 3.
    pub const fn index(self) -> usize {
        self.board.index() * 2 + self.color.index()
    }

    /// BPGN letter of the seat: `A` and `a` for White and Black on A, `B` and `b` on B.
    pub const fn to_char(self) -> char {
        match (self.board, self.color) {
            (BoardId::A, Color::White) => 'A',
            (BoardId::A, Color::Black) => 'a',
            (BoardId::B, Color::White) => 'B',
            (BoardId::B, Color::Black) => 'b',
        }
    }

    /// The seat with this BPGN letter; `None` for any other character.
    pub const fn from_char(letter: char) -> Option<Self> {
        Some(match letter {
            'A' => BoardId::A.seat(Color::White),
            'a' => BoardId::A.seat(Color::Black),
            'B' => BoardId::B.seat(Color::White),
            'b' => BoardId::B.seat(Color::Black),
            _ => return None,
        })
    }

    /// The partner: the other color on the other board.
    #[must_use]
    pub fn partner(self) -> Self {
        Self { board: self.board.other(), color: !self.color }
    }

    /// The opponent: the other color on the same board.
    #[must_use]
    pub fn opponent(self) -> Self {
        Self { color: !self.color, ..self }
    }

    /// The diagonal: the partner's opponent, who has the same color on the other board. A seat with
    /// more time than its diagonal can afford to sit; see
    /// [`Game::diagonal_lead`](crate::Game::diagonal_lead).
    #[must_use]
    pub fn diagonal(self) -> Self {
        Self { board: self.board.other(), ..self }
    }

    /// The team this seat belongs to.
    pub const fn team(self) -> Team {
        match (self.board, self.color) {
            (BoardId::A, Color::White) | (BoardId::B, Color::Black) => Team::One,
            (BoardId::A, Color::Black) | (BoardId::B, Color::White) => Team::Two,
        }
    }
}

impl Team {
    /// Both teams: one, then two.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// Index of the team: 0 for team one, 1 for team two.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other team.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// The team's seat on a board.
    pub const fn seat(self, board: BoardId) -> Seat {
        let color = match (self, board) {
            (Self::One, BoardId::A) | (Self::Two, BoardId::B) => Color::White,
            (Self::One, BoardId::B) | (Self::Two, BoardId::A) => Color::Black,
        };
        Seat { board, color }
    }
}

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// Formats the seat as in `White on A`.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.color, self.board)
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "team {}", self.index() + 1)
    }
}

/// Parses `A` or `B`, in either case.
impl FromStr for BoardId {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        match text {
            "A" | "a" => Ok(Self::A),
            "B" | "b" => Ok(Self::B),
            _ => Err(NameError::new("board", text, "A or B")),
        }
    }
}

/// Parses a BPGN letter (see [`Seat::from_char`]) or a name such as `White on A`.
impl FromStr for Seat {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let named = || {
            let (color, board) = text.split_once(" on ")?;
            Some(Self { board: board.parse().ok()?, color: color.parse().ok()? })
        };
        single(text)
            .and_then(Self::from_char)
            .or_else(named)
            .ok_or_else(|| NameError::new("seat", text, "A, a, B, b, or a name such as White on A"))
    }
}

/// Parses `team 1` or `1`, `team 2` or `2`.
impl FromStr for Team {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        match text.strip_prefix("team ").unwrap_or(text) {
            "1" => Ok(Self::One),
            "2" => Ok(Self::Two),
            _ => Err(NameError::new("team", text, "team 1 or team 2")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partner_opponent_and_diagonal_are_each_their_own_inverse() {
        for seat in Seat::ALL {
            assert_eq!(seat.partner().partner(), seat);
            assert_eq!(seat.opponent().opponent(), seat);
            assert_eq!(seat.diagonal(), seat.partner().opponent());
            assert_eq!(seat.partner().team(), seat.team());
            assert_eq!(seat.opponent().team(), seat.team().other());
            assert_eq!(seat.team().seat(seat.board), seat);
            assert_eq!(Seat::ALL[seat.index()], seat);
        }
    }

    #[test]
    fn boards_seats_and_teams_survive_their_names() {
        for seat in Seat::ALL {
            assert_eq!(seat.to_string().parse(), Ok(seat));
            assert_eq!(seat.to_char().to_string().parse(), Ok(seat));
            assert_eq!(seat.board.to_string().parse(), Ok(seat.board));
            assert_eq!(seat.team().to_string().parse(), Ok(seat.team()));
        }
        for text in ["", "C", "AA", "Black on C", "on", "team 3", "White  on A"] {
            assert!(text.parse::<Seat>().is_err(), "{text}");
            assert!(text.parse::<BoardId>().is_err() && text.parse::<Team>().is_err(), "{text}");
        }
    }
}
