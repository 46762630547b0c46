//! The main loop of a protocol without a link: lines, events of the search and alarms to a session,
//! replies to standard output.

use std::fmt::Display;
use std::io;
use std::time::Instant;

use anyhow::Context;
use crossbeam::channel::{Receiver, at, never, select_biased};

use tandem_engine::Event;
use tandem_rules::Millis;

use super::Backlog;
use super::output::say;
use super::recorder::Recorder;
use crate::input::{Arrival, Input, LONGEST_LINE};

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
    /// Takes note that something that was waited for was done late by this much.
    fn note_lateness(&mut self, late: Millis, now: Instant);
    /// Acts at that time.
    fn wake(&mut self, now: Instant) -> Vec<Self::Reply>;
    /// Our clock, if it runs.
    fn running_clock(&self) -> Option<Millis>;
    /// The event of a search in this message.
    fn event_in(event: &Self::Event) -> &Event;
    /// Takes note that no line comes any more.
    fn end_input(&mut self, _now: Instant) -> Vec<Self::Reply> {
        Vec::new()
    }
    /// True if the end of the input has to wait for an answer.
    fn owes_answer(&self) -> bool {
        false
    }
    /// Lines that the end of the input brings.
    fn at_end(&self) -> Vec<Self::Reply> {
        Vec::new()
    }
}

/// Converses until `quit` or the end of either stream, beginning with this line.
pub(super) fn converse<C: Conversation>(
    conversation: &mut C,
    greeting: &str,
    lines: &Receiver<Arrival>,
    events: &Receiver<C::Event>,
) -> anyhow::Result<()> {
    let (mut output, mut recorder) = (io::stdout(), Recorder::new());
    let Some(mut replies) = conversation.line(greeting, Instant::now()) else { return Ok(()) };
    let (no_lines, mut backlog) = (never(), Backlog::default());
    let mut has_ended = false;
    loop {
        say(&mut output, &replies, &mut recorder)?;
        if has_ended && !conversation.owes_answer() {
            return Ok(say(&mut output, &conversation.at_end(), &mut recorder)?);
        }
        let due = conversation.wakes_at();
        if let Some(account) = recorder.look(conversation.running_clock(), due, Instant::now()) {
            log::warn!("{account}");
        }
        // What cannot be done yet stays in the bounded channel, then in the pipe.
        let is_busy = has_ended || conversation.is_waiting() || backlog.is_long(events);
        let next = if is_busy { &no_lines } else { lines };
        replies = select_biased! {
            recv(next) -> arrival => {
                let Ok(arrival) = arrival else {
                    (has_ended, replies) = (true, conversation.end_input(Instant::now()));
                    continue;
                };
                let Some(replies) = take(conversation, &arrival, &mut recorder) else {
                    return Ok(());
                };
                replies
            },
            recv(events) -> event => {
                let (event, now) = (event.context("the search thread ended")?, Instant::now());
                recorder.search(C::event_in(&event), now);
                conversation.event(event, now)
            },
            recv(due.map_or_else(never, at)) -> _ => {
                let now = Instant::now();
                let due = due.unwrap_or(now);
                recorder.alarm(due, now);
                if let Some(late) = recorder.late(due, now) {
                    conversation.note_lateness(late, now);
                }
                conversation.wake(now)
            }
        };
    }
}

/// Handles a line; `None` ends the conversation.
fn take<C: Conversation>(
    conversation: &mut C,
    arrival: &Arrival,
    recorder: &mut Recorder,
) -> Option<Vec<C::Reply>> {
    let now = Instant::now();
    match &arrival.input {
        Input::Line(line) => {
            log::debug!("> {line}");
            recorder.line(line, arrival.at, now);
            if let Some(late) = recorder.late(arrival.at, now) {
                conversation.note_lateness(late, now);
            }
            conversation.line(line, now)
        }
        Input::TooLong => {
            Some(vec![C::complaint(&format!("a line of more than {LONGEST_LINE} bytes"))])
        }
    }
}
