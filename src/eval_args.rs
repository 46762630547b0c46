//! Which evaluation judges positions.

use std::path::Path;
use std::sync::Arc;

use clap::Args;
use tandem_nets::{Network, NetworkError};

/// Another evaluation than the usual one.
#[derive(Args)]
pub(crate) struct EvalArgs {
    /// Evaluate by the network in a file, or by `hand`; as the program does by itself if not given
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
}

/// What stands for the evaluation that is written by hand.
const HAND: &str = "hand";

impl EvalArgs {
    /// The network, if it is not to be done by hand.
    ///
    /// # Errors
    /// The file has none.
    pub(crate) fn network(&self) -> Result<Option<Arc<Network>>, NetworkError> {
        network(self.eval_file.as_deref().unwrap_or_default())
    }
}

/// The network that somebody means: one in a file, the usual one by an empty name, none by `hand`.
///
/// # Errors
/// The file has none.
pub(crate) fn network(name: &str) -> Result<Option<Arc<Network>>, NetworkError> {
    match name.trim() {
        "" => Ok(Some(Network::embedded())),
        HAND => Ok(None),
        file => Network::open(Path::new(file)).map(Arc::new).map(Some),
    }
}

/// By what records know an evaluation: the hash of the network, or `hand`.
pub(crate) fn name(network: Option<&Network>) -> String {
    network.map_or_else(|| HAND.to_owned(), |network| format!("{:08x}", network.hash()))
}
