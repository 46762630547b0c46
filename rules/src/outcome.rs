//! The outcome of a game: the winner, and the reason of the end.

use std::fmt;

use crate::{BoardId, Seat, Team};

/// The outcome of a game: the winner, and the reason of the end.
///
/// ```
/// use tandem_rules::{BoardId, Color, Game, Millis, Preset, Team};
///
/// let mut game = Game::start(&Preset::Fics.rules(), None);
/// game.resign(BoardId::B.seat(Color::White), Millis::ZERO);
/// let outcome = game.outcome().expect("the game is over");
/// assert_eq!((outcome.winner, outcome.result()), (Some(Team::One), "1-0"));
/// assert_eq!(outcome.ending.to_string(), "White on B resigns");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The team that won; `None` for a draw.
    pub winner: Option<Team>,
    /// The reason why the game ended.
    pub ending: Ending,
}

/// The reason why a game ended. The seat of a variant is the one that is mated, flagged and so on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Ending {
    /// This seat is mated.
    Mate(Seat),
    /// The king of this seat was left in check and captured.
    KingTaken(Seat),
    /// This seat resigned.
    Resignation(Seat),
    /// The flag of this seat fell.
    Flag(Seat),
    /// The flag of this seat fell, but its opponent lacks mating material: a draw.
    FlagWithoutMaterial(Seat),
    /// A flag of each team is down: a draw.
    BothFlags,
    /// This seat played an illegal move, or made a wrong claim that counts as one.
    IllegalMove(Seat),
    /// A position occurred on this board as often as the rules require: a draw.
    Repetition(BoardId),
    /// Fifty moves of each side without capture, pawn move or drop on this board: a draw.
    FiftyMoves(BoardId),
    /// Insufficient material on this board: a draw.
    InsufficientMaterial(BoardId),
    /// This seat has no move, is not in check and, by the rules, does not wait for a piece: a draw.
    Stalemate(Seat),
    /// The players agreed to a draw.
    Agreement,
    /// This seat was mated, but its partner's last drop mated or repeated a position on the other
    /// board: a draw.
    LastDrop(Seat),
    /// Both boards ended at the same moment with different results: a draw.
    BothBoards,
}

impl Outcome {
    pub(crate) const fn lost_by(seat: Seat, ending: Ending) -> Self {
        Self { winner: Some(seat.team().other()), ending }
    }

    pub(crate) const fn drawn(ending: Ending) -> Self {
        Self { winner: None, ending }
    }

    /// The result as in BPGN: `1-0` if team one (White on A and Black on B) won, `0-1` if team two
    /// won, else `1/2-1/2`.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Team::One) => "1-0",
            Some(Team::Two) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Ending {
    /// The board that ended the game; `None` if it took both boards or an agreement of the players.
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

/// Formats the reason as a clause such as `White on A is mated`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mate(seat) => write!(f, "{seat} is mated"),
            Self::KingTaken(seat) => write!(f, "the king of {seat} is taken"),
            Self::Resignation(seat) => write!(f, "{seat} resigns"),
            Self::Flag(seat) => write!(f, "{seat} forfeits on time"),
            Self::FlagWithoutMaterial(seat) => {
                write!(f, "{seat} runs out of time against insufficient material")
            }
            Self::BothFlags => write!(f, "flags of both teams are down"),
            Self::IllegalMove(seat) => write!(f, "{seat} played an illegal move"),
            Self::Repetition(board) => write!(f, "a position is repeated on {board}"),
            Self::FiftyMoves(board) => write!(f, "fifty moves without progress on {board}"),
            Self::InsufficientMaterial(board) => write!(f, "insufficient material on {board}"),
            Self::Stalemate(seat) => write!(f, "{seat} is stalemated"),
            Self::Agreement => write!(f, "a draw is agreed"),
            Self::LastDrop(seat) => write!(f, "{seat} is mated, its partner's last drop draws"),
            Self::BothBoards => write!(f, "both boards end at once"),
        }
    }
}
