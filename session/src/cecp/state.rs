//! The states of a session: what it does now, and the search that serves that.

use tandem_engine::{Info, SearchId};
use tandem_rules::Move;

use crate::seat::mind::Activity;
use crate::seat::thought::{Owing, Thought};

/// The present doing of a session. Events of any search but the one that serves it are ignored.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) enum State {
    /// Nothing.
    #[default]
    Idle,
    /// Our move is owed, and a search looks for it, or tries the move that the partner suggests.
    Thinking(Box<Thought<Freshness>>),
    /// The game was paused in our turn.
    Paused,
    /// It is our turn, and no move is made until something arrives or the time to sit is over. A search
    /// may go on meanwhile, whose result is not waited for.
    Sitting {
        search: Option<SearchId>,
        /// The result of the search whose move is held back.
        held_back: Option<Info>,
        /// True if something has arrived since we began to sit (on the node clock only).
        has_news: bool,
    },
    /// It is the opponent's turn, and a search looks for our next move.
    Pondering(Pondering),
    /// It is the user's turn, and a search looks for a hint.
    Hinting { search: SearchId },
    /// An analysis.
    Analyzing { search: SearchId, latest: Info },
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

impl Activity for State {
    fn search(&self) -> Option<SearchId> {
        match self {
            Self::Thinking(thought) => Some(thought.search),
            Self::Analyzing { search, .. }
            | Self::Hinting { search }
            | Self::Pondering(Pondering { search, .. }) => Some(*search),
            Self::Sitting { search, .. } => *search,
            Self::Idle | Self::Paused => None,
        }
    }
}

impl Owing for State {
    type Question = Freshness;

    fn thought(&self) -> Option<&Thought<Freshness>> {
        if let Self::Thinking(thought) = self { Some(thought) } else { None }
    }

    fn thought_mut(&mut self) -> Option<&mut Thought<Freshness>> {
        if let Self::Thinking(thought) = self { Some(thought) } else { None }
    }

    fn owing(thought: Thought<Freshness>) -> Self {
        Self::Thinking(Box::new(thought))
    }
}

impl State {
    /// True if the lines of this search are shown. The line that a pondering search would show does not
    /// begin on the board yet, and that of a hint would give away more than was asked for.
    pub(super) fn shows(&self, of: SearchId) -> bool {
        match self {
            Self::Thinking(thought) => thought.search == of,
            Self::Analyzing { search, .. } => *search == of,
            Self::Pondering(_)
            | Self::Hinting { .. }
            | Self::Idle
            | Self::Paused
            | Self::Sitting { .. } => false,
        }
    }

    /// True while a search looks for a move of ours.
    pub(super) fn is_thinking(&self) -> bool {
        matches!(self, Self::Thinking(_))
    }

    /// True while the next move is ours, whether it is searched for, held back or paused.
    pub(super) fn is_our_turn(&self) -> bool {
        matches!(self, Self::Thinking(_) | Self::Sitting { .. } | Self::Paused)
    }

    /// True while we sit.
    pub(super) fn is_sitting(&self) -> bool {
        matches!(self, Self::Sitting { .. })
    }

    /// The latest result of an analysis; `None` if there is none.
    pub(super) fn of_analysis(&self) -> Option<&Info> {
        match self {
            Self::Analyzing { latest, .. } => Some(latest),
            _ => None,
        }
    }
}
