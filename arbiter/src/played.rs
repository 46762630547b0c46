//! A game that has been played, and how it ended.

use tandem_rules::{Ending, Game, Millis, Outcome, Seat, Team};

use crate::{Effort, Past};

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Close {
    /// By the rules.
    Outcome(Outcome),
    /// A seat failed; its team has lost.
    Fault {
        /// Which.
        seat: Seat,
        /// How.
        reason: String,
    },
    /// It was broken off after this many plies.
    TooLong(usize),
    /// A seat has broken it off.
    BrokenOff(Seat),
    /// Everybody on turn sits, and no clock runs that would end it.
    Standstill,
}

impl Close {
    /// The team that won, if one did.
    pub fn winner(&self) -> Option<Team> {
        match self {
            Self::Outcome(outcome) => outcome.winner,
            Self::Fault { seat, .. } => Some(seat.team().other()),
            Self::TooLong(_) | Self::BrokenOff(_) | Self::Standstill => None,
        }
    }

    /// The same in a word or two, for counting.
    pub const fn kind(&self) -> &'static str {
        let Self::Outcome(outcome) = self else {
            return match self {
                Self::Fault { .. } => "fault",
                _ => "broken off",
            };
        };
        match outcome.ending {
            Ending::Mate(_) => "mate",
            Ending::KingTaken(_) => "king taken",
            Ending::Resignation(_) => "resignation",
            Ending::Flag(_) => "flag",
            Ending::FlagWithoutMaterial(_) => "flag without material",
            Ending::BothFlags => "both flags",
            Ending::IllegalMove(_) => "illegal move",
            Ending::Repetition(_) => "repetition",
            Ending::FiftyMoves(_) => "fifty moves",
            Ending::InsufficientMaterial(_) => "insufficient material",
            Ending::Stalemate(_) => "stalemate",
            Ending::Agreement => "agreement",
            Ending::LastDrop(_) => "last drop",
            Ending::BothBoards => "both boards",
        }
    }

    /// True if it was not played to an end.
    pub const fn is_broken_off(&self) -> bool {
        matches!(self, Self::TooLong(_) | Self::BrokenOff(_) | Self::Standstill)
    }
}

/// Why it is over, for people.
impl std::fmt::Display for Close {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.ending.fmt(f),
            Self::Fault { seat, reason } => write!(f, "{seat} failed: {reason}"),
            Self::TooLong(plies) => write!(f, "broken off after {plies} plies"),
            Self::BrokenOff(seat) => write!(f, "{seat} has broken it off"),
            Self::Standstill => write!(f, "everybody sits and no clock runs"),
        }
    }
}

/// Something one partner told the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Who spoke.
    pub seat: Seat,
    /// When, from the start of the game.
    pub at: Millis,
    /// After how many plies.
    pub plies: usize,
    /// The words.
    pub text: String,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game with all its plies.
    pub game: Game,
    /// How it came to its end.
    pub close: Close,
    /// When it ended, from its start.
    pub ended_at: Millis,
    /// What was said, in order.
    pub messages: Vec<Told>,
    /// What each ply took, in their order.
    pub efforts: Vec<Effort>,
    /// How long each seat was on turn without wanting or having a move, as far as it has said so,
    /// in the order of [`Seat::ALL`]; in a game that went on, since it did.
    pub sat: [Millis; 4],
}

impl Played {
    /// The seat whose flag has decided the game, and whether it had a legal move in hand.
    pub fn flagged(&self) -> Option<(Seat, bool)> {
        match self.close {
            Close::Outcome(Outcome { ending: Ending::Flag(seat), .. }) => {
                let has_move = !self.game.position(seat.board).legal_moves().is_empty();
                Some((seat, has_move))
            }
            _ => None,
        }
    }

    /// The game as it was when a ply was about to be played, to go on from there: boards, holdings
    /// and clocks of that moment, and nothing of what was said later. `None` if there is no such ply.
    pub fn back_to(self, ply: usize) -> Option<(Game, Past)> {
        let Self { mut game, mut messages, mut efforts, .. } = self;
        let since = game.plies().get(ply)?.at;
        while game.plies().len() > ply {
            game.undo();
        }
        messages.retain(|told| told.plies <= ply);
        efforts.truncate(ply);
        Some((game, Past { since, messages, efforts }))
    }
}
