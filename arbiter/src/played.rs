//! Finished games and their endings.

use tandem_rules::{Ending, Game, Millis, Outcome, Seat, Team};

use crate::{Effort, Past, PlayerFault, Verdict};

/// Ending of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Close {
    /// The game ended by the rules.
    Outcome(Outcome),
    /// A seat failed; its team loses.
    Fault {
        /// The seat that failed.
        seat: Seat,
        /// The reason.
        reason: PlayerFault,
    },
    /// Scores have ended the game.
    Adjudicated(Verdict),
    /// The game was broken off after this number of plies.
    TooLong(usize),
    /// A seat broke the game off.
    BrokenOff(Seat),
    /// All seats to move sit, and no clock runs that would end the game.
    Standstill,
}

impl Close {
    /// The team that won, if one did.
    pub fn winner(&self) -> Option<Team> {
        match self {
            Self::Outcome(outcome) => outcome.winner,
            Self::Fault { seat, .. } | Self::Adjudicated(Verdict::Lost(seat, _)) => {
                Some(seat.team().other())
            }
            Self::Adjudicated(Verdict::Drawn(_))
            | Self::TooLong(_)
            | Self::BrokenOff(_)
            | Self::Standstill => None,
        }
    }

    /// The reason of the ending as a sentence; on one board without the letter of the board.
    pub fn in_words(&self, boards: usize) -> String {
        let text = self.to_string();
        if boards == 1 { text.replacen(" on A", "", 1) } else { text }
    }

    /// Kind of ending in a word or two, for counting.
    pub const fn kind(&self) -> &'static str {
        let Self::Outcome(outcome) = self else {
            return match self {
                Self::Fault { .. } => "fault",
                Self::Adjudicated(_) => "adjudication",
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

    /// True if the game was not played to an end.
    pub const fn is_broken_off(&self) -> bool {
        matches!(self, Self::TooLong(_) | Self::BrokenOff(_) | Self::Standstill)
    }
}

/// Writes the reason of the ending as a sentence.
impl std::fmt::Display for Close {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.ending.fmt(f),
            Self::Fault { seat, reason } => write!(f, "{seat} failed: {reason}"),
            Self::Adjudicated(verdict) => verdict.fmt(f),
            Self::TooLong(plies) => write!(f, "broken off after {plies} plies"),
            Self::BrokenOff(seat) => write!(f, "{seat} broke the game off"),
            Self::Standstill => write!(f, "all players sit and no clock runs"),
        }
    }
}

/// A message from one partner to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The seat that sent it.
    pub seat: Seat,
    /// Time of sending, from the start of the game.
    pub at: Millis,
    /// Number of plies, on both boards, made before it.
    pub plies: usize,
    /// The message.
    pub text: String,
}

/// A finished game with all that was recorded of it.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game with all its plies.
    pub game: Game,
    /// Ending of the game.
    pub close: Close,
    /// Time of the ending, from the start of the game.
    pub ended_at: Millis,
    /// Messages between partners, in order.
    pub messages: Vec<Told>,
    /// Effort of each ply, in order.
    pub efforts: Vec<Effort>,
    /// Time that each seat was to move without having a move or wanting to move, as far as it has
    /// said so, in the order of [`Seat::ALL`]. In a continued game, only the time since its
    /// continuation.
    pub sat: [Millis; 4],
}

impl Played {
    /// The seat whose flag decided the game, and whether it had a legal move.
    pub fn flagged(&self) -> Option<(Seat, bool)> {
        match self.close {
            Close::Outcome(Outcome { ending: Ending::Flag(seat), .. }) => {
                let has_move = !self.game.position(seat.board).legal_moves().is_empty();
                Some((seat, has_move))
            }
            _ => None,
        }
    }

    /// Winds the game back to the moment before ply number `ply` (from 0), to continue from there:
    /// with the boards, holdings and clocks of that moment, and without later messages. `None` if
    /// there is no such ply.
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
