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

use std::io;

use tandem_engine::Searcher;
use tandem_nets::Network;
use tandem_session::TABLE_MEBIBYTES;

use crate::{input, platform};
pub(crate) use args::EngineArgs;

/// Runs the engine on standard input and output until `quit` or the end of either: in UCI if the
/// first line is `uci`, in UBI if it is `ubi`, otherwise in CECP.
pub(crate) fn run(args: &EngineArgs) -> anyhow::Result<()> {
    let plan = args.plan()?;
    let (mut searcher, events) = Searcher::new(TABLE_MEBIBYTES);
    searcher.set_params(args.params()?);
    searcher.set_network(Some(Network::embedded()));
    let lines = input::lines(io::stdin());
    let lines = if platform::has_keyboard() { guide::guided(lines) } else { lines };
    let first = lines.recv().ok().map(|arrival| arrival.input);
    if first.as_ref().is_some_and(uci::is_greeting) {
        if plan.is_some() {
            log::warn!("--link is ignored in UCI");
        }
        return uci::speak(uci::session(args, searcher)?, &lines, &events);
    }
    if first.as_ref().is_some_and(ubi::is_greeting) {
        if plan.is_some() {
            log::warn!("--link is ignored in UBI");
        }
        return ubi::speak(args, &lines);
    }
    cecp::speak(cecp::session(args, searcher)?, (first, &lines), &events, plan)
}
