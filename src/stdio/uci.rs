//! UCI on standard input and output.

use std::time::Instant;

use anyhow::Context;
use crossbeam::channel::Receiver;
use tandem_engine::{Event, Searcher};
use tandem_protocol::uci::{Command, CommandLines, Info, Reply};
use tandem_rules::Millis;
use tandem_session::uci::Session;

use super::args::EngineArgs;
use super::conversation::{Conversation, converse};
use crate::input::{Arrival, Input};

/// Creates a session, set up as the command line says.
pub(super) fn session(args: &EngineArgs, searcher: Searcher) -> anyhow::Result<Session<Searcher>> {
    let session = Session::new(searcher, args.nodes(), Instant::now());
    let mut session =
        session.with_files(crate::args::evaluation::read).with_bench(crate::commands::bench::rows);
    for (name, value) in args.level_options() {
        session.set_option(name, &value).with_context(|| format!("option `{name}={value}`"))?;
    }
    for (name, value, text) in args.options() {
        session.set_option(name, value).with_context(|| format!("option `{text}`"))?;
    }
    Ok(session)
}

/// The first line of a conversation in this protocol: `uci`, or a command that no other protocol has.
/// Scripts often leave out the greeting.
pub(super) fn first_line(input: &Input) -> Option<&str> {
    let Input::Line(line) = input else { return None };
    let is_its_own = match Command::parse(line) {
        Command::Uci
        | Command::NewGame
        | Command::SetOption { .. }
        | Command::Position(_)
        | Command::Debug(_) => true,
        Command::Malformed { expected, .. } => expected.starts_with("position"),
        _ => false,
    };
    is_its_own.then_some(line)
}

/// Speaks UCI until `quit` or the end of either stream, beginning with this line.
pub(super) fn speak(
    session: Session<Searcher>,
    (first, lines): (&str, &Receiver<Arrival>),
    events: &Receiver<Event>,
) -> anyhow::Result<()> {
    let mut conversation = Uci { session, commands: CommandLines::default() };
    converse(&mut conversation, first, lines, events)
}

/// A session, and the reader of its lines.
struct Uci {
    session: Session<Searcher>,
    commands: CommandLines,
}

impl Conversation for Uci {
    type Event = Event;
    type Reply = Reply;

    fn line(&mut self, line: &str, now: Instant) -> Option<Vec<Reply>> {
        match self.commands.read(line) {
            Command::Quit => None,
            command => Some(self.session.command(&command, now)),
        }
    }

    fn is_waiting(&self) -> bool {
        self.session.is_waiting()
    }

    fn complaint(text: &str) -> Reply {
        Info::of_string(text).into()
    }

    fn event(&mut self, event: Event, now: Instant) -> Vec<Reply> {
        self.session.event(event, now)
    }

    fn wakes_at(&self) -> Option<Instant> {
        self.session.wakes_at()
    }

    fn note_lateness(&mut self, late: Millis, now: Instant) {
        self.session.note_lateness(late, now);
    }

    fn wake(&mut self, now: Instant) -> Vec<Reply> {
        self.session.wake(now)
    }

    fn running_clock(&self) -> Option<Millis> {
        self.session.running_clock()
    }

    fn event_in(event: &Event) -> &Event {
        event
    }

    fn end_input(&mut self, now: Instant) -> Vec<Reply> {
        self.session.end_input(now)
    }

    fn owes_answer(&self) -> bool {
        self.session.owes_answer()
    }

    fn at_end(&self) -> Vec<Reply> {
        self.commands.complaint_at_end().into_iter().collect()
    }
}
