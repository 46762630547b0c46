//! The analysis of a position, with moves left out by `exclude`.

use std::time::Instant;

use tandem_engine::{Info, Limits, Thinking};
use tandem_protocol::cecp::{Command, MoveChoice};
use tandem_rules::{Move, Position};

use super::mode::Mode;
use super::state::State;
use super::{Session, lines, refusal};
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

    /// Analyzes the position as it is now, in analysis mode.
    pub(super) fn analyze_again(&mut self, now: Instant) {
        if self.mode == Mode::Analyzing && self.refused.is_none() {
            let view = self.view(&self.record, now);
            let search_moves = self.excluded.rest(self.record.position());
            let limits = Limits {
                thinking: Thinking::Infinite,
                multi_pv: self.options.lines,
                search_moves,
                ..Limits::clock()
            };
            let latest = Info::default();
            self.mind.start(view, limits, |search| State::Analyzing { search, latest });
        }
    }

    /// `.`: tells the progress of an analysis.
    pub(super) fn tell_status(&mut self) {
        let latest = self.mind.activity().of_analysis();
        self.output.extend(latest.map(|latest| lines::status(latest, &self.record)));
    }
}

/// The moves that are excluded in the current position.
#[derive(Clone, Debug, Default)]
pub(super) struct Exclusions(Vec<Move>);

impl Exclusions {
    /// Excludes moves.
    pub(super) fn add(&mut self, moves: Vec<Move>) {
        self.0.extend(moves);
    }

    /// Includes moves again.
    pub(super) fn remove(&mut self, moves: &[Move]) {
        self.0.retain(|m| !moves.contains(m));
    }

    /// Includes all moves again, since the position has changed.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The moves to be analyzed. An empty list stands for all moves, also if every move is
    /// excluded.
    pub(super) fn rest(&self, position: &Position) -> Vec<Move> {
        if self.0.is_empty() {
            return Vec::new();
        }
        position.legal_moves().iter().copied().filter(|m| !self.0.contains(m)).collect()
    }
}
