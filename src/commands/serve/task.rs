//! A position that is analyzed, and the way to tell of it.

use std::sync::Arc;

use crossbeam::channel::{Receiver, TryRecvError};
use tandem_analysis::forecast::Scale;
use tandem_analysis::scene::Scene;
use tandem_rules::OutcomeRules;
use tandem_server::{Finding, Wanted};

/// A position to search.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) id: u32,
    pub(super) scene: Scene,
    pub(super) rules: OutcomeRules,
    pub(super) scale: Scale,
    pub(super) wanted: Wanted,
    /// Closes when this is to end.
    pub(super) end: Receiver<()>,
    pub(super) tell: Arc<dyn Fn(u32, Finding) + Send + Sync>,
}

impl Task {
    /// Tells a finding, unless the task has ended.
    pub(super) fn tell(&self, finding: Finding) {
        if !self.has_ended() {
            (self.tell)(self.id, finding);
        }
    }

    pub(super) fn has_ended(&self) -> bool {
        self.end.try_recv() == Err(TryRecvError::Disconnected)
    }
}
