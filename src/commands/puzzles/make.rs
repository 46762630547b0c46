//! `tandem puzzles make`.

use std::collections::HashSet;
use std::fs;
use std::io::{Write, stderr, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use tandem_analysis::puzzles::set::{Likeness, PuzzleSet, SetPuzzle};
use tandem_analysis::puzzles::{self, Kind, Puzzle, Setting};
use tandem_rules::notation::bpgn::{GameRecord, ReadGame};
use tandem_rules::{BoardId, MoveRules, Variant};

use super::set_in;
use crate::games::reading::{Games, ReadingArgs, Skipped};
use crate::parallel::in_order::InOrder;
use crate::parallel::workers;

/// The kinds, the rare ones first: they get a position that others could have as well.
const RARE_FIRST: [Kind; 5] = [Kind::Give, Kind::Take, Kind::Sit, Kind::Mate, Kind::Need];
/// Rating of a puzzle that was not rated.
const UNRATED: u16 = 1500;

/// Makes a set of the puzzles in many games.
///
/// Games of bughouse by the usual rules are searched for puzzles of five kinds. Each puzzle is proved
/// once more by itself. One that is like another, by its men or by its line and the square of the king,
/// is left out. The games are read one after the other until every kind has its number. The same games
/// give the same set. The exit codes are those of bpgn check.
#[derive(Args)]
pub(super) struct MakeArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Output file, which is overwritten
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Set to begin with: its puzzles come first, with their ratings
    #[arg(long, value_name = "FILE")]
    add_to: Option<PathBuf>,
    /// Maximum number of puzzles of each kind
    #[arg(long, default_value_t = 300, value_name = "N")]
    most: usize,
    /// Maximum number of puzzles of each kind from one game
    #[arg(long, default_value_t = 1, value_name = "N")]
    of_game: usize,
    /// Number of threads; one for each core by default
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// A game, or what is left out.
type Entry = Result<ReadGame, Skipped>;

/// The puzzles so far.
struct Making<'a> {
    args: &'a MakeArgs,
    puzzles: Vec<SetPuzzle>,
    men: HashSet<String>,
    courses: HashSet<String>,
    games: u64,
    faults: u64,
}

pub(super) fn run(args: &MakeArgs) -> anyhow::Result<ExitCode> {
    let reading = args.reading.prepare()?;
    if reading.reads(&args.out) {
        bail!("`{}` is both input and output", args.out.display());
    }
    let mut games =
        reading.inputs.iter().flat_map(|input| match Games::open(input, reading.rules, true) {
            Ok(games) => {
                let name = games.name().to_owned();
                let told = games.flat_map(move |game| with_rest(&name, game));
                Box::new(told) as Box<dyn Iterator<Item = _> + Send>
            }
            Err(error) => Box::new(std::iter::once(Err(error))),
        });
    let jobs = (0_u64..).zip(std::iter::from_fn(|| games.next()));
    let mut making = Making::new(args);
    if let Some(path) = &args.add_to {
        for known in set_in(Some(path))?.puzzles() {
            making.keep(known.clone());
        }
    }
    let mut queue = InOrder::new(0_u64..);
    workers::run(
        args.threads.unwrap_or_else(workers::cores),
        jobs,
        || Ok(()),
        |(), (number, game)| (number, game.map(search)),
        |(number, found)| {
            queue.add(number, found);
            while let Some(found) = queue.take_next() {
                making.add(found?)?;
                if making.is_full() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    making.finish()
}

/// A game, and after it a line on the rest of it, if that was left out.
fn with_rest(
    file: &str,
    game: anyhow::Result<Entry>,
) -> impl Iterator<Item = anyhow::Result<Entry>> + use<> {
    let read = game.as_ref().ok().and_then(|entry| entry.as_ref().ok());
    let rest = read.and_then(|read| Skipped::rest_of(file, read));
    let rest = rest.map(|rest| Ok(Err(Skipped::Boards(rest.to_string()))));
    std::iter::once(game).chain(rest)
}

/// The puzzles of a game; none if it has other rules.
fn search(game: Result<ReadGame, Skipped>) -> Result<Vec<Puzzle>, Skipped> {
    let record = game?.record;
    if !is_usual(&record) {
        return Ok(Vec::new());
    }
    let found = puzzles::find_quickly(&record);
    let proved = |found: Puzzle| {
        let setting = Setting::of(&found, MoveRules::default()).ok()?;
        setting.prove(&found)
    };
    Ok(found.into_iter().filter_map(proved).collect())
}

fn is_usual(record: &GameRecord) -> bool {
    let position = record.start().position(BoardId::A);
    position.variant() == Variant::Bughouse && position.rules() == MoveRules::default()
}

impl<'a> Making<'a> {
    fn new(args: &'a MakeArgs) -> Self {
        let (men, courses) = (HashSet::new(), HashSet::new());
        Self { args, puzzles: Vec::new(), men, courses, games: 0, faults: 0 }
    }

    fn add(&mut self, found: Result<Vec<Puzzle>, Skipped>) -> anyhow::Result<()> {
        let found = match found {
            Ok(found) => found,
            Err(skipped) => {
                self.faults += u64::from(skipped.is_fault());
                writeln!(stderr(), "{skipped}")?;
                return Ok(());
            }
        };
        self.games += 1;
        for kind in RARE_FIRST {
            let of_kind = found.iter().filter(|puzzle| puzzle.kind == kind);
            let new: Vec<_> = of_kind.filter(|puzzle| self.is_new(puzzle)).collect();
            for puzzle in new.into_iter().take(self.args.of_game) {
                self.keep(SetPuzzle { rating: UNRATED, puzzle: puzzle.clone() });
            }
        }
        Ok(())
    }

    fn is_new(&self, puzzle: &Puzzle) -> bool {
        let Likeness { men, course } = Likeness::of(puzzle);
        !self.men.contains(&men) && !self.courses.contains(&course)
    }

    fn keep(&mut self, new: SetPuzzle) {
        if self.count(new.puzzle.kind) >= self.args.most || !self.is_new(&new.puzzle) {
            return;
        }
        let Likeness { men, course } = Likeness::of(&new.puzzle);
        self.men.insert(men);
        self.courses.insert(course);
        self.puzzles.push(new);
    }

    fn count(&self, kind: Kind) -> usize {
        self.puzzles.iter().filter(|known| known.puzzle.kind == kind).count()
    }

    fn is_full(&self) -> bool {
        Kind::ALL.into_iter().all(|kind| self.count(kind) >= self.args.most)
    }

    fn finish(self) -> anyhow::Result<ExitCode> {
        let path = &self.args.out;
        let bytes = PuzzleSet::new(self.puzzles.iter().cloned()).to_bytes();
        fs::write(path, &bytes).with_context(|| format!("cannot write `{}`", path.display()))?;
        writeln!(stdout(), "games {}", self.games)?;
        for kind in Kind::ALL {
            writeln!(stdout(), "{} {}", kind.name(), self.count(kind))?;
        }
        writeln!(stdout(), "faults {}", self.faults)?;
        writeln!(stdout(), "bytes {}", bytes.len())?;
        Ok(if self.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
