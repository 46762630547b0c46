//! Signals between the threads of a search while it runs.

use std::sync::atomic::{AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crossbeam::utils::CachePadded;

use crate::SearchId;
use crate::time::Budget;

/// Signals to a running search.
///
/// All numbers only grow, so that no early signal is lost and nothing has to be reset.
#[derive(Default)]
pub(crate) struct Control {
    /// Searches up to this one are to stop.
    stopped: AtomicU64,
    /// Number of view updates sent.
    updates: AtomicU64,
    /// Searches up to this one no longer ponder.
    hits: AtomicU64,
    /// Budget of the last of those, and the time of the hit, from which it counts.
    after_hit: Mutex<Option<(Budget, Instant)>>,
    /// Rounds up to this one are over, and their helpers stop.
    over: AtomicU64,
}

/// The number of one round of a search: all its threads, on one view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Round(pub(crate) u64);

impl Control {
    pub(crate) fn stop(&self, id: SearchId) {
        self.stopped.fetch_max(id.0, Relaxed);
    }

    pub(crate) fn announce_update(&self) {
        self.updates.fetch_add(1, Release); // a reader of the count finds the view
    }

    /// Signals that the expected position has come to the board.
    pub(crate) fn hit(&self, id: SearchId, budget: Option<Budget>) {
        let budget = budget.map(|budget| (budget, Instant::now()));
        *self.after_hit.lock().unwrap_or_else(PoisonError::into_inner) = budget;
        self.hits.fetch_max(id.0, Release); // a reader of the id finds the budget
    }

    pub(crate) fn end_round(&self, round: Round) {
        self.over.fetch_max(round.0, Relaxed);
    }

    pub(crate) fn is_stopped(&self, id: SearchId) -> bool {
        self.stopped.load(Relaxed) >= id.0
    }

    pub(crate) fn updates(&self) -> u64 {
        self.updates.load(Acquire)
    }

    pub(crate) fn is_hit(&self, id: SearchId) -> bool {
        self.hits.load(Acquire) >= id.0
    }

    /// The budget of the latest search with a ponder hit, and the time of the hit.
    pub(super) fn budget_after_hit(&self) -> Option<(Budget, Instant)> {
        *self.after_hit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_over(&self, round: Round) -> bool {
        self.over.load(Relaxed) >= round.0
    }
}

/// Nodes visited by a helper in this search; written by that helper alone, now and then.
#[derive(Default)]
pub(crate) struct NodeCounter(CachePadded<AtomicU64>);

impl NodeCounter {
    pub(crate) fn set(&self, nodes: u64) {
        self.0.store(nodes, Relaxed);
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.0.load(Relaxed)
    }
}
