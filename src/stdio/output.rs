//! Replies on standard output.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes replies, each flushed at once: a front-end that waits for one waits on the clock.
///
/// # Errors
/// The output is closed, which the program takes for the end of the conversation, or full.
pub(super) fn say(output: &mut impl Write, replies: &[impl Display]) -> io::Result<()> {
    for reply in replies {
        log::debug!("< {reply}");
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}
