//! `tandem match`: matches between engines.

mod args;
mod books;
mod clocks;
mod conditions;
mod explain;
mod false_starts;
mod live;
mod merge;
mod openings;
mod settings;
mod table;
mod teams;

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use tandem_arbiter::ledger::Ledger;
use tandem_arbiter::schedule::Fixture;
use tandem_arbiter::{Report, Timing};

use crate::games::reading::is_one_file;
use crate::parallel::workers;
use crate::platform;
use args::PlayArgs;
use books::Books;
use conditions::Conditions;
use live::Live;
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
        Some(MatchCommand::Merge(args)) => merge::run(args)?,
        Some(MatchCommand::Explain(args)) => return explain::run(args),
        None => play(&args.play)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn play(args: &PlayArgs) -> anyhow::Result<()> {
    let conditions = Conditions::of(args)?;
    let settings = MatchSettings::of(args, &conditions);
    let fixtures: Vec<Fixture> = settings.schedule()?.fixtures(args.shard).collect();
    warn_of_repeated_games(&conditions, fixtures.len());
    warn_of_unlimited_engines(args, &conditions);
    let bpgn = bpgn(args)?;
    // Before any file is made: an engine that cannot be started ends the match here.
    let is_new = args.results.as_ref().is_none_or(|path| !path.exists());
    let first_table = if is_new { Some(Table::new(&conditions)?) } else { None };
    let mut books = open_books(args, &settings, &fixtures, &bpgn)?;
    play_what_is_left(args, &conditions, &fixtures, first_table, &mut books)?;
    let report = books.close();
    if report.games() > 1 {
        writeln!(stdout(), "{report}")?;
        report.to_string().lines().for_each(|line| log::info!("{line}"));
    }
    writeln!(stdout(), "written to {}", bpgn.display())?;
    Ok(())
}

fn open_books(
    args: &PlayArgs,
    settings: &MatchSettings,
    fixtures: &[Fixture],
    bpgn: &Path,
) -> anyhow::Result<Books> {
    let open = |path: &PathBuf| {
        Ledger::open(path, &settings.0).with_context(|| format!("`{}`", path.display()))
    };
    let plan = books::Plan {
        games: fixtures.iter().map(|fixture| fixture.number).collect(),
        report: Report::new(settings.teams(), settings.sprt()?),
        stops_when_decided: args.sprt.is_some() && !args.shard.is_part(),
        is_shown_live: is_live(args, fixtures),
    };
    let ledger = args.results.as_ref().map(open).transpose()?;
    let books = Books::open(plan, ledger, bpgn)?;
    let there = fixtures.iter().filter(|fixture| books.had(fixture.number)).count();
    if there > 0 {
        writeln!(stdout(), "{there} of {} games are already in the results", fixtures.len())?;
    }
    Ok(books)
}

fn play_what_is_left(
    args: &PlayArgs,
    conditions: &Conditions,
    fixtures: &[Fixture],
    first_table: Option<Table>,
    books: &mut Books,
) -> anyhow::Result<()> {
    let games = fixtures.len();
    let left: Vec<(usize, &Fixture)> = (1..)
        .zip(fixtures)
        .filter(|(_, fixture)| !books.had(fixture.number) && !books.are_closed())
        .collect();
    let is_live = is_live(args, fixtures);
    let first_table = Mutex::new(first_table);
    workers::run(
        if is_live { NonZeroUsize::MIN } else { concurrency(args, conditions, left.len()) },
        left.into_iter(),
        || match first_table.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(table) => Ok(table),
            None => Table::new(conditions),
        },
        |table, (count, fixture)| {
            log::info!("game {count} begins");
            let mut live = is_live.then(|| Live::new(table.names(fixture), platform::has_colors()));
            let (entry, played) = table.play(fixture, &mut live);
            (entry, live.map(|live| (live, played, count)))
        },
        |(entry, live)| {
            let summary = books::summary(&entry);
            let goes_on = books.add(entry)?; // first: an output closed early loses no game
            if let Some((mut live, played, count)) = live {
                live.finish(&played, &format!("game {count} of {games}: {summary}"))?;
            }
            Ok(goes_on)
        },
    )
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

fn bpgn(args: &PlayArgs) -> anyhow::Result<PathBuf> {
    let bpgn = match (&args.bpgn, &args.results) {
        (Some(bpgn), _) => bpgn.clone(),
        (None, Some(results)) if results.extension().is_some_and(|end| end == "jsonl") => {
            results.with_extension("bpgn")
        }
        (None, Some(results)) => {
            let mut name = results.clone().into_os_string();
            name.push(".bpgn");
            PathBuf::from(name)
        }
        (None, None) => PathBuf::from("match.bpgn"),
    };
    if args.results.as_ref().is_some_and(|results| is_one_file(results, &bpgn)) {
        bail!("results and games need different files, found `{}`", bpgn.display());
    }
    Ok(bpgn)
}
