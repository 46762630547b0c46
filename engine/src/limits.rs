//! Limits of a search.

use tandem_rules::{Millis, Move};

use crate::Level;

/// Limits and options of a search; the first limit reached ends it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The time mode.
    pub thinking: Thinking,
    /// The strength at which to play. A limited level searches with one thread and reports one line.
    pub level: Level,
    /// Seed of the choices of a limited level: the same seed gives the same choices.
    pub seed: u64,
    /// The share of the usual time that the move gets.
    pub time_share: TimeShare,
    /// Time that a move costs outside the search, measured by our own clock over earlier moves:
    /// transmission to the server or arbiter, and other load on the machine.
    pub overhead: Millis,
    /// Ponder: search the expected position in the opponent's time. No time limit holds and no
    /// answer is given until [`Searcher::ponder_hit`](crate::Searcher::ponder_hit) or a stop.
    pub pondering: bool,
    /// Maximum depth, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Soft node limits: no new iteration begins after so many nodes.
    pub soft_nodes: Option<SoftNodes>,
    /// Stop at a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Number of best moves to report (`MultiPV`); 0 counts as 1.
    pub multi_pv: usize,
    /// The only root moves to search; all if empty.
    pub search_moves: Vec<Move>,
    /// Node clock: measure time in nodes at this rate per second, so that games repeat to the move.
    pub node_rate: Option<u64>,
}

/// Soft node limits, by what an iteration has shown of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoftNodes {
    /// Limit for a quiet position.
    pub quiet: u64,
    /// Limit for a noisy one: in check, with a best move that captures or promotes, or with a score beyond
    /// ±`most_score`.
    pub noisy: u64,
    /// Limit of the scores of quiet positions, in centipawns.
    pub most_score: i32,
}

impl SoftNodes {
    /// The same limit for every position.
    pub const fn any(nodes: u64) -> Self {
        Self { quiet: nodes, noisy: nodes, most_score: i32::MAX }
    }
}

/// The share of the usual time that a move gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeShare {
    /// The usual time.
    #[default]
    Usual,
    /// Half the usual time.
    Half,
}

impl TimeShare {
    /// The share in percent.
    pub(crate) const fn percent(self) -> i64 {
        match self {
            Self::Usual => 100,
            Self::Half => 50,
        }
    }
}

/// The time mode of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Thinking {
    /// Time by our own clock in the view; without a clock no time limit, only the maximum depth.
    #[default]
    Clock,
    /// Exactly this time.
    Fixed(Millis),
    /// No time limit: the search runs until it is stopped.
    Infinite,
}

impl Limits {
    /// Limits of a timed move: time by the clock, one line, no other limit.
    pub fn clock() -> Self {
        Self { multi_pv: 1, ..Self::default() }
    }

    /// A search to this depth, however long it takes.
    pub fn to_depth(depth: u32) -> Self {
        Self { thinking: Thinking::Infinite, depth: Some(depth), ..Self::clock() }
    }
}
