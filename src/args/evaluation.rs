//! The option `--eval-file`, which selects the evaluation.

use std::io;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use tandem_nets::{NetworkError, Networks};

/// Options that select the evaluation.
#[derive(Args)]
pub(crate) struct EvalArgs {
    /// Evaluate with the network in this file, or with two of them, for bughouse and for crazyhouse;
    /// `hand` for the hand-written evaluation; the embedded networks if not given
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
    pub(crate) fn networks(&self) -> Result<Option<Arc<Networks>>, NetworkError> {
        tandem_session::networks(self.eval_file.as_deref().unwrap_or_default(), &read)
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
pub(crate) fn name(networks: Option<&Networks>) -> String {
    networks.map_or_else(|| HAND.to_owned(), Networks::name)
}
