//! The evaluation, which two options choose together: `EvalFile` and `Use NNUE`.

use std::sync::Arc;

use tandem_nets::Networks;

use super::options::Effect;

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
    /// Chooses by `EvalFile`.
    pub(crate) fn choose(&mut self, networks: Option<Arc<Networks>>) -> Effect {
        self.networks = networks;
        match self.used {
            Used::Chosen => Effect::Evaluate,
            Used::Hand => Effect::Kept,
        }
    }

    /// Sets `Use NNUE`.
    pub(crate) fn use_network(&mut self, on: bool) -> Effect {
        let used = if on { Used::Chosen } else { Used::Hand };
        let is_changed = std::mem::replace(&mut self.used, used) != used;
        if is_changed { Effect::Evaluate } else { Effect::Kept }
    }

    /// The network in use; `None` for the hand-written evaluation.
    pub(crate) fn networks(&self) -> Option<Arc<Networks>> {
        match self.used {
            Used::Chosen => self.networks.clone(),
            Used::Hand => None,
        }
    }
}
