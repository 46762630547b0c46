//! Tandem, a bughouse engine.
//!
//! Without a command it speaks CECP, the engine protocol of XBoard and WinBoard, or UCI on standard
//! input and output; see `tandem --help` for the rest.
#![forbid(unsafe_code)]

mod args;
mod cli;
mod commands;
mod display;
mod explored;
mod fault;
mod games;
mod going_on;
mod input;
mod interrupt;
mod link;
mod log_file;
mod parallel;
mod platform;
mod search;
#[cfg(feature = "train")]
mod selfplay;
mod stdio;
mod whole_file;
mod wrapping;

use std::io;
use std::process::ExitCode;

/// Exit code for errors: wrong usage, files that cannot be read, and the like.
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    fault::end_program();
    match cli::run() {
        Ok(code) => code,
        Err(error) if nobody_listens(&error) => ExitCode::SUCCESS,
        Err(error) => {
            fault::complain(&fault::with_causes(&error));
            ExitCode::from(TROUBLE)
        }
    }
}

/// True if the output was closed, as `head` does once it has enough, which is not an error of ours.
fn nobody_listens(error: &anyhow::Error) -> bool {
    let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(is_closed)
}
