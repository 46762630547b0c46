//! The option `--eval-file`, which selects the evaluation.

use std::io;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use tandem_nets::{Network, NetworkError};

/// Options that select the evaluation.
#[derive(Args)]
pub(crate) struct EvalArgs {
    /// Evaluate with the network in this file, or `hand` for the hand-written evaluation; the
    /// embedded network if not given
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,
}

/// Name of the hand-written evaluation.
const HAND: &str = "hand";

impl EvalArgs {
    /// The selected network; `None` means the hand-written evaluation.
    ///
    /// # Errors
    /// The file cannot be read or is not a network.
    pub(crate) fn network(&self) -> Result<Option<Arc<Network>>, NetworkError> {
        tandem_session::network(self.eval_file.as_deref().unwrap_or_default(), &read)
    }
}

/// Reads a file that an option names.
///
/// # Errors
/// There is no such file, it cannot be read, or it is not a regular file of a plausible size.
pub(crate) fn read(name: &str) -> io::Result<Vec<u8>> {
    tandem_nets::read_file(Path::new(name))
}

/// Name of an evaluation in records: the network's hash in hexadecimal, or `hand`.
pub(crate) fn name(network: Option<&Network>) -> String {
    network.map_or_else(|| HAND.to_owned(), |network| format!("{:08x}", network.hash()))
}
