//! `exclude` and `include`: moves left out of an analysis.

use std::time::Instant;

use tandem_protocol::cecp::{Command, MoveChoice};
use tandem_rules::Move;

use super::mode::Mode;
use super::{Session, refusal};
use crate::seat::brain::Brain;

impl<B: Brain> Session<B> {
    /// Excludes moves from the analysis of this position.
    pub(super) fn exclude(&mut self, choice: &MoveChoice, command: &Command, now: Instant) {
        match self.chosen(choice) {
            Some(moves) => self.excluded.add(moves),
            None => return self.output.push(refusal("not a legal move here", command)),
        }
        self.analyze_without_excluded(now);
    }

    /// Includes moves again.
    pub(super) fn include(&mut self, choice: &MoveChoice, command: &Command, now: Instant) {
        match self.chosen(choice) {
            Some(moves) => self.excluded.remove(&moves),
            None => return self.output.push(refusal("not a legal move here", command)),
        }
        self.analyze_without_excluded(now);
    }

    fn chosen(&self, choice: &MoveChoice) -> Option<Vec<Move>> {
        let best = self.mind.activity().of_analysis().and_then(|latest| latest.pv.first().copied());
        match choice {
            MoveChoice::All => Some(self.record.position().legal_moves().to_vec()),
            MoveChoice::Best => Some(best.into_iter().collect()),
            MoveChoice::Move(text) => self.record.read(text).ok().map(|m| vec![m]),
        }
    }

    fn analyze_without_excluded(&mut self, now: Instant) {
        if self.mode == Mode::Analyzing {
            self.abandon(now);
            self.analyze_again(now);
        }
    }
}
