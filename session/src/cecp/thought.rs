//! Activity of the search in a CECP session.

use tandem_engine::{Info, SearchId};
use tandem_rules::Move;

use crate::seat::mind::Activity;

/// Activity of the search whose events the session waits for. Events of any other search are
/// ignored.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) enum Thought {
    /// No search.
    #[default]
    None,
    /// A search for our move, which is owed.
    Owed { search: SearchId, view: Freshness },
    /// Our move is found, and the partner's suggestion is searched before it is played.
    Trying { search: SearchId, suggested: Move, rival: Info },
    /// The game was paused in our turn.
    Paused,
    /// It is our turn, and no move is made until something arrives or the time to sit is over. A search
    /// may go on meanwhile, whose result is not waited for.
    Sitting { search: Option<SearchId> },
    /// It is the opponent's turn, and a search looks for our next move.
    Pondering(Pondering),
    /// It is the user's turn, and a search looks for a hint.
    Hinting { search: SearchId },
    /// An analysis.
    Endless { search: SearchId, latest: Info },
}

/// Completeness of a search's view of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Freshness {
    /// The search began with everything that is known now.
    Complete,
    /// Something has arrived since, which the search may have taken in or just missed.
    Updated,
}

/// A search for the move after an expected reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pondering {
    pub(super) search: SearchId,
    /// The reply expected from the opponent.
    pub(super) reply: Move,
    pub(super) view: Freshness,
}

impl Activity for Thought {
    fn search(&self) -> Option<SearchId> {
        match self {
            Self::Owed { search, .. }
            | Self::Trying { search, .. }
            | Self::Endless { search, .. }
            | Self::Hinting { search }
            | Self::Pondering(Pondering { search, .. }) => Some(*search),
            Self::Sitting { search } => *search,
            Self::None | Self::Paused => None,
        }
    }
}

impl Thought {
    /// True if the events of this search are waited for.
    pub(super) fn listens_to(&self, to: SearchId) -> bool {
        match self {
            Self::Owed { search, .. }
            | Self::Trying { search, .. }
            | Self::Endless { search, .. } => *search == to,
            // The line that a pondering search would show does not begin on the board yet, and that of
            // a hint would give away more than was asked for.
            Self::Pondering(_)
            | Self::Hinting { .. }
            | Self::None
            | Self::Paused
            | Self::Sitting { .. } => false,
        }
    }

    /// True while a search looks for a move of ours.
    pub(super) fn is_owed(&self) -> bool {
        matches!(self, Self::Owed { .. } | Self::Trying { .. })
    }

    /// True while the next move is ours, whether it is searched for, held back or paused.
    pub(super) fn is_our_turn(&self) -> bool {
        self.is_owed() || self.is_sitting() || *self == Self::Paused
    }

    /// True while we sit.
    pub(super) fn is_sitting(&self) -> bool {
        matches!(self, Self::Sitting { .. })
    }

    /// The latest result of an analysis; `None` if there is none.
    pub(super) fn of_analysis(&self) -> Option<&Info> {
        match self {
            Self::Endless { latest, .. } => Some(latest),
            _ => None,
        }
    }
}
