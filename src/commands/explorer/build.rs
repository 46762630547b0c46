//! `tandem explorer build`.

use std::fs::File;
use std::io::{BufWriter, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use tandem_explorer::{Added, Board, BuildError, Builder};
use tandem_rules::RuleSet;

use super::boards;
use crate::games::reading::{Games, ReadingArgs, Skipped};

/// Builds a file of the moves of many games.
///
/// Games are read as by `tandem bpgn check`; games on one board are left out. Boards of chess.com without
/// their partner count as well, for questions about the structure. A board that is there already, by its
/// number at chess.com or FICS, is left out. The exit codes are those of check.
#[derive(Args)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Output file; it and some temporary files beside it need about 1,400 bytes a board
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The building of a file.
struct Building {
    builder: Builder,
    rules: RuleSet,
    games: u64,
    known: u64,
    faults: u64,
}

pub(super) fn run(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    let reading = args.reading.prepare()?;
    if reading.reads(&args.out) {
        bail!("`{}` is both input and output", args.out.display());
    }
    let cannot_write = || format!("cannot write `{}`", args.out.display());
    let parent = args.out.parent().filter(|parent| *parent != Path::new(""));
    let builder = Builder::new(parent.unwrap_or(Path::new("."))).with_context(cannot_write)?;
    let rules = args.reading.rule_set()?;
    let mut building = Building { builder, rules, games: 0, known: 0, faults: 0 };
    for input in &reading.inputs {
        let mut games = Games::with_lone_boards(input, reading.rules)?;
        while let Some(game) = games.next().transpose()? {
            let note = match game {
                Ok(read) => {
                    let boards = boards::of_game(&read.record, building.builder.boards());
                    building.games += u64::from(!boards.is_empty());
                    let place = || format!("{}:{}: game {}", games.name(), read.line, read.game);
                    building.add(boards, place)?
                }
                Err(Skipped::Alone(board)) => match boards::alone(&board, &building.rules) {
                    Ok(board) => building.add(vec![board], || games.name().to_owned())?,
                    Err(error) => Some(building.fault(format!("{}: {error:#}", games.name()))),
                },
                Err(skipped) if skipped.is_fault() => Some(building.fault(skipped.to_string())),
                Err(skipped) => Some(skipped.to_string()),
            };
            if let Some(note) = note {
                games.bar.suspend(|| writeln!(stderr(), "{note}"))?;
            }
        }
    }
    building.finish(&args.out).with_context(cannot_write)
}

impl Building {
    /// Adds the boards of a game, the second as the partner of the first; returns the line of a fault.
    fn add(
        &mut self,
        boards: Vec<Board>,
        place: impl Fn() -> String,
    ) -> anyhow::Result<Option<String>> {
        let first = self.builder.boards();
        for mut board in boards {
            // Of a game of which one board is there already, the other is added alone.
            if self.builder.boards() == first {
                board.partner = None;
            }
            match self.builder.add(&board) {
                Ok(Added::New(_)) => {}
                Ok(Added::Known) => self.known += 1,
                Err(BuildError::Board(fault)) => {
                    return Ok(Some(self.fault(format!("{}: {fault}", place()))));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// Counts a fault; returns its line.
    const fn fault(&mut self, line: String) -> String {
        self.faults += 1;
        line
    }

    fn finish(self, out: &Path) -> anyhow::Result<ExitCode> {
        let boards = self.builder.boards();
        let file = File::create(out)?;
        self.builder.finish(BufWriter::new(file))?;
        let bytes = out.metadata()?.len();
        writeln!(stdout(), "boards added {boards}")?;
        writeln!(stdout(), "games with both boards {}", self.games)?;
        writeln!(stdout(), "already there {}", self.known)?;
        writeln!(stdout(), "faults {}", self.faults)?;
        writeln!(stdout(), "bytes {bytes}")?;
        Ok(if self.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
