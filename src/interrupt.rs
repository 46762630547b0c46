//! Ctrl-C and other requests to end, for commands whose results so far are worth keeping.

use anyhow::Context;
use crossbeam::channel::{Receiver, bounded};

/// Exit code after Ctrl-C: 128 plus the number of the signal (SIGINT), as in shells.
pub(crate) const EXIT_CODE: u8 = 130;

/// Catches Ctrl-C, and SIGTERM and SIGHUP: returns a channel that closes at the first one, which no
/// longer ends the program. The second one does.
///
/// # Errors
/// They are caught already, or the system does not allow it.
pub(crate) fn first() -> anyhow::Result<Receiver<()>> {
    let (open, closes) = bounded(0);
    at_first(|| drop(open))?;
    Ok(closes)
}

/// Calls `end` at the first Ctrl-C, SIGTERM or SIGHUP, in a thread of its own; the second one ends
/// the program.
///
/// # Errors
/// They are caught already, or the system does not allow it.
pub(crate) fn at_first(end: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let mut end = Some(end);
    let handle = move || match end.take() {
        Some(end) => end(),
        None => std::process::exit(i32::from(EXIT_CODE)),
    };
    ctrlc::set_handler(handle).context("cannot install a handler for Ctrl-C")
}
