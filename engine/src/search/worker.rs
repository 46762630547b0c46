//! The state that a search thread keeps from search to search.

use std::sync::Arc;

use tandem_nets::Networks;

use super::evaluator::LineEvaluator;
use super::history::History;
use super::param_set::ParamSet;
use crate::mate::MateSolver;

/// Size of the mate solver's own table.
const SOLVER_MEBIBYTES: usize = 1;
/// Stack size of a search thread; the longest line needs about a megabyte.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// State that a search thread keeps from search to search.
pub(crate) struct Worker {
    pub(crate) params: ParamSet,
    pub(super) history: Arc<History>,
    pub(super) solver: MateSolver,
    pub(super) evaluator: LineEvaluator,
    /// Thread number: 0 for the main thread, from 1 for helpers.
    pub(super) number: u32,
}

impl Worker {
    /// A worker whose `history` is shared by all threads of a search: what one learns orders the
    /// moves of all, and they reduce alike, so that each can use the TT entries of the others.
    pub(crate) fn new(
        number: u32,
        params: ParamSet,
        networks: Option<Arc<Networks>>,
        history: Arc<History>,
    ) -> Self {
        Self {
            params,
            history,
            solver: MateSolver::new(SOLVER_MEBIBYTES),
            evaluator: LineEvaluator::new(networks),
            number,
        }
    }

    /// Sets the network, or the hand-written evaluation for `None`.
    pub(crate) fn set_networks(&mut self, networks: Option<Arc<Networks>>) {
        self.evaluator = LineEvaluator::new(networks);
    }

    /// The evaluator, between two searches.
    pub(crate) fn evaluator(&mut self) -> &mut LineEvaluator {
        &mut self.evaluator
    }

    /// Clears the state that is not shared with other threads.
    pub(crate) fn clear(&mut self) {
        self.solver.clear();
    }
}
