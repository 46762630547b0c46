//! Boards, seats and teams, and the relations between them.

use std::fmt;

use crate::{Color, Move};

/// One of the two boards of a bughouse game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum BoardId {
    A,
    B,
}

/// One of the four players: a board and a color.
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
}
