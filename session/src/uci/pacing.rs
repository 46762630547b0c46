//! The pace of a person: an answer that is found at once is held back for as long as a person would
//! think. The search ponders meanwhile.

use std::time::Instant;

use tandem_engine::{Limits, View};

use super::Session;
use super::progress::Progress;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::pace::Turn;

impl<B: Brain> Session<B> {
    /// The turn of a person in which the answer of a search is held back, and its beginning, if that
    /// pace is set and the search is the last of its question.
    ///
    /// The pace is the engine's if the question limits the answer by anything but the clock.
    pub(super) fn paced_turn(
        &self,
        view: &View,
        (aim, limits): (&Aim, &Limits),
        progress: &Progress,
    ) -> Option<(Turn, Instant)> {
        let strength = self.options.strength;
        let is_last = *aim == Aim::Move && progress.left.is_empty() && !progress.is_stopped;
        let is_wanted = strength.has_human_pace()
            && is_last
            && !limits.pondering
            && progress.asked.is_paced_by_clock();
        let clocks = progress.asked.clocks(view.seat);
        let clock = clocks[view.seat.index()].filter(|_| is_wanted)?;
        let opponent = clocks[view.seat.opponent().index()].map(|clock| clock.remaining());
        Some((Turn::of(&view.own, (clock, opponent), strength.seed), progress.since))
    }

    /// Begins to hold back an answer, if it is given in the turn of a person; true if it is held back.
    pub(super) fn begin_pacing(&mut self, turn: Option<(Turn, Instant)>) -> bool {
        self.pacing.end();
        let Some((turn, since)) = turn else { return false };
        self.pacing.begin(turn, since);
        let is_due = self.pacing.is_over(self.options.strength.level(), self.now);
        !is_due
    }

    /// Time at which the answer that is held back is due.
    pub(super) fn answer_due(&self) -> Option<Instant> {
        self.pacing.due(self.options.strength.level())
    }

    /// Lets the search answer, if its answer is due.
    pub(super) fn release_answer(&mut self) {
        if !self.pacing.is_over(self.options.strength.level(), self.now) {
            return;
        }
        if let Some(thought) = self.mind.thought() {
            let view = self.view(&thought.question);
            self.mind.go_on_in_own_time(&view, self.now);
        }
    }
}
