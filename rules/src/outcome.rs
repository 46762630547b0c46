//! How a match ended, and why.

use std::fmt;

use crate::{BoardId, Seat, Team};

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The team that won; `None` for a draw.
    pub winner: Option<Team>,
    /// Why.
    pub ending: Ending,
}

/// Why a match ended. A seat is the one that lost by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Mated.
    Mate(Seat),
    /// Its king was left in check and taken.
    KingTaken(Seat),
    /// Gave up.
    Resignation(Seat),
    /// Its flag fell.
    Flag(Seat),
    /// Its flag fell, but nobody on that board could mate it.
    FlagWithoutMaterial(Seat),
    /// A flag of each team is down.
    BothFlags,
    /// Played a move that is not legal.
    IllegalMove(Seat),
    /// A position occurred too often on this board.
    Repetition(BoardId),
    /// Fifty moves without progress on this board.
    FiftyMoves(BoardId),
    /// Nobody can mate on this board.
    InsufficientMaterial(BoardId),
    /// Has no move and, by the rules, does not wait for one.
    Stalemate(Seat),
    /// The players agreed.
    Agreement,
    /// Mated, but the partner's last drop mated or repeated on the other board.
    LastDrop(Seat),
    /// Both boards ended at one moment, each for another team.
    BothBoards,
}

impl Outcome {
    pub(crate) const fn lost_by(seat: Seat, ending: Ending) -> Self {
        Self { winner: Some(seat.team().other()), ending }
    }

    pub(crate) const fn drawn(ending: Ending) -> Self {
        Self { winner: None, ending }
    }

    /// `1-0` if White on A and Black on B won, `0-1` if the others did, else `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Team::One) => "1-0",
            Some(Team::Two) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Ending {
    /// The board on which it came about; `None` where it took both, or the players' word.
    pub const fn board(self) -> Option<BoardId> {
        match self {
            Self::Mate(seat)
            | Self::KingTaken(seat)
            | Self::Resignation(seat)
            | Self::Flag(seat)
            | Self::FlagWithoutMaterial(seat)
            | Self::IllegalMove(seat)
            | Self::Stalemate(seat) => Some(seat.board),
            Self::Repetition(board)
            | Self::FiftyMoves(board)
            | Self::InsufficientMaterial(board) => Some(board),
            Self::BothFlags | Self::Agreement | Self::LastDrop(_) | Self::BothBoards => None,
        }
    }
}

/// As in `White on A is mated`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(seat) => write!(f, "{seat} is mated"),
            Self::KingTaken(seat) => write!(f, "the king of {seat} is taken"),
            Self::Resignation(seat) => write!(f, "{seat} resigns"),
            Self::Flag(seat) => write!(f, "{seat} forfeits on time"),
            Self::FlagWithoutMaterial(seat) => {
                write!(f, "{seat} runs out of time, but nobody can mate it")
            }
            Self::BothFlags => write!(f, "flags of both teams are down"),
            Self::IllegalMove(seat) => write!(f, "{seat} played an illegal move"),
            Self::Repetition(board) => write!(f, "a position is repeated on {board}"),
            Self::FiftyMoves(board) => write!(f, "fifty moves without progress on {board}"),
            Self::InsufficientMaterial(board) => write!(f, "nobody can mate on {board}"),
            Self::Stalemate(seat) => write!(f, "{seat} is stalemated"),
            Self::Agreement => write!(f, "a draw is agreed"),
            Self::LastDrop(seat) => write!(f, "{seat} is mated, its partner's last drop draws"),
            Self::BothBoards => write!(f, "both boards end at once"),
        }
    }
}
