//! The evaluation, which two options choose together: `EvalFile` and `Use NNUE`.

use std::sync::Arc;

use tandem_nets::Networks;

/// The evaluation that the options have chosen.
pub(crate) struct Evaluation {
    /// The network of `EvalFile`, also while it is not used; `None` for the hand-written evaluation.
    networks: Option<Arc<Networks>>,
    used: Used,
}

/// The evaluation in use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Used {
    /// That of `EvalFile`.
    Chosen,
    /// The hand-written one, by `Use NNUE value false`.
    Hand,
}

impl Default for Evaluation {
    /// The embedded networks.
    fn default() -> Self {
        Self { networks: Some(Networks::embedded()), used: Used::Chosen }
    }
}

impl Evaluation {
    /// Chooses by `EvalFile`. True if that changes the evaluation in use.
    pub(crate) fn choose(&mut self, networks: Option<Arc<Networks>>) -> bool {
        self.networks = networks;
        self.used == Used::Chosen
    }

    /// Sets `Use NNUE`. True if that changes the evaluation in use.
    pub(crate) fn use_network(&mut self, on: bool) -> bool {
        let used = if on { Used::Chosen } else { Used::Hand };
        std::mem::replace(&mut self.used, used) != used
    }

    /// The network in use; `None` for the hand-written evaluation.
    pub(crate) fn networks(&self) -> Option<Arc<Networks>> {
        match self.used {
            Used::Chosen => self.networks.clone(),
            Used::Hand => None,
        }
    }
}
