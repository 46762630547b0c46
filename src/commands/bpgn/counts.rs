//! Counts of the games of a file.

use std::fmt;

use tandem_rules::notation::bpgn::{BpgnResult, ReadGame};

/// Counts of games, results, faults and warnings.
#[derive(Default)]
pub(super) struct Counts {
    games: usize,
    plies: usize,
    team_one: usize,
    team_two: usize,
    draws: usize,
    unfinished: usize,
    mates: usize,
    faults: usize,
    warnings: usize,
}

impl Counts {
    /// Adds a game that was read.
    pub(super) fn add(&mut self, game: &ReadGame) {
        self.games += 1;
        self.plies += game.record.plies().len();
        self.warnings += game.warnings.len();
        self.mates += usize::from(game.record.boards().mated().is_some());
        *match game.record.result() {
            BpgnResult::TeamOne => &mut self.team_one,
            BpgnResult::TeamTwo => &mut self.team_two,
            BpgnResult::Draw => &mut self.draws,
            BpgnResult::Unfinished => &mut self.unfinished,
        } += 1;
    }

    /// Adds a game that could not be read.
    pub(super) const fn add_fault(&mut self) {
        self.faults += 1;
    }

    /// True if every game could be read.
    pub(super) const fn is_clean(&self) -> bool {
        self.faults == 0
    }
}

/// Formats one number a line, its name first.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, count) in [
            ("games read", self.games),
            ("plies", self.plies),
            ("1-0", self.team_one),
            ("0-1", self.team_two),
            ("draws", self.draws),
            ("no result", self.unfinished),
            ("end in mate", self.mates),
            ("faults", self.faults),
            ("warnings", self.warnings),
        ] {
            writeln!(f, "{name:<12}{count:>9}")?;
        }
        Ok(())
    }
}
