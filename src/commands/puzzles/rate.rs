//! `tandem puzzles rate`.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;
use tandem_analysis::puzzles::Kind;
use tandem_analysis::puzzles::set::{PuzzleSet, SetPuzzle};
use tandem_engine::Elo;

use super::fit::{Attempts, least_squares, rank_correlation, rating};
use super::set_in;
use super::solver::{Exercise, Solver};

/// The levels that solve: from 500 to 2500 Elo.
const LEVELS: std::ops::RangeInclusive<u16> = 500..=2500;
/// Difference between two levels.
const STEP: usize = 200;

/// Rates the puzzles of a set by the levels that solve them.
///
/// Levels from 500 to 2500 Elo try each puzzle. Half of their attempts give the rating: a player of that
/// Elo solves the puzzle every other time. The other half, with other seeds, shows how well the ratings
/// agree with success: the correlation of ranks is printed, and beside it that of ratings which are
/// predicted from the length of the mate and the nodes of its proof alone, by weights that are fitted to
/// other puzzles. With --out a set with the new ratings is written; without it the ratings of the set
/// are compared with attempts of other seeds.
#[derive(Args)]
pub(super) struct RateArgs {
    /// File of puzzles; that of the program by default
    file: Option<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of attempts of a level in each half
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    attempts: u32,
    /// First seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Try one in this many puzzles, if the ratings are only compared
    #[arg(long, default_value_t = 1, value_name = "N", conflicts_with = "out", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// A puzzle with the attempts of the levels at it.
struct Rated {
    known: SetPuzzle,
    /// Attempts of the half that decides the rating, none if it is kept; and of the other half.
    halves: [Vec<Attempts>; 2],
}

pub(super) fn run(args: &RateArgs) -> anyhow::Result<ExitCode> {
    let set = set_in(args.file.as_deref())?;
    let chosen: Vec<_> = set.puzzles().iter().step_by(args.every as usize).collect();
    let bar = ProgressBar::new(chosen.len() as u64);
    let rated = chosen.into_par_iter().map_init(Solver::new, |solver, known| {
        let rated = attempt(solver, known, args);
        bar.inc(1);
        rated
    });
    let rated: Vec<Rated> = rated.collect::<anyhow::Result<_>>()?;
    if let Some(path) = &args.out {
        let bytes = PuzzleSet::new(rated.iter().map(|rated| rated.known.clone())).to_bytes();
        fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    report(&rated)?;
    Ok(ExitCode::SUCCESS)
}

/// Lets the levels try a puzzle, and rates it if it is to be rated.
fn attempt(solver: &mut Solver, known: &SetPuzzle, args: &RateArgs) -> anyhow::Result<Rated> {
    let mut exercise = Exercise::new(&known.puzzle)?;
    let mut half = |first: u64| -> anyhow::Result<Vec<Attempts>> {
        let mut all = Vec::new();
        for elo in LEVELS.step_by(STEP).filter_map(Elo::new) {
            let mut successes = 0;
            for seed in (first..).take(args.attempts as usize) {
                successes += u32::from(solver.solves(&mut exercise, elo, seed)?);
            }
            all.push(Attempts {
                elo: f64::from(elo.number()),
                solved: successes,
                of: args.attempts,
            });
        }
        Ok(all)
    };
    let deciding = if args.out.is_some() { half(args.seed)? } else { Vec::new() };
    let other = half(args.seed + u64::from(args.attempts))?;
    let rating = if deciding.is_empty() { known.rating } else { rating(&deciding) };
    Ok(Rated { known: SetPuzzle { rating, ..known.clone() }, halves: [deciding, other] })
}

impl Rated {
    /// The share of solved attempts in the half that does not decide.
    fn success(&self) -> f64 {
        let [_, other] = &self.halves;
        let sum = |count: fn(&Attempts) -> u32| f64::from(other.iter().map(count).sum::<u32>());
        sum(|attempts| attempts.solved) / sum(|attempts| attempts.of)
    }

    /// What is known of a puzzle without any attempt.
    fn features(&self) -> [f64; 3] {
        let puzzle = &self.known.puzzle;
        [1.0, puzzle.moves as f64, (puzzle.nodes as f64).ln_1p()]
    }
}

fn report(rated: &[Rated]) -> anyhow::Result<()> {
    writeln!(stdout(), "puzzles {}", rated.len())?;
    writeln!(stdout(), "Elo   solved by the half that does not decide")?;
    for (at, elo) in LEVELS.step_by(STEP).enumerate() {
        let solved: u32 = rated.iter().map(|rated| rated.halves[1][at].solved).sum();
        let of: u32 = rated.iter().map(|rated| rated.halves[1][at].of).sum();
        writeln!(stdout(), "{elo:<5} {:.1} %", f64::from(solved) / f64::from(of.max(1)) * 100.0)?;
    }
    writeln!(stdout(), "correlation of ranks with failure in the other half:")?;
    let of = |kinds: &[Kind]| -> Vec<&Rated> {
        rated.iter().filter(|rated| kinds.contains(&rated.known.puzzle.kind)).collect()
    };
    for kind in Kind::ALL {
        line(kind.name(), &of(&[kind]))?;
    }
    line("all", &of(&Kind::ALL))
}

/// The correlations of some puzzles, as a line.
fn line(name: &str, rated: &[&Rated]) -> anyhow::Result<()> {
    let failure = |rated: &Rated| 1.0 - rated.success();
    let pairs: Vec<_> =
        rated.iter().map(|rated| (f64::from(rated.known.rating), failure(rated))).collect();
    let by_rating = rank_correlation(&pairs);
    let by_features = rank_correlation(&predicted(rated));
    // Two ranks that are all alike, as of one puzzle, have no correlation.
    let shown = |value: f64| if value.is_nan() { "-".to_owned() } else { format!("{value:.3}") };
    let [by_rating, by_features] = [by_rating, by_features].map(shown);
    writeln!(
        stdout(),
        "{name:<5} {:>5} puzzles  rating {by_rating}  plies and nodes alone {by_features}",
        rated.len()
    )?;
    Ok(())
}

/// Failure as features predict it, by weights fitted to every second puzzle, of the others; kind by
/// kind. Each pair has the prediction and what was found.
fn predicted(rated: &[&Rated]) -> Vec<(f64, f64)> {
    let mut pairs = Vec::new();
    for kind in Kind::ALL {
        let of_kind = rated.iter().filter(|rated| rated.known.puzzle.kind == kind);
        let rows: Vec<_> = of_kind.map(|rated| (rated.features(), 1.0 - rated.success())).collect();
        for fold in 0..2 {
            let known: Vec<_> = rows.iter().skip(fold).step_by(2).copied().collect();
            let weights = least_squares(&known);
            for (features, found) in rows.iter().skip(1 - fold).step_by(2) {
                let value = features.iter().zip(&weights).map(|(one, other)| one * other);
                pairs.push((value.sum::<f64>(), *found));
            }
        }
    }
    pairs
}
