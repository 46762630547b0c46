//! `tandem match`: matches between engines.

mod adjudication;
mod args;
mod books;
mod clocks;
mod conditions;
mod engines;
mod explain;
mod false_starts;
mod live;
mod merge;
mod openings;
mod records;
mod result_line;
mod settings;
mod table;
mod teams;

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use parking_lot::Mutex;
use tandem_arbiter::ledger::Ledger;
use tandem_arbiter::schedule::Fixture;
use tandem_arbiter::{Interruption, Lateness, Report, Sampler, Timing, end_strays};

use crate::parallel::workers;
use crate::{going_on, interrupt, platform, whole_file};
use args::PlayArgs;
use books::Books;
use conditions::Conditions;
use live::Live;
use records::Kind;
use result_line::Names;
use settings::MatchSettings;
use table::Table;

/// Plays matches between Tandem and any engines: bughouse, or crazyhouse and chess on one board.
///
/// A game has four seats on two boards, each with a clock. Two teams play pairs of games with one
/// opening and swapped seats; more teams meet in a round robin or a gauntlet. A single game is
/// shown live (a line for each move where standard output is not a terminal); longer matches print
/// a line for each game, and a table of strengths at the end. Engines other than this Tandem are
/// programs that speak CECP, the protocol of XBoard, or UCI; each seat has a process of its own, or
/// each team where a program plays two boards.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct MatchArgs {
    #[command(subcommand)]
    command: Option<MatchCommand>,
    #[command(flatten)]
    play: PlayArgs,
}

#[derive(Subcommand)]
enum MatchCommand {
    Merge(merge::MergeArgs),
    Explain(explain::ExplainArgs),
}

impl MatchArgs {
    /// The file for diagnostics; `None` means standard error.
    pub(crate) fn log(&self) -> Option<&Path> {
        self.play.log.as_deref()
    }
}

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        Some(MatchCommand::Merge(args)) => merge::run(args).map(|()| ExitCode::SUCCESS),
        Some(MatchCommand::Explain(args)) => explain::run(args),
        None => play(&args.play),
    }
}

fn play(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let conditions = Conditions::of(args)?;
    let settings = MatchSettings::of(args, &conditions);
    let fixtures: Vec<Fixture> = settings.schedule()?.fixtures(args.shard).collect();
    warn_of_repeated_games(&conditions, fixtures.len());
    warn_of_unlimited_engines(args, &conditions);
    let records =
        Kind::of(conditions.boards()).file(args.bpgn.as_deref(), args.results.as_deref())?;
    whole_file::refuse_doubled([Some(&records), args.results.as_ref(), args.log.as_ref()])?;
    let interruption = Interruption::default();
    let switch = interruption.clone();
    interrupt::at_first(move || switch.interrupt())?;
    // Before any file is made: an engine that cannot be started ends the match here.
    let is_new = args.results.as_ref().is_none_or(|path| !path.exists());
    let first_table = if is_new { Some(Table::new(&conditions, &interruption)?) } else { None };
    let names = Names::of(&conditions.teams);
    let mut books = open_books(args, &settings, (&fixtures, names), &records)?;
    // On the node clock no time is measured.
    let sampler = (conditions.timing() == Timing::Wall).then(Sampler::start);
    let playing = Playing { args, conditions: &conditions, fixtures: &fixtures, interruption };
    playing.play_what_is_left(first_table, &mut books)?;
    end_strays();
    let lateness = sampler.map(Sampler::stop);
    playing.tell_end(books, lateness, &records)
}

fn open_books(
    args: &PlayArgs,
    settings: &MatchSettings,
    (fixtures, names): (&[Fixture], Names),
    records: &Path,
) -> anyhow::Result<Books> {
    let open = |path: &PathBuf| {
        Ledger::open(path, &settings.0).with_context(|| format!("`{}`", path.display()))
    };
    let plan = books::Plan {
        games: fixtures.iter().map(|fixture| fixture.number).collect(),
        report: Report::new(settings.teams(), settings.sprt()?),
        names,
        stops_when_decided: args.sprt.is_some() && !args.shard.is_part(),
        is_shown_live: is_live(args, fixtures),
    };
    let ledger = args.results.as_ref().map(open).transpose()?;
    let books = Books::open(plan, ledger, records)?;
    let there = fixtures.iter().filter(|fixture| books.had(fixture.number)).count();
    if there > 0 {
        writeln!(stdout(), "{there} of {} games are already in the results", fixtures.len())?;
    }
    Ok(books)
}

/// A match that is being played.
struct Playing<'a> {
    args: &'a PlayArgs,
    conditions: &'a Conditions<'a>,
    fixtures: &'a [Fixture],
    /// Set by Ctrl-C and SIGTERM.
    interruption: Interruption,
}

impl<'a> Playing<'a> {
    /// Plays all games that the books lack, until they are closed or the match is interrupted. Games
    /// that an interruption breaks off do not count.
    fn play_what_is_left(
        &self,
        first_table: Option<Table<'a>>,
        books: &mut Books,
    ) -> anyhow::Result<()> {
        let Self { args, conditions, fixtures, interruption } = self;
        let games = fixtures.len();
        let left: Vec<(usize, &Fixture)> = (1..)
            .zip(*fixtures)
            .filter(|(_, fixture)| !books.had(fixture.number) && !books.are_closed())
            .collect();
        let is_live = is_live(args, fixtures);
        let first_table = Mutex::new(first_table);
        workers::run(
            if is_live { NonZeroUsize::MIN } else { concurrency(args, conditions, left.len()) },
            left.into_iter().take_while(|_| !interruption.is_on()),
            || match first_table.lock().take() {
                Some(table) => Ok(table),
                None => Table::new(conditions, interruption),
            },
            |table, (count, fixture)| {
                log::info!("game {count} begins");
                let mut live =
                    is_live.then(|| Live::new(table.names(fixture), platform::has_colors()));
                let (entry, played) = table.play(fixture, &mut live);
                let is_whole = !interruption.is_on() || entry.ending != "broken off";
                is_whole.then(|| (entry, live.map(|live| (live, played, count))))
            },
            |done| {
                let Some((entry, live)) = done else { return Ok(ControlFlow::Continue(())) };
                let summary = books.summary(&entry);
                let goes_on = books.add(entry)?; // first: an output closed early loses no game
                if let Some((mut live, played, count)) = live {
                    live.finish(&played, &format!("game {count} of {games}: {summary}"))?;
                }
                Ok(goes_on)
            },
        )
    }

    /// Prints the last lines of a match: the table, the lateness of the machine, what is wrong with
    /// the result, and how to go on.
    fn tell_end(
        &self,
        books: Books,
        lateness: Option<Lateness>,
        records: &Path,
    ) -> anyhow::Result<ExitCode> {
        let games = books.games();
        let report = if self.interruption.is_on() { books.close_early()? } else { books.close() };
        let is_interrupted = self.interruption.is_on() && report.games() < games;
        let mut lines = Vec::new();
        if report.games() > 1 {
            lines.extend(report.to_string().lines().map(str::to_owned));
        }
        lines.push(format!("written to {}", records.display()));
        lines.extend(lateness.map(|lateness| lateness.to_string()));
        lines.extend(report.doubt());
        if is_interrupted {
            lines.push(format!("interrupted after {} of {games} games", report.games()));
            lines.push(match self.args.results {
                Some(_) => format!("to go on: {}", going_on::command()),
                None => "a match can go on after a break only with --results FILE".to_owned(),
            });
        }
        for line in lines {
            writeln!(stdout(), "{line}")?;
            log::info!("{line}");
        }
        let code = if is_interrupted { interrupt::EXIT_CODE } else { 0 };
        Ok(ExitCode::from(code))
    }
}

/// True if games are shown live: if asked for, or if there is only one.
fn is_live(args: &PlayArgs, fixtures: &[Fixture]) -> bool {
    args.live || fixtures.len() == 1
}

/// Number of games played at once. On the wall clock, each game needs as many cores as players may
/// think at the same time: one for each board.
fn concurrency(args: &PlayArgs, conditions: &Conditions, games: usize) -> NonZeroUsize {
    let cores = workers::cores();
    let usual = match args.clocks.clock {
        Timing::Wall => {
            NonZeroUsize::new(cores.get() / conditions.boards()).unwrap_or(NonZeroUsize::MIN)
        }
        Timing::Nodes { .. } => cores,
    };
    let useful = NonZeroUsize::new(games).unwrap_or(NonZeroUsize::MIN);
    args.concurrency.unwrap_or(usual).min(useful)
}

/// Warns of engines that are not told of --nodes: CECP has no command for a node limit.
fn warn_of_unlimited_engines(args: &PlayArgs, conditions: &Conditions) {
    if args.nodes.is_none() {
        return;
    }
    for name in conditions.unlimited_engines() {
        log::warn!(
            "--nodes does not reach `{name}`, which speaks CECP; a Tandem takes it in its own command"
        );
    }
}

fn warn_of_repeated_games(conditions: &Conditions, games: usize) {
    let repeats = conditions.timing() != Timing::Wall;
    if repeats && games > 4 && conditions.starts.is_single() {
        log::warn!(
            "all games have one opening, so some may be identical; --openings random varies them"
        );
    }
}
