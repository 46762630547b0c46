//! Ctrl-C, where what has been done so far is worth keeping.

use anyhow::Context;
use crossbeam::channel::{Receiver, bounded};

/// What a program says that Ctrl-C has ended: 128 and the number of the signal, as shells count.
pub(crate) const EXIT_CODE: u8 = 130;

/// What closes at the first Ctrl-C, which from now on ends nothing by itself. The second one does.
///
/// # Errors
/// Somebody listens already, or the system does not let anybody.
pub(crate) fn first() -> anyhow::Result<Receiver<()>> {
    let (open, closes) = bounded(0);
    let mut open = Some(open);
    let handle = move || {
        if open.take().is_none() {
            std::process::exit(i32::from(EXIT_CODE));
        }
    };
    ctrlc::set_handler(handle).context("cannot listen for Ctrl-C")?;
    Ok(closes)
}
