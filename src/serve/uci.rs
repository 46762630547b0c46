//! UCI on standard input and output.

use std::io;
use std::time::Instant;

use anyhow::Context;
use crossbeam::channel::{Receiver, at, never, select_biased};
use tandem_engine::{Event, Searcher};
use tandem_protocol::uci::{self, Command, CommandLines};
use tandem_session::uci::Session;

use super::args::EngineArgs;
use super::output::say;
use crate::input::{Input, LONGEST_LINE};

/// Creates a session, set up as the command line says.
pub(super) fn session(args: &EngineArgs, searcher: Searcher) -> anyhow::Result<Session<Searcher>> {
    let session = Session::new(searcher, args.nodes(), Instant::now());
    let mut session = session.with_files(crate::args::evaluation::read);
    for (name, value, text) in args.options() {
        session.set_option(name, value).with_context(|| format!("option `{text}`"))?;
    }
    Ok(session)
}

/// True for `uci`, the first line of a conversation in this protocol.
pub(super) fn is_greeting(input: &Input) -> bool {
    matches!(input, Input::Line(line) if Command::parse(line) == Command::Uci)
}

/// Speaks UCI until `quit` or the end of either stream.
pub(super) fn speak(
    mut session: Session<Searcher>,
    lines: &Receiver<Input>,
    events: &Receiver<Event>,
) -> anyhow::Result<()> {
    let mut output = io::stdout();
    let mut commands = CommandLines::default();
    let mut replies = session.command(&Command::Uci, Instant::now());
    let no_lines = never();
    loop {
        if let Err(error) = say(&mut output, &replies) {
            log::info!("standard output is closed: {error}");
            return Ok(());
        }
        // What cannot be done yet stays in the bounded channel, then in the pipe.
        let next = if session.is_waiting() { &no_lines } else { lines };
        replies = select_biased! {
            recv(next) -> input => match input {
                Ok(Input::Line(line)) => {
                    log::debug!("> {line}");
                    match commands.read(&line) {
                        Command::Quit => return Ok(()),
                        command => session.command(&command, Instant::now()),
                    }
                }
                Ok(Input::TooLong) => {
                    vec![uci::Info::of_string(&format!("a line of more than {LONGEST_LINE} bytes")).into()]
                }
                Err(_) => {
                    complain_at_end(&mut output, &commands);
                    return Ok(());
                }
            },
            recv(events) -> event => match event {
                Ok(event) => session.event(event, Instant::now()),
                Err(_) => anyhow::bail!("the search thread ended"),
            },
            recv(session.wakes_at().map_or_else(never, at)) -> _ => session.wake(Instant::now()),
        };
    }
}

/// Writes the complaint that the end of the input brings, if any; that nobody reads it is no error.
fn complain_at_end(output: &mut impl io::Write, commands: &CommandLines) {
    if let Err(error) = say(output, commands.complaint_at_end().as_slice()) {
        log::info!("standard output is closed: {error}");
    }
}
