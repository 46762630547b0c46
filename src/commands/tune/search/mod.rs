//! `tandem tune search`: tunes parameters of the search by games of Tandem against itself.

mod selection;
mod table;
mod tuning;

use std::io::{Write, stdout};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use tandem_arbiter::Interruption;
use tandem_arbiter::journal::{Journal, Settings};
use tandem_arbiter::openings::RandomOpenings;
use tandem_engine::ParamSet;
use tandem_rules::TimeControl;

use self::selection::Kind;
use self::table::Conditions;
use self::tuning::PAIR;
use super::course::outputs::OutputArgs;
use super::course::settings::CourseSettings;
use super::course::{Course, KIND};
use crate::args::evaluation::{self, EvalArgs};
use crate::args::params::ParamArgs;
use crate::args::rules::RuleArgs;
use crate::commands::bench;
use crate::games::reading::is_one_file;
use crate::parallel::workers;
use crate::selfplay::in_process::Sight;
use crate::{going_on, interrupt};

/// Tunes many parameters of the search at once, by SPSA in games of Tandem against itself.
///
/// In each pair of games all parameters are moved a little up or down at random, and play against
/// the same moves the other way; the result moves each of them a little towards the better side.
/// The games are played on the node clock: the same command gives the same course on any number of
/// cores. Each iteration is a line in the file of results, and the same command continues after an
/// interruption.
#[derive(Args)]
pub(super) struct SearchArgs {
    /// File for the results, a line of JSON for each iteration
    #[arg(long, value_name = "FILE")]
    results: PathBuf,
    /// Parameters to tune: names, or patterns such as `lmr_*`, separated by commas; by default, all
    /// that have an effect in the games
    #[arg(long, value_name = "NAME[,…]", value_delimiter = ',')]
    params: Vec<String>,
    /// Perturbation of parameters at the end (`c_end`), as in `lmr_*=80`; by default, a twentieth of
    /// the range from 0 to twice the start, at least 0.5. May be given several times
    #[arg(long, value_name = "NAME=C")]
    c_end: Vec<String>,
    /// Step at the end for a won game, as a part of `c_end`
    #[arg(long, default_value_t = 0.002, value_name = "R", value_parser = rate)]
    r_end: f64,
    /// Number of iterations; the decay of the steps depends on it
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// Number of pairs of games in an iteration, each from an opening and with a perturbation of
    /// its own; all begin at the same values
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// Nodes of each move
    #[arg(long, default_value = "5000", value_name = "N")]
    nodes: NonZeroU64,
    /// Let players see both boards and all clocks, as linked partners do
    #[arg(long)]
    linked: bool,
    /// Time for each player in seconds, as in 60+0.5; a full move takes a hundredth of a second
    #[arg(long, default_value = "60", value_name = "CONTROL")]
    tc: TimeControl,
    #[command(flatten)]
    rules: RuleArgs,
    /// Number of random moves before each game, on both boards together; half as many on one
    #[arg(long, default_value_t = 8, value_name = "N")]
    random_plies: usize,
    /// Keep an opening only if a short search calls it even within CP centipawns
    #[arg(long, default_value_t = 150, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    balance: i32,
    /// Seed of perturbations and openings
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Size of each seat's transposition table in MiB
    #[arg(long, default_value_t = 4, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Number of games played at once; by default, one for each core
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    #[command(flatten)]
    start: ParamArgs,
    #[command(flatten)]
    eval: EvalArgs,
    #[command(flatten)]
    outputs: OutputArgs,
}

/// Depth of the bench in the settings: enough to tell one search from another in a moment.
const BENCH_DEPTH: u32 = 4;

/// Reads a step that is more than nothing.
fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "expected a number above 0".to_owned())
}

pub(super) fn run(args: &SearchArgs) -> anyhow::Result<ExitCode> {
    if let Some(output) = args.outputs.files().find(|output| is_one_file(&args.results, output)) {
        bail!("results and outputs need different files, found `{}`", output.display());
    }
    let base = args.start.params()?;
    let kind = args.kind()?;
    let conditions = args.conditions(kind.sight)?;
    let settings = args.settings(&args.course(kind, &base)?, &conditions)?;
    let mut course = Course::of(&settings)?;
    let interruption = Interruption::default();
    let switch = interruption.clone();
    interrupt::at_first(move || switch.interrupt())?;
    let journal = open(args, &settings, &mut course)?;
    args.tell_start(kind, &course)?;
    let (begun, before) = (Instant::now(), course.done());
    let concurrency = args.concurrency.unwrap_or_else(workers::cores);
    let useful = NonZeroUsize::new(course.settings.pairs * PAIR).unwrap_or(NonZeroUsize::MIN);
    tuning::run(&conditions, (&mut course, journal), base, concurrency.min(useful), &interruption)?;
    let games = (course.done() - before) as usize * course.settings.pairs * PAIR;
    if games > 0 {
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(
            stdout(),
            "{games} games in {seconds:.0} s, {:.2} a second",
            games as f64 / seconds
        )?;
    }
    let (done, is_complete) = (course.done(), course.is_complete());
    args.outputs.write(&[course])?;
    if is_complete {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(stdout(), "interrupted after {done} of {} iterations", args.iterations)?;
    writeln!(stdout(), "to go on: {}", going_on::command())?;
    Ok(ExitCode::from(interrupt::EXIT_CODE))
}

/// Opens the journal, and adds the iterations that it has to the course.
fn open(args: &SearchArgs, settings: &Settings, course: &mut Course) -> anyhow::Result<Journal> {
    let of_file = || format!("`{}`", args.results.display());
    let (journal, iterations) =
        Journal::open(&args.results, &KIND, settings).with_context(of_file)?;
    course.add_all(iterations).with_context(of_file)?;
    Ok(journal)
}

impl SearchArgs {
    fn kind(&self) -> anyhow::Result<Kind> {
        let variant = self.rules.variant();
        if self.linked && variant.boards().len() == 1 {
            bail!("--linked shows a second board, but `{}` has one", self.rules);
        }
        let sight = if self.linked { Sight::BothBoards } else { Sight::OwnBoard };
        Ok(Kind { variant, sight })
    }

    fn conditions(&self, sight: Sight) -> anyhow::Result<Conditions> {
        let (rules, variant) = (self.rules.rule_set()?, self.rules.variant());
        let openings = RandomOpenings {
            seed: self.seed,
            plies: self.random_plies * variant.boards().len() / 2,
            variant,
            rules: rules.moves,
            chess960: false,
            gifts: false,
        };
        Ok(Conditions {
            rules,
            sight,
            control: self.tc,
            nodes: self.nodes,
            hash_mebibytes: self.hash as usize,
            networks: self.eval.networks()?,
            openings,
            balance: self.balance,
        })
    }

    /// The settings that the course follows from, given the results.
    fn course(&self, kind: Kind, base: &ParamSet) -> anyhow::Result<CourseSettings> {
        let mut tuned = selection::select(&self.params, kind, base.of(kind.variant))?;
        selection::set_c(&mut tuned, &self.c_end)?;
        Ok(CourseSettings {
            iterations: self.iterations,
            pairs: self.pairs as usize,
            seed: self.seed,
            r_end: self.r_end,
            variant: kind.variant,
            tuned,
        })
    }

    /// All settings: those of the course, and those that its results depend on.
    fn settings(
        &self,
        course: &CourseSettings,
        conditions: &Conditions,
    ) -> anyhow::Result<Settings> {
        let networks = conditions.networks.clone();
        let evaluation = evaluation::name(networks.as_deref());
        let bench = bench::nodes_to_depth(BENCH_DEPTH, networks)?;
        Ok(course.with([
            ("linked", self.linked.to_string()),
            ("rules", self.rules.to_string()),
            ("nodes", self.nodes.to_string()),
            ("tc", self.tc.to_string()),
            ("random-plies", self.random_plies.to_string()),
            ("balance", self.balance.to_string()),
            ("hash", self.hash.to_string()),
            ("param", self.start.text()),
            ("evaluation", evaluation),
            ("bench", format!("{bench} to depth {BENCH_DEPTH}")),
        ]))
    }

    /// Prints the parameters that are tuned, and if all are, those that are left out.
    fn tell_start(&self, kind: Kind, course: &Course) -> anyhow::Result<()> {
        let mut out = stdout();
        let names: Vec<&str> = course.settings.tuned.iter().map(|tuned| tuned.name).collect();
        writeln!(out, "{} parameters are tuned: {}", names.len(), names.join(", "))?;
        if self.params.is_empty() {
            for line in selection::left_out(kind) {
                writeln!(out, "left out: {line}")?;
            }
        }
        if course.done() > 0 {
            let (done, all) = (course.done(), course.settings.iterations);
            writeln!(out, "{done} of {all} iterations are already in the results")?;
        }
        Ok(())
    }
}
