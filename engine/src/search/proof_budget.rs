//! The nodes granted to the mate solver beside the main search.

use super::params::Params;

/// Minimum number of nodes for a query.
const LEAST_NODES: u64 = 64;

/// The state of the queries to the mate solver in this search.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofBudget {
    /// Nodes of this thread before the search.
    before: u64,
    /// Nodes spent on queries.
    spent: u64,
    /// True once the solver has found no mate of ours by checks, or one that mates the partner
    /// first.
    pub(super) no_mate: bool,
}

impl ProofBudget {
    /// No queries yet, after `before` nodes of this thread.
    pub(super) const fn new(before: u64) -> Self {
        Self { before, spent: 0, no_mate: false }
    }

    /// Counts the nodes of a query.
    pub(super) fn spend(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// Nodes available for a query once this thread has visited `nodes`, at most `left`; `None` if
    /// it is not worth asking.
    pub(super) fn available(&self, nodes: u64, left: u64, params: &Params) -> Option<u64> {
        let share = (nodes - self.before) * params.proof_share as u64 / 256;
        let first = params.proof_first as u64;
        let available = (share + first).saturating_sub(self.spent).min(left);
        (available >= LEAST_NODES).then_some(available)
    }
}
