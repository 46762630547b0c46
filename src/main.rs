//! Tandem, a bughouse engine.
//!
//! Without a command it speaks the engine protocol of XBoard and WinBoard on standard input and
//! output; see `tandem --help` for the rest.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a program prints; its libraries do not")]

mod cli;
mod commands;
mod draw;
mod endpoint;
mod platform;
mod record;
mod session;

use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tandem: {error:#}");
            ExitCode::from(2)
        }
    }
}
