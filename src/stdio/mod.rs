//! The engine behind a front-end: an engine protocol on standard input and output.
//!
//! One thread reads lines, one searches, and the main one turns both into replies. The session
//! takes one command or event at a time and returns the replies; everything that waits, reads or
//! writes is here.

mod args;
mod cecp;
mod conversation;
mod guide;
mod output;
mod recorder;
mod ubi;
mod uci;

use std::io::{self, Write};

use tandem_engine::Searcher;
use tandem_nets::Networks;
use tandem_session::TABLE_MEBIBYTES;

use crossbeam::channel::Receiver;

use crate::input::{Arrival, Input};
use crate::{input, platform};
pub(crate) use args::EngineArgs;

/// Number of events of the search that may wait: from then on no lines are read until the events
/// have been handled, as each line may cause more of them.
const MOST_EVENTS: usize = 1024;

/// The events of the search that wait to be handled.
#[derive(Default)]
enum Backlog {
    #[default]
    Short,
    /// It was too long at some time, which has been said.
    Told,
}

impl Backlog {
    /// True while too many events wait. Says so in the log at the first time.
    fn is_long<T>(&mut self, events: &Receiver<T>) -> bool {
        let is_long = events.len() >= MOST_EVENTS;
        if is_long && matches!(self, Self::Short) {
            *self = Self::Told;
            log::warn!("{MOST_EVENTS} events of the search are waiting; no lines are read for now");
        }
        is_long
    }
}

/// The first line that tells the protocol. Blank lines do not, nor does `isready`, with which some
/// programs ask whether an engine runs; it is answered.
fn first_line(lines: &Receiver<Arrival>) -> io::Result<Option<Input>> {
    while let Ok(Arrival { input, .. }) = lines.recv() {
        match &input {
            Input::Line(line) if line.trim().is_empty() => {}
            Input::Line(line) if line.trim() == "isready" => {
                let mut out = io::stdout().lock();
                writeln!(out, "readyok")?;
                out.flush()?;
            }
            _ => return Ok(Some(input)),
        }
    }
    Ok(None)
}

/// Runs the engine on standard input and output until `quit` or the end of either: in UCI if the
/// first line that is neither blank nor `isready` is `uci` or a command of UCI alone, in UBI if it is
/// `ubi`, otherwise in CECP.
pub(crate) fn run(args: &EngineArgs) -> anyhow::Result<()> {
    let plan = args.plan()?;
    if args.has_low_priority() {
        tandem_arbiter::lower_priority(); // before there are other threads
    }
    let (mut searcher, events) = Searcher::new(TABLE_MEBIBYTES);
    searcher.set_params(args.params()?);
    searcher.set_networks(Some(Networks::embedded()));
    let lines = input::lines(io::stdin());
    let lines = if platform::has_keyboard() { guide::guided(lines) } else { lines };
    let first = first_line(&lines)?;
    if let Some(first) = first.as_ref().and_then(uci::first_line) {
        if plan.is_some() {
            log::warn!("--link is ignored in UCI");
        }
        return uci::speak(uci::session(args, searcher)?, (first, &lines), &events);
    }
    if first.as_ref().is_some_and(ubi::is_greeting) {
        if plan.is_some() {
            log::warn!("--link is ignored in UBI");
        }
        return ubi::speak(args, &lines);
    }
    cecp::speak(cecp::session(args, searcher)?, (first, &lines), &events, plan)
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::unbounded;

    use super::*;

    #[test]
    fn lines_wait_while_too_many_events_do() {
        let (sender, events) = unbounded();
        let mut backlog = Backlog::default();
        for number in 0..2 * MOST_EVENTS {
            assert_eq!(backlog.is_long(&events), number >= MOST_EVENTS, "{number} events");
            sender.send(()).expect("they are received");
        }
        while backlog.is_long(&events) {
            events.recv().expect("it was sent");
        }
        assert_eq!(events.len(), MOST_EVENTS - 1);
    }
}
