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

use super::args::EngineArgs;
use super::output::say;
use crate::input::{Input, LONGEST_LINE};
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
    (first, lines): (Option<Input>, &Receiver<Input>),
    events: &Receiver<Event>,
    plan: Option<Plan>,
) -> anyhow::Result<()> {
    let mut output = io::stdout();
    let mut replies = match first.map_or(Ok(Command::Quit), read) {
        Ok(Command::Quit) => return Ok(()),
        Ok(command) => session.command(&command, Instant::now()),
        Err(complaint) => vec![complaint],
    };
    let mut link = Link::open(plan);
    loop {
        if !link.tell(session.take_reports()) {
            replies.extend(session.link_closed(Instant::now()));
        }
        say(&mut output, &replies)?;
        // Lines first: they may bring news of the game to a search that has just ended. The link
        // last: the partner cannot keep us from moving, however much it sends.
        replies = select_biased! {
            recv(lines) -> input => match input.map(read) {
                Ok(Ok(Command::Quit)) | Err(_) => break,
                Ok(Ok(command)) => session.command(&command, Instant::now()),
                Ok(Err(complaint)) => vec![complaint],
            },
            recv(events) -> event => match event {
                Ok(event) => session.event(event, Instant::now()),
                Err(_) => anyhow::bail!("the search thread ended"),
            },
            recv(alarm(&session)) -> _ => session.wake(Instant::now()),
            recv(link.news()) -> news => hear_link(&mut session, &mut link, news.ok()),
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

/// A timer for the time at which the session wants to be woken; it never fires if there is none.
fn alarm(session: &Session<Searcher>) -> Receiver<Instant> {
    session.wakes_at(Instant::now()).map_or_else(never, at)
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
