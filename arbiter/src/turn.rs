//! What a seat spends.

use std::time::Instant;

use tandem_rules::Millis;

use crate::Effort;

/// What a seat has spent since it came on turn, and on waiting in the whole game.
#[derive(Clone, Copy, Default)]
pub(crate) struct Turn {
    pub(crate) effort: Effort,
    /// When it was last told to go.
    pub(crate) asked: Option<Instant>,
    pub(crate) waits_since: Option<Millis>,
    pub(crate) sat: Millis,
}

impl Turn {
    /// An answer has come, after so many nodes.
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
