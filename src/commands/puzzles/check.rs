//! `tandem puzzles check`.

use std::collections::HashSet;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rayon::prelude::*;
use tandem_analysis::puzzles::set::{Likeness, SetPuzzle};
use tandem_analysis::puzzles::{Kind, Setting};
use tandem_rules::MoveRules;

use super::set_in;

/// Proves the puzzles of a set again.
///
/// Each puzzle is asked anew, with nothing known, and must have the same solution, mate and theme; no
/// two puzzles may be alike. Each fault is a line. The exit code is 0 without faults, 1 with some, and 2
/// if the file cannot be read.
#[derive(Args)]
pub(super) struct CheckArgs {
    /// File of puzzles; that of the program by default
    file: Option<PathBuf>,
    /// Number of puzzles to prove, chosen by the seed; all by default
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Seed of the choice
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let set = set_in(args.file.as_deref())?;
    let chosen = chosen(set.puzzles(), args.sample.unwrap_or(usize::MAX), args.seed);
    let unproved = chosen.par_iter().filter_map(|(line, puzzle)| {
        let fault = fault_of(puzzle)?;
        Some(format!("line {line}: {fault}"))
    });
    let unproved: Vec<String> = unproved.collect();
    let alike = alike(set.puzzles());
    for fault in unproved.iter().chain(&alike) {
        writeln!(stdout(), "{fault}")?;
    }
    for kind in Kind::ALL {
        let count = set.puzzles().iter().filter(|known| known.puzzle.kind == kind).count();
        writeln!(stdout(), "{} {count}", kind.name())?;
    }
    writeln!(stdout(), "puzzles {}", set.puzzles().len())?;
    writeln!(stdout(), "proved {}", chosen.len() - unproved.len())?;
    let faults = unproved.len() + alike.len();
    writeln!(stdout(), "faults {faults}")?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Puzzles with the numbers of their lines, in the order of a set.
fn chosen(puzzles: &[SetPuzzle], most: usize, seed: u64) -> Vec<(usize, &SetPuzzle)> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut all: Vec<_> = (1..).zip(puzzles).map(|entry| (dice.next_u64(), entry)).collect();
    if all.len() > most {
        all.sort_unstable_by_key(|(dice, (line, _))| (*dice, *line));
        all.truncate(most);
        all.sort_unstable_by_key(|(_, (line, _))| *line);
    }
    all.into_iter().map(|(_, entry)| entry).collect()
}

/// What is wrong with a puzzle.
fn fault_of(SetPuzzle { puzzle, .. }: &SetPuzzle) -> Option<String> {
    let setting = match Setting::of(puzzle, MoveRules::default()) {
        Ok(setting) => setting,
        Err(error) => return Some(error.to_string()),
    };
    match setting.prove(puzzle) {
        Some(proved) if proved == *puzzle => None,
        Some(proved) => Some(format!("the solution is {:?}", proved.solution)),
        None => Some("there is no proof".to_owned()),
    }
}

/// The puzzles that are like an earlier one.
fn alike(puzzles: &[SetPuzzle]) -> Vec<String> {
    let (mut men, mut courses) = (HashSet::new(), HashSet::new());
    let mut faults = Vec::new();
    for (line, known) in (1..).zip(puzzles) {
        let likeness = Likeness::of(&known.puzzle);
        let are_new = [men.insert(likeness.men), courses.insert(likeness.course)];
        if are_new.contains(&false) {
            faults.push(format!("line {line}: the puzzle is like an earlier one"));
        }
    }
    faults
}
