//! Tandem, a bughouse engine.
//!
//! Without a command it speaks CECP, the engine protocol of XBoard and WinBoard, or UCI on standard
//! input and output; see `tandem --help` for the rest.
#![forbid(unsafe_code)]

mod args;
mod cli;
mod commands;
mod display;
mod endpoint;
mod forecast;
mod games;
mod going_on;
mod input;
mod interrupt;
mod link;
mod log_file;
mod parallel;
mod platform;
mod search;
mod selfplay;
mod stdio;
mod whole_file;

use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;

use tandem_rules::notation::legible;

/// Exit code for errors: wrong usage, files that cannot be read, and the like.
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        panic::set_hook(Box::new(|fault| complain(&in_words(fault))));
    }
    match cli::run() {
        Ok(code) => code,
        Err(error) if nobody_listens(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(TROUBLE)
        }
    }
}

/// Says on standard error, in one line, what went wrong. If that is full or closed, the exit code
/// still tells that something did.
fn complain(text: &str) {
    let text = legible(text).replace(['\r', '\n', '\u{c}'], " ");
    let _nobody_may_listen = writeln!(io::stderr(), "tandem: {text}");
}

/// The end of a program that cannot go on: a system without memory for a thread, or a bug. The
/// place is for the second.
fn in_words(fault: &PanicHookInfo<'_>) -> String {
    let reason = fault.payload_as_str().unwrap_or("a fault without a reason");
    match fault.location() {
        Some(place) => format!("{reason} ({}:{})", place.file(), place.line()),
        None => reason.to_owned(),
    }
}

/// True if the output was closed, as `head` does once it has enough, which is not an error of ours.
fn nobody_listens(error: &anyhow::Error) -> bool {
    let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(is_closed)
}
