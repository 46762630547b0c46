//! Command line: parsing, logging and dispatch to the commands.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use tandem_nets::Arithmetic;
use tandem_rules::notation::legible;

#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::commands::{
    analyze, bench, book, bpgn, calibrate, completions, explorer, genfens, manual, match_, perft,
    play, players, puzzles, show, suite,
};
#[cfg(feature = "train")]
use crate::commands::{data, datagen, train, tune};
use crate::log_file::LogFile;
use crate::{TROUBLE, stdio};

/// A bughouse engine: two boards, four seats, and a partner.
///
/// Without a command, Tandem speaks an engine protocol on standard input and output: UCI if the
/// first line is `uci`, UBI if it is `ubi`, otherwise that of XBoard and WinBoard (CECP).
#[derive(Parser)]
#[command(version, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    engine: stdio::EngineArgs,
}

#[derive(Subcommand)]
enum Command {
    Play(play::PlayArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Match(Box<match_::MatchArgs>),
    #[command(visible_alias = "analyse")]
    Analyze(Box<analyze::AnalyzeArgs>),
    Calibrate(calibrate::CalibrateArgs),
    #[cfg(feature = "train")]
    Datagen(datagen::DatagenArgs),
    #[cfg(feature = "train")]
    Data(data::DataArgs),
    #[cfg(feature = "train")]
    Train(train::TrainArgs),
    #[cfg(feature = "train")]
    Tune(tune::TuneArgs),
    Book(book::BookArgs),
    Suite(Box<suite::SuiteArgs>),
    Genfens(genfens::GenfensArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Show(show::ShowArgs),
    Bpgn(bpgn::BpgnArgs),
    Explorer(Box<explorer::ExplorerArgs>),
    Players(Box<players::PlayersArgs>),
    Puzzles(Box<puzzles::PuzzlesArgs>),
    Completions(completions::CompletionsArgs),
    Manual(manual::ManualArgs),
}

/// Parses the command line and runs its command; without one, the engine protocol.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let Cli { command, engine } = match Cli::try_parse_from(arguments()) {
        Ok(cli) => cli,
        Err(said) => {
            let printed = said.print();
            if !said.use_stderr() {
                printed?; // help is an answer: it must not be lost without a word
            }
            return Ok(ExitCode::from(u8::try_from(said.exit_code()).unwrap_or(TROUBLE)));
        }
    };
    start_log(command.as_ref().map_or_else(|| engine.log(), Command::log))?;
    let arithmetic = Arithmetic::chosen()?;
    log::info!("arithmetic: {}", arithmetic.describe());
    match command {
        None => stdio::run(&engine)?,
        Some(Command::Play(args)) => play::run(&args)?,
        #[cfg(feature = "serve")]
        Some(Command::Serve(args)) => serve::run(&args)?,
        Some(Command::Match(args)) => return match_::run(&args),
        Some(Command::Analyze(args)) => return analyze::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args)?,
        #[cfg(feature = "train")]
        Some(Command::Datagen(args)) => datagen::run(&args)?,
        #[cfg(feature = "train")]
        Some(Command::Data(args)) => data::run(&args)?,
        #[cfg(feature = "train")]
        Some(Command::Train(args)) => train::run(&args)?,
        #[cfg(feature = "train")]
        Some(Command::Tune(args)) => return tune::run(&args),
        Some(Command::Book(args)) => book::run(&args)?,
        Some(Command::Suite(args)) => suite::run(&args)?,
        Some(Command::Genfens(args)) => genfens::run(&args)?,
        Some(Command::Perft(args)) => perft::run(&args)?,
        Some(Command::Bench(args)) => bench::run(&args)?,
        Some(Command::Show(args)) => show::run(&args)?,
        Some(Command::Bpgn(args)) => return bpgn::run(&args),
        Some(Command::Explorer(args)) => return explorer::run(&args),
        Some(Command::Players(args)) => return players::run(&args),
        Some(Command::Puzzles(args)) => return puzzles::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, Cli::command())?,
        Some(Command::Manual(args)) => manual::run(&args, Cli::command())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The arguments of the program. Testing frameworks call a program with `genfens …` as one argument.
fn arguments() -> impl Iterator<Item = OsString> {
    let is_genfens =
        |text: &OsString| text.to_str().is_some_and(|text| text.starts_with("genfens "));
    let mut given = std::env::args_os();
    let name = given.next();
    let mut rest = given.peekable();
    let command = rest.peek().is_some_and(is_genfens).then(|| OsString::from("genfens"));
    name.into_iter().chain(command).chain(rest)
}

impl Command {
    /// The file given by `--log`; `None` logs to standard error.
    fn log(&self) -> Option<&Path> {
        match self {
            Self::Play(args) => args.log(),
            Self::Match(args) => args.log(),
            _ => None,
        }
    }
}

/// Starts the log: level `info` to `file`, or level `warn` to standard error; the environment
/// variable `RUST_LOG` sets another level.
///
/// A user who asks for a file wants to know what happens; standard error is for problems.
fn start_log(file: Option<&Path>) -> anyhow::Result<()> {
    let level = if file.is_some() { "info" } else { "warn" };
    let mut log =
        env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(level));
    if let Some(path) = file {
        let file =
            LogFile::open(path).with_context(|| format!("cannot write `{}`", path.display()))?;
        log.target(env_logger::Target::Pipe(Box::new(file)));
    }
    // Lines of engines, files and partners are logged as they came.
    log.format(|out, record| {
        let (time, level) = (out.timestamp(), record.level());
        let text = record.args().to_string();
        writeln!(out, "[{time} {level:<5} {}] {}", record.target(), legible(&text))
    });
    log.init();
    Ok(())
}
