//! The intention of a seat: to move or to sit.

use tandem_rules::{Millis, PieceType};

/// The intention of a seat to move or to sit. Times are readings of its own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stance {
    /// It moves as soon as it has found a move.
    Playing,
    /// It sits: it has no move, the partner has asked for it, or the partner mates or wins and our
    /// board should send nothing and not end.
    Sitting {
        /// Clock reading at which it moves all the same; `None` if it cannot.
        until: Option<Millis>,
    },
    /// It sits until a piece arrives with which it mates.
    AwaitingPiece {
        /// The awaited type.
        piece: PieceType,
        /// Clock reading at which it moves all the same.
        until: Millis,
    },
    /// Every move loses unless the game ends on the other board; it sits for as long as it can.
    Lost {
        /// Clock reading at which it moves all the same.
        until: Millis,
    },
}

impl Stance {
    /// The own clock's reading at which it moves all the same; `None` if it plays, or cannot move.
    pub fn until(self) -> Option<Millis> {
        match self {
            Self::Playing => None,
            Self::Sitting { until, .. } => until,
            Self::AwaitingPiece { until, .. } | Self::Lost { until } => Some(until),
        }
    }

    /// True if it does not move now.
    pub fn sits(self) -> bool {
        self != Self::Playing
    }
}
