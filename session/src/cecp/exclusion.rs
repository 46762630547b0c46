//! `exclude` and `include`: moves left out of an analysis.

use std::time::Instant;

use tandem_protocol::cecp::{Command, MoveChoice};
use tandem_rules::Move;

use super::{Mode, Session, refusal};
use crate::seat::brain::Brain;

impl<B: Brain> Session<B> {
    /// Excludes moves from the analysis of this position.
    pub(super) fn exclude(&mut self, choice: &MoveChoice, command: &Command, now: Instant) {
        match self.chosen(choice) {
            Some(moves) => self.excluded.extend(moves),
            None => return self.replies.push(refusal("no such move here", command)),
        }
        self.analyze_without_excluded(now);
    }

    /// Includes moves again.
    pub(super) fn include(&mut self, choice: &MoveChoice, command: &Command, now: Instant) {
        match self.chosen(choice) {
            Some(moves) => self.excluded.retain(|m| !moves.contains(m)),
            None => return self.replies.push(refusal("no such move here", command)),
        }
        self.analyze_without_excluded(now);
    }

    fn chosen(&self, choice: &MoveChoice) -> Option<Vec<Move>> {
        match choice {
            MoveChoice::All => Some(self.record.position().legal_moves().to_vec()),
            MoveChoice::Best => Some(self.best_of_analysis().into_iter().collect()),
            MoveChoice::Move(text) => self.record.read(text).ok().map(|m| vec![m]),
        }
    }

    fn analyze_without_excluded(&mut self, now: Instant) {
        if self.mode == Mode::Analyzing {
            self.abandon(now);
            self.analyze_again(now);
        }
    }

    /// The moves to be analyzed. An empty list stands for all moves, also if every move is
    /// excluded.
    pub(super) fn moves_to_analyze(&self) -> Vec<Move> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let legal = self.record.position().legal_moves();
        legal.iter().copied().filter(|m| !self.excluded.contains(m)).collect()
    }
}
