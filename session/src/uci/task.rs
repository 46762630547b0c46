//! What a session is doing for a question: a search of a board, or planning for both.

use tandem_engine::SearchId;

use super::planning::Planning;
use super::progress::{Progress, Thought};
use crate::seat::mind::Activity;
use crate::seat::thought::{self, Owing};

/// The work of a session.
#[derive(Default)]
#[expect(clippy::large_enum_variant, reason = "a session has one, and most are searches")]
pub(super) enum Task {
    /// No question is open, or its answer is held back without a search.
    #[default]
    Rest,
    /// A search of a board.
    Think(Thought),
    /// Plans for both boards, for which a search runs.
    Plan(SearchId, Box<Planning>),
}

impl Task {
    /// The plans for which this search runs.
    pub(super) fn plans_by(&self, search: SearchId) -> bool {
        matches!(self, Self::Plan(running, _) if *running == search)
    }

    /// The plans that are being made.
    pub(super) fn planning(&self) -> Option<&Planning> {
        match self {
            Self::Plan(_, planning) => Some(planning),
            Self::Rest | Self::Think(_) => None,
        }
    }
}

impl Activity for Task {
    fn search(&self) -> Option<SearchId> {
        match self {
            Self::Rest => None,
            Self::Think(thought) => Some(thought.search),
            Self::Plan(search, _) => Some(*search),
        }
    }
}

impl Owing for Task {
    type Question = Progress;

    fn thought(&self) -> Option<&Thought> {
        match self {
            Self::Think(thought) => Some(thought),
            Self::Rest | Self::Plan(..) => None,
        }
    }

    fn thought_mut(&mut self) -> Option<&mut Thought> {
        match self {
            Self::Think(thought) => Some(thought),
            Self::Rest | Self::Plan(..) => None,
        }
    }

    fn owing(thought: thought::Thought<Progress>) -> Self {
        Self::Think(thought)
    }
}
