//! What a search may spend.

use tandem_rules::{Millis, Move};

/// What a search may spend; whichever limit is met first ends it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// How it spends time.
    pub thinking: Thinking,
    /// How much of the time that a clock deserves.
    pub pace: Pace,
    /// What a move costs beside the search, by what the own clock showed after moves before: the way
    /// to whoever keeps the clock, and a machine that has other things to do.
    pub overhead: Millis,
    /// Begin in the opponent's time, on what is expected to come: no limit of time holds, and no
    /// answer is given, until [`Searcher::ponder_hit`](crate::Searcher::ponder_hit) or a stop.
    pub pondering: bool,
    /// Plies of depth.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Stop at a mate in at most so many moves.
    pub mate: Option<u32>,
    /// How many of the best moves to report; at least one.
    pub multi_pv: usize,
    /// The only moves to consider; all if empty.
    pub search_moves: Vec<Move>,
    /// Measure time in nodes at so many a second, for games that repeat to the move.
    pub node_rate: Option<u64>,
}

/// How quickly a move is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// As the clock deserves.
    #[default]
    Usual,
    /// In half the time.
    Fast,
}

impl Pace {
    /// Of the usual time.
    pub(crate) const fn percent(self) -> i64 {
        match self {
            Self::Usual => 100,
            Self::Fast => 50,
        }
    }
}

/// How a search spends time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Thinking {
    /// As much as the own clock in the view deserves; without a clock, to the deepest depth.
    #[default]
    Clock,
    /// This long.
    Fixed(Millis),
    /// Until it is stopped.
    Infinite,
}

impl Limits {
    /// As long as the clock deserves.
    pub fn clock() -> Self {
        Self { multi_pv: 1, ..Self::default() }
    }

    /// To a depth, however long it takes.
    pub fn to_depth(depth: u32) -> Self {
        Self { thinking: Thinking::Infinite, depth: Some(depth), ..Self::clock() }
    }
}
