//! The command line.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{bench, bpgn, match_, perft, show};
use crate::session;

/// A bughouse engine: two boards, four seats, and a partner.
///
/// Without a command, Tandem speaks the engine protocol of XBoard and WinBoard (CECP) on
/// standard input and output.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Match(match_::MatchArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Show(show::ShowArgs),
    Bpgn(bpgn::BpgnArgs),
}

/// Does what the command line says.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        None => session::run()?,
        Some(Command::Match(args)) => match_::run(&args)?,
        Some(Command::Perft(args)) => perft::run(&args)?,
        Some(Command::Bench(args)) => bench::run(&args)?,
        Some(Command::Show(args)) => show::run(&args)?,
        Some(Command::Bpgn(args)) => return bpgn::run(&args),
    }
    Ok(ExitCode::SUCCESS)
}
