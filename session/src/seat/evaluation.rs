//! The evaluation, which two options choose together: `EvalFile` and `Use NNUE`.

use std::sync::Arc;

use tandem_nets::{NetworkError, Networks};

use super::files::Files;
use super::options::Effect;

/// Name of the hand-written evaluation.
const HAND: &str = "hand";

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

/// The networks of this name: the embedded ones if it is empty, `None` if it is `hand`, and otherwise
/// those in the file of this name.
///
/// # Errors
/// The file cannot be read or is not a network.
pub fn networks(name: &str, files: &dyn Files) -> Result<Option<Arc<Networks>>, NetworkError> {
    match name.trim() {
        "" => Ok(Some(Networks::embedded())),
        HAND => Ok(None),
        file => Ok(Some(Arc::new(Networks::parse(&files.read(file)?)?))),
    }
}
