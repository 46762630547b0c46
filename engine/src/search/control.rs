//! When a search must stop.

use std::sync::atomic::{AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};
use std::time::Instant;

use tandem_rules::Millis;

use crate::time::Budget;
use crate::{Limits, SearchId, View};

/// What another thread may tell a running search.
///
/// Both numbers only grow, so that nothing said early is lost and nothing has to be reset.
#[derive(Default)]
pub(crate) struct Control {
    /// Searches up to this one are to stop.
    stopped: AtomicU64,
    /// How many updates of the view have been sent.
    updates: AtomicU64,
}

impl Control {
    pub(crate) fn stop(&self, id: SearchId) {
        self.stopped.fetch_max(id.0, Relaxed);
    }

    pub(crate) fn announce_update(&self) {
        self.updates.fetch_add(1, Release); // whoever sees the count finds the view
    }

    pub(crate) fn is_stopped(&self, id: SearchId) -> bool {
        self.stopped.load(Relaxed) >= id.0
    }

    pub(crate) fn updates(&self) -> u64 {
        self.updates.load(Acquire)
    }
}

/// Counts nodes and measures time, from the start of a search through all updates of its view.
pub(crate) struct Watch {
    start: Instant,
    budget: Option<Budget>,
    node_rate: Option<u64>,
    node_limit: u64,
    pub(super) nodes: u64,
    /// When the view last changed: how long to think counts from there.
    fresh_since: Millis,
    /// Updates taken in before the search now running.
    pub(crate) updates: u64,
}

/// How often the clock is read, in nodes.
const NODES_BETWEEN_LOOKS: u64 = 1024;

impl Watch {
    /// A watch that runs since `start`, when the search was asked for.
    pub(crate) fn new(start: Instant, view: &View, limits: &Limits, control: &Control) -> Self {
        let budget = Budget::new(view, limits);
        let by_time =
            budget.zip(limits.node_rate).map(|(budget, rate)| nodes_in(budget.hard, rate));
        let node_limit = limits.nodes.into_iter().chain(by_time).min().unwrap_or(u64::MAX);
        Self {
            start,
            budget,
            node_rate: limits.node_rate,
            node_limit: node_limit.max(1),
            nodes: 0,
            fresh_since: Millis::ZERO,
            updates: control.updates(),
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Since the search began, by the clock or by nodes.
    pub(crate) fn elapsed(&self) -> Millis {
        match self.node_rate {
            Some(rate) => Millis((self.nodes.saturating_mul(1000) / rate.max(1)) as i64),
            None => self.start.elapsed().into(),
        }
    }

    /// The view has changed: there is something new to think about, within the same hard limit.
    pub(crate) fn refresh(&mut self) {
        self.fresh_since = self.elapsed();
    }

    /// True if no new iteration should begin.
    pub(super) fn is_late(&self) -> bool {
        let fresh = self.elapsed() - self.fresh_since;
        self.budget.is_some_and(|budget| fresh >= budget.soft)
    }

    /// True if nothing but the other thread ends the search.
    pub(crate) fn is_endless(&self) -> bool {
        self.budget.is_none() && self.node_limit == u64::MAX
    }

    pub(super) fn must_stop(&self, id: SearchId, control: &Control) -> bool {
        if self.nodes >= self.node_limit {
            return true;
        }
        if !self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            return false;
        }
        let timed_out = self.node_rate.is_none()
            && self.budget.is_some_and(|budget| self.elapsed() >= budget.hard);
        timed_out || control.is_stopped(id) || control.updates() != self.updates
    }
}

fn nodes_in(time: Millis, rate: u64) -> u64 {
    u64::try_from(time.0).unwrap_or(0).saturating_mul(rate) / 1000
}
