//! The games of files on their way into an explorer file.

use std::io::{Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;

use tandem_explorer::{Added, Board, BuildError, Builder};
use tandem_rules::RuleSet;

use super::boards;
use crate::games::reading::{Games, Reading, Skipped};

/// A builder, and what it was given.
pub(super) struct Adding {
    builder: Builder,
    rules: RuleSet,
    counts: Counts,
}

/// Numbers of what was read.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    boards: u32,
    games: u64,
    known: u64,
    faults: u64,
}

impl Adding {
    /// Boards without their partner are replayed by these rules.
    pub(super) fn new(builder: Builder, rules: RuleSet) -> Self {
        Self { builder, rules, counts: Counts::default() }
    }

    /// Number of boards added.
    pub(super) fn boards(&self) -> u32 {
        self.builder.boards()
    }

    /// Adds all games, and tells on standard error what is left out.
    ///
    /// # Errors
    /// An input or a temporary file cannot be read or written.
    pub(super) fn games_of(&mut self, reading: &Reading) -> anyhow::Result<()> {
        let (bar, mut done) = (reading.bar(), 0);
        for input in &reading.inputs {
            let mut games = Games::with_lone_boards(input, reading.rules, &bar)?;
            while let Some(game) = games.next().transpose()? {
                if let Some(note) = self.take(game, games.name())? {
                    bar.suspend(|| writeln!(stderr(), "{note}"))?;
                }
            }
            drop(games);
            done += input.weight();
            bar.set_position(done);
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Adds what was read of a file; returns a line on what is left out.
    fn take(
        &mut self,
        read: Result<tandem_rules::notation::bpgn::ReadGame, Skipped>,
        name: &str,
    ) -> anyhow::Result<Option<String>> {
        match read {
            Ok(read) => {
                let boards = boards::of_game(&read.record, self.builder.next_board());
                self.counts.games += u64::from(!boards.is_empty());
                let rest = Skipped::rest_of(name, &read).map(|rest| rest.to_string());
                let fault =
                    self.add(boards, || format!("{name}:{}: game {}", read.line, read.game))?;
                Ok(fault.or(rest))
            }
            Err(Skipped::Alone(board)) => match boards::alone(&board, &self.rules) {
                Ok(board) => self.add(vec![board], || name.to_owned()),
                Err(error) => Ok(Some(self.fault(format!("{name}: {error:#}")))),
            },
            Err(skipped) if skipped.is_fault() => Ok(Some(self.fault(skipped.to_string()))),
            Err(skipped) => Ok(Some(skipped.to_string())),
        }
    }

    /// Adds the boards of a game, the second as the partner of the first; returns the line of a fault.
    fn add(
        &mut self,
        boards: Vec<Board>,
        place: impl Fn() -> String,
    ) -> anyhow::Result<Option<String>> {
        let first = self.boards();
        for mut board in boards {
            // Of a game of which one board is there already, the other is added alone.
            if self.boards() == first {
                (board.partner, board.order) = (None, None);
            }
            match self.builder.add(&board) {
                Ok(Added::New(_)) => {}
                Ok(Added::Known) => self.counts.known += 1,
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
        self.counts.faults += 1;
        line
    }

    /// Prints the counts, with the size of the file.
    ///
    /// # Errors
    /// The file is not there, or nothing can be printed.
    pub(super) fn report(self, file: &Path) -> anyhow::Result<ExitCode> {
        self.finished().1.report(file)
    }

    /// The builder, and the counts.
    pub(super) fn finished(self) -> (Builder, Counts) {
        let counts = Counts { boards: self.boards(), ..self.counts };
        (self.builder, counts)
    }
}

impl Counts {
    /// As [`Adding::report`].
    pub(super) fn report(self, file: &Path) -> anyhow::Result<ExitCode> {
        let Self { boards, games, known, faults } = self;
        let bytes = file.metadata()?.len();
        writeln!(stdout(), "boards added {boards}")?;
        writeln!(stdout(), "games with both boards {games}")?;
        writeln!(stdout(), "already there {known}")?;
        writeln!(stdout(), "faults {faults}")?;
        writeln!(stdout(), "bytes {bytes}")?;
        Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
