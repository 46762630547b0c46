//! Replies on standard output.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Instant;

use super::recorder::Recorder;

/// Writes replies, each flushed at once: a front-end that waits for one waits on the clock.
///
/// # Errors
/// The output is closed, which the program takes for the end of the conversation, or full.
pub(super) fn say(
    output: &mut impl Write,
    replies: &[impl Display],
    recorder: &mut Recorder,
) -> io::Result<()> {
    for reply in replies {
        let line = reply.to_string();
        log::debug!("< {line}");
        writeln!(output, "{line}")?;
        output.flush()?;
        recorder.reply(&line, Instant::now());
    }
    Ok(())
}
