//! UBI on standard input and output.

use std::time::Instant;

use anyhow::Context;
use crossbeam::channel::{Receiver, unbounded};
use tandem_engine::{Event, Searcher};
use tandem_nets::Networks;
use tandem_protocol::ubi::{Command, Info, Reply};
use tandem_rules::{BoardId, Millis};
use tandem_session::TABLE_MEBIBYTES;
use tandem_session::ubi::Session;

use super::args::EngineArgs;
use super::conversation::{Conversation, converse};
use crate::input::{Arrival, Input};

/// True for `ubi`, the first line of a conversation in this protocol.
pub(super) fn is_greeting(input: &Input) -> bool {
    matches!(input, Input::Line(line) if Command::parse(line) == Command::Ubi)
}

/// Speaks UBI until `quit` or the end of either stream.
pub(super) fn speak(args: &EngineArgs, lines: &Receiver<Arrival>) -> anyhow::Result<()> {
    let (sender, events) = unbounded();
    let params = args.params()?;
    // A search of each board, so that both are searched at once; they share the memory.
    let searchers = BoardId::ALL.map(|board| {
        let sender = sender.clone();
        // At the end of the program the receiver may be gone; that is no error.
        let sink = move |event| drop(sender.send((board, event)));
        let mut searcher = Searcher::with_sink(TABLE_MEBIBYTES / 2, sink);
        searcher.set_params(params.clone());
        searcher.set_networks(Some(Networks::embedded()));
        searcher
    });
    drop(sender); // so that the channel closes with the search threads
    let session = Session::new(searchers, args.nodes(), Instant::now());
    let mut session = session.with_files(crate::args::evaluation::read);
    for (name, value, text) in args.options() {
        session.set_option(name, value).with_context(|| format!("option `{text}`"))?;
    }
    if !args.level_options().is_empty() {
        log::warn!("a level and a pace are ignored in UBI");
    }
    converse(&mut session, "ubi", lines, &events)
}

impl Conversation for Session<Searcher> {
    type Event = (BoardId, Event);
    type Reply = Reply;

    fn line(&mut self, line: &str, now: Instant) -> Option<Vec<Reply>> {
        match Command::parse(line) {
            Command::Quit => None,
            command => Some(self.command(&command, now)),
        }
    }

    fn is_waiting(&self) -> bool {
        Session::is_waiting(self)
    }

    fn complaint(text: &str) -> Reply {
        Info::of_string(text).into()
    }

    fn event(&mut self, (board, event): (BoardId, Event), now: Instant) -> Vec<Reply> {
        Session::event(self, board, event, now)
    }

    fn running_clock(&self) -> Option<Millis> {
        Session::running_clock(self)
    }

    fn event_in((_, event): &(BoardId, Event)) -> &Event {
        event
    }

    fn wakes_at(&self) -> Option<Instant> {
        Session::wakes_at(self)
    }

    fn note_lateness(&mut self, late: Millis, now: Instant) {
        Session::note_lateness(self, late, now);
    }

    fn wake(&mut self, now: Instant) -> Vec<Reply> {
        Session::wake(self, now)
    }
}
