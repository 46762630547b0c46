//! Ctrl-C, for commands whose results so far are worth keeping.

use anyhow::Context;
use crossbeam::channel::{Receiver, bounded};

/// Exit code after Ctrl-C: 128 plus the number of the signal (SIGINT), as in shells.
pub(crate) const EXIT_CODE: u8 = 130;

/// Catches Ctrl-C: returns a channel that closes at the first one, which no longer ends the
/// program. The second one does.
///
/// # Errors
/// Ctrl-C is caught already, or the system does not allow it.
pub(crate) fn first() -> anyhow::Result<Receiver<()>> {
    let (open, closes) = bounded(0);
    let mut open = Some(open);
    let handle = move || {
        if open.take().is_none() {
            std::process::exit(i32::from(EXIT_CODE));
        }
    };
    ctrlc::set_handler(handle).context("cannot install a handler for Ctrl-C")?;
    Ok(closes)
}
