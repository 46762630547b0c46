//! CECP on standard input and output, with the link to the partner beside it.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::time::Instant;

use anyhow::Context;
use crossbeam::channel::{Receiver, at, never, select_biased};
use tandem_engine::{Event, Searcher};
use tandem_protocol::cecp::{Command, Reply};
use tandem_protocol::text::{Line, Reason};
use tandem_session::cecp::Session;

use super::Backlog;
use super::args::EngineArgs;
use super::output::say;
use super::recorder::Recorder;
use crate::input::{Arrival, Input, LONGEST_LINE};
use crate::link::{Link, News, Plan};

/// Creates a session, set up as the command line says.
pub(super) fn session(args: &EngineArgs, searcher: Searcher) -> anyhow::Result<Session<Searcher>> {
    let mut session = Session::new(searcher).with_files(crate::args::evaluation::read);
    session.set_nodes(args.nodes());
    session.vary_openings(seed_of_the_moment());
    for (name, value) in args.level_options() {
        session.set_option(name, &value).with_context(|| format!("option `{name}={value}`"))?;
    }
    for (name, value, text) in args.options() {
        session.set_option(name, value).with_context(|| format!("option `{text}`"))?;
    }
    Ok(session)
}

/// Speaks CECP until `quit` or the end of either stream.
pub(super) fn speak(
    mut session: Session<Searcher>,
    (first, lines): (Option<Input>, &Receiver<Arrival>),
    events: &Receiver<Event>,
    plan: Option<Plan>,
) -> anyhow::Result<()> {
    let (mut output, mut recorder) = (io::stdout(), Recorder::new());
    let mut replies = match first.map_or(Ok(Command::Quit), read) {
        Ok(Command::Quit) => return Ok(()),
        Ok(command) => session.command(&command, Instant::now()),
        Err(complaint) => vec![complaint],
    };
    let (no_lines, mut backlog) = (never(), Backlog::default());
    let mut link = Link::open(plan);
    loop {
        if !link.tell(session.take_reports()) {
            replies.extend(session.link_closed(Instant::now()));
        }
        say(&mut output, &replies, &mut recorder)?;
        let now = Instant::now();
        let due = session.wakes_at(now);
        if let Some(account) = recorder.look(session.running_clock(now), due, now) {
            log::warn!("{account}");
        }
        let next = if backlog.is_long(events) { &no_lines } else { lines };
        // Lines first: they may bring news of the game to a search that has just ended. The link
        // last: the partner cannot keep us from moving, however much it sends.
        replies = select_biased! {
            recv(next) -> arrival => match arrival.map(|line| take(&mut session, line, &mut recorder)) {
                Ok(Some(replies)) => replies,
                Ok(None) | Err(_) => break,
            },
            recv(events) -> event => {
                let (event, now) = (event.context("the search thread ended")?, Instant::now());
                recorder.search(&event, now);
                session.event(event, now)
            },
            recv(due.map_or_else(never, at)) -> _ => {
                let now = Instant::now();
                let due = due.unwrap_or(now);
                recorder.alarm(due, now);
                if let Some(late) = recorder.late(due, now) {
                    session.note_lateness(late, now);
                }
                session.wake(now)
            },
            recv(link.news()) -> news => {
                recorder.link(Instant::now());
                hear_link(&mut session, &mut link, news.ok())
            },
        };
    }
    Ok(())
}

/// Handles news from the link; `None` means that no more will come.
fn hear_link(session: &mut Session<Searcher>, link: &mut Link, news: Option<News>) -> Vec<Reply> {
    let now = Instant::now();
    match news {
        Some(News::Opened(partner)) => {
            link.opened(partner);
            session.link_opened(now)
        }
        Some(News::Told(text)) => session.link_told(&text, now),
        Some(News::Closed) => {
            link.closed();
            session.link_closed(now)
        }
        None => {
            link.ended();
            session.link_closed(now)
        }
    }
}

/// A seed that differs in each run.
fn seed_of_the_moment() -> u64 {
    RandomState::new().hash_one(())
}

/// Handles a line; `None` for `quit`.
fn take(
    session: &mut Session<Searcher>,
    arrival: Arrival,
    recorder: &mut Recorder,
) -> Option<Vec<Reply>> {
    let now = Instant::now();
    if let Input::Line(line) = &arrival.input {
        recorder.line(line, arrival.at, now);
    }
    if let Some(late) = recorder.late(arrival.at, now) {
        session.note_lateness(late, now);
    }
    match read(arrival.input) {
        Ok(Command::Quit) => None,
        Ok(command) => Some(session.command(&command, now)),
        Err(complaint) => Some(vec![complaint]),
    }
}

/// Parses a line as a command; `Err` is the reply to a line that is too long.
fn read(input: Input) -> Result<Command, Reply> {
    match input {
        Input::Line(line) => {
            log::debug!("> {line}");
            Ok(Command::parse(&line))
        }
        Input::TooLong => Err(Reply::Error {
            reason: Reason::new(&format!("a line of more than {LONGEST_LINE} bytes")),
            text: Line::default(),
        }),
    }
}
