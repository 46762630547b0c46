//! Options that every protocol has: names, ranges and values.

use std::ops::RangeInclusive;
use std::sync::Arc;

use tandem_nets::{BookError, NetworkError, Networks};

use super::files::Files;

/// Initial size of the transposition table, in mebibytes.
pub const TABLE_MEBIBYTES: usize = 32;
/// Maximum size of the transposition table, in mebibytes.
pub(crate) const LARGEST_TABLE: u64 = 4096;
/// Maximum number of threads.
pub(crate) const MOST_THREADS: u32 = 256;

/// Maximum number of lines shown (`MultiPV`).
pub(crate) const MOST_LINES: u64 = 500;

pub(crate) const HASH: &str = "Hash";
pub(crate) const THREADS: &str = "Threads";
pub(crate) const CLEAR: &str = "Clear Hash";
pub(crate) const EVAL_FILE: &str = "EvalFile";
pub(crate) const MULTI_PV: &str = "MultiPV";
pub(crate) const TALK: &str = "Partner Talk";

/// Name of the hand-written evaluation.
const HAND: &str = "hand";

/// Error for an option that cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option")]
    Unknown,
    /// The value is not a number between the two given ones.
    #[error("`{0}` is not a number from {1} to {2}")]
    Number(String, u64, u64),
    /// The value of an option that is on or off is neither.
    #[error("`{0}` is neither 0 nor 1")]
    Check(String),
    /// The value is none of those that the option lists.
    #[error("invalid choice `{0}`")]
    Choice(String),
    /// The file is not a network that can be used.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The file is not an opening book that can be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The value is not a rule set.
    #[error(transparent)]
    Rules(#[from] tandem_rules::RuleError),
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

pub(crate) fn number(text: &str, range: RangeInclusive<u64>) -> Result<u64, OptionError> {
    let number = text.trim().parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| OptionError::Number(text.to_owned(), *range.start(), *range.end()))
}

pub(crate) fn check(text: &str) -> Result<bool, OptionError> {
    match text.trim() {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(OptionError::Check(text.to_owned())),
    }
}
