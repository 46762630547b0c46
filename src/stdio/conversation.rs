//! The main loop of a protocol without a link: lines, events of the search and alarms to a session,
//! replies to standard output.

use std::fmt::Display;
use std::io;
use std::time::Instant;

use crossbeam::channel::{Receiver, at, never, select_biased};

use super::output::say;
use crate::input::{Input, LONGEST_LINE};

/// A session in its protocol, as the main loop drives it.
pub(super) trait Conversation {
    /// A message of the search.
    type Event;
    /// A line of the protocol.
    type Reply: Display;

    /// Handles a line; `None` ends the conversation.
    fn line(&mut self, line: &str, now: Instant) -> Option<Vec<Self::Reply>>;
    /// True while no lines are to be read.
    fn is_waiting(&self) -> bool;
    /// A line that tells the front-end a problem.
    fn complaint(text: &str) -> Self::Reply;
    /// Handles a message of the search.
    fn event(&mut self, event: Self::Event, now: Instant) -> Vec<Self::Reply>;
    /// Time at which the session wants to be woken, if nothing comes before.
    fn wakes_at(&self) -> Option<Instant>;
    /// Acts at that time.
    fn wake(&mut self, now: Instant) -> Vec<Self::Reply>;
    /// Lines that the end of the input brings.
    fn at_end(&self) -> Vec<Self::Reply> {
        Vec::new()
    }
}

/// Converses until `quit` or the end of either stream, beginning with this line.
pub(super) fn converse<C: Conversation>(
    conversation: &mut C,
    greeting: &str,
    lines: &Receiver<Input>,
    events: &Receiver<C::Event>,
) -> anyhow::Result<()> {
    let mut output = io::stdout();
    let Some(mut replies) = conversation.line(greeting, Instant::now()) else { return Ok(()) };
    let no_lines = never();
    loop {
        say(&mut output, &replies)?;
        // What cannot be done yet stays in the bounded channel, then in the pipe.
        let next = if conversation.is_waiting() { &no_lines } else { lines };
        replies = select_biased! {
            recv(next) -> input => match input {
                Ok(Input::Line(line)) => {
                    log::debug!("> {line}");
                    match conversation.line(&line, Instant::now()) {
                        Some(replies) => replies,
                        None => return Ok(()),
                    }
                }
                Ok(Input::TooLong) => {
                    vec![C::complaint(&format!("a line of more than {LONGEST_LINE} bytes"))]
                }
                Err(_) => return Ok(say(&mut output, &conversation.at_end())?),
            },
            recv(events) -> event => match event {
                Ok(event) => conversation.event(event, Instant::now()),
                Err(_) => anyhow::bail!("the search thread ended"),
            },
            recv(conversation.wakes_at().map_or_else(never, at)) -> _ => {
                conversation.wake(Instant::now())
            }
        };
    }
}
