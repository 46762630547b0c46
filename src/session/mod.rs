//! The session: the layer between an engine protocol and the search.
//!
//! One thread reads lines, one searches, and the main one turns both into replies: a [`Session`]
//! takes one command or event at a time and returns the replies. It reads no stream and no clock
//! and starts no thread itself, so that tests can give it anything in any order.

mod brain;
mod direct_link;
mod echo;
mod edit;
mod exclusion;
mod opening;
mod options;
mod partner;
mod partner_board;
mod partnership;
mod pondering;
mod record;
mod rule_book;
mod sitting;
mod state;
#[cfg(test)]
mod tests;
mod thoughts;
mod timing;
mod turn;
mod uci;
mod verdict;

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use crossbeam::channel::{Receiver, at, never, select_biased};
use tandem_engine::{Event, Searcher};
use tandem_nets::Network;
use tandem_protocol::cecp::{Command, Reply};
use tandem_protocol::text::{Line, Reason};

use crate::args::params::ParamArgs;
use crate::input::{self, Input, LONGEST_LINE};
use crate::link::{Link, LinkArgs, News, Plan};
use state::Session;
use uci::UciSession;

/// Initial size of the transposition table, in mebibytes.
const TABLE_MEBIBYTES: usize = 32;

/// Options of the engine when a front-end runs it.
#[derive(Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    params: ParamArgs,
    /// Search at most N nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Set an option as a front-end would, as in `Sitting=0`; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    #[command(flatten)]
    link: LinkArgs,
    /// Write diagnostics to a file; the environment variable `RUST_LOG` sets the level, `info` by
    /// default, `debug` for every line
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl EngineArgs {
    /// The file given by `--log`; `None` logs to standard error.
    pub(crate) fn log(&self) -> Option<&Path> {
        self.log.as_deref()
    }

    /// Name, value and whole text of each `--option`.
    fn options(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.option.iter().map(|text| {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            (name, value, text.as_str())
        })
    }
}

/// Runs the engine on standard input and output until `quit` or the end of either: in UCI if the
/// first line is `uci`, otherwise in CECP.
pub(crate) fn run(args: &EngineArgs) -> anyhow::Result<()> {
    let plan = args.link.plan()?;
    let (mut searcher, events) = Searcher::new(TABLE_MEBIBYTES);
    searcher.set_params(args.params.params()?);
    searcher.set_network(Some(Network::embedded()));
    let lines = input::lines(io::stdin());
    let first = lines.recv().ok();
    if first.as_ref().is_some_and(uci::is_greeting) {
        if plan.is_some() {
            log::warn!("no link with a partner where UCI is spoken");
        }
        return uci::run(uci_session(args, searcher)?, &lines, &events);
    }
    speak_cecp(cecp_session(args, searcher)?, (first, &lines), &events, plan)
}

/// Creates a UCI session, set up as the command line says.
fn uci_session(args: &EngineArgs, searcher: Searcher) -> anyhow::Result<UciSession<Searcher>> {
    let mut session = UciSession::new(searcher, args.nodes, Instant::now());
    for (name, value, text) in args.options() {
        session.set_option(name, value).with_context(|| format!("option `{text}`"))?;
    }
    Ok(session)
}

/// Creates a CECP session, set up as the command line says.
fn cecp_session(args: &EngineArgs, searcher: Searcher) -> anyhow::Result<Session<Searcher>> {
    let mut session = Session::new(searcher);
    session.timing.set_nodes(args.nodes);
    session.openings.vary_from(seed_of_the_moment());
    for (name, value, text) in args.options() {
        session.set_option(name, value).with_context(|| format!("option `{text}`"))?;
    }
    Ok(session)
}

fn speak_cecp(
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
        if let Err(error) = say(&mut output, &replies) {
            log::info!("nobody listens any more: {error}");
            break;
        }
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
                Err(_) => anyhow::bail!("the search has died"),
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

/// Writes replies, each flushed at once: a front-end that waits for one waits on the clock.
fn say(output: &mut impl Write, replies: &[impl Display]) -> io::Result<()> {
    for reply in replies {
        log::debug!("< {reply}");
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}
