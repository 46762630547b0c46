//! The evaluation, which two options choose together: `EvalFile` and `Use NNUE`.

use std::sync::Arc;

use tandem_nets::Network;

/// The evaluation that the options have chosen.
pub(crate) struct Evaluation {
    /// The network of `EvalFile`, also while it is not used; `None` for the hand-written evaluation.
    network: Option<Arc<Network>>,
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
    /// The embedded network.
    fn default() -> Self {
        Self { network: Some(Network::embedded()), used: Used::Chosen }
    }
}

impl Evaluation {
    /// Chooses by `EvalFile`. True if that changes the evaluation in use.
    pub(crate) fn choose(&mut self, network: Option<Arc<Network>>) -> bool {
        self.network = network;
        self.used == Used::Chosen
    }

    /// Sets `Use NNUE`. True if that changes the evaluation in use.
    pub(crate) fn use_network(&mut self, on: bool) -> bool {
        let used = if on { Used::Chosen } else { Used::Hand };
        std::mem::replace(&mut self.used, used) != used
    }

    /// The network in use; `None` for the hand-written evaluation.
    pub(crate) fn network(&self) -> Option<Arc<Network>> {
        match self.used {
            Used::Chosen => self.network.clone(),
            Used::Hand => None,
        }
    }
}
