//! The time and nodes that a seat spends.

use std::time::Instant;

use tandem_rules::Millis;

use crate::Effort;

/// Effort of a seat since it came to move, and its time of sitting in the whole game.
#[derive(Clone, Copy, Default)]
pub(crate) struct Turn {
    pub(crate) effort: Effort,
    /// The instant at which it was told to go, until it answers.
    pub(crate) asked: Option<Instant>,
    /// The time since which it has sat or has had no move, if it does.
    pub(crate) waits_since: Option<Millis>,
    /// Total time of such waiting in the game.
    pub(crate) sat: Millis,
}

impl Turn {
    /// Counts an answer that took the given number of nodes.
    pub(crate) fn answered(&mut self, arrived: Instant, nodes: u64) {
        self.effort.nodes = self.effort.nodes.saturating_add(nodes);
        if let Some(asked) = self.asked.take() {
            self.effort.spent += arrived.saturating_duration_since(asked);
        }
    }

    pub(crate) fn wait(&mut self, now: Millis) {
        self.waits_since.get_or_insert(now);
    }

    pub(crate) fn stop_waiting(&mut self, now: Millis) {
        if let Some(since) = self.waits_since.take() {
            self.sat = self.sat + (now - since);
        }
    }
}
