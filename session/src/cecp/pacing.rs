//! The pace of a person: an answer that is found at once is held back for as long as a person would
//! think.
//!
//! The search is asked to ponder, and told that the opponent has moved when the answer is due: so
//! news, `?` and `force` reach it as they reach any other search.

use std::time::Instant;

use tandem_engine::Limits;

use super::Session;
use crate::seat::brain::Brain;
use crate::seat::decision::{Aim, Haste};
use crate::seat::pace::Turn;

impl<B: Brain> Session<B> {
    /// Begins our turn at a person's pace, if that is set; true if an answer is to be held back.
    ///
    /// The pace is the engine's if the user limits time, nodes or depth of a move, or measures time
    /// in nodes: the clock is not what the answer depends on then.
    pub(super) fn begin_pacing(&mut self, now: Instant) -> bool {
        let strength = self.options.strength;
        let is_wanted = strength.has_human_pace()
            && self.haste == Haste::None
            && self.timing.is_paced_by_clock();
        if !is_wanted {
            self.pacing.end();
            return false;
        }
        let since = self.timing.turn_since().unwrap_or(now);
        let clocks = self.timing.at_start_of_turn();
        self.pacing.begin(Turn::of(self.record.position(), clocks, strength.seed), since);
        let is_due = self.pacing.is_over(strength.level(), now);
        !is_due
    }

    /// Time at which the answer that is held back is due.
    pub(super) fn answer_due(&self) -> Option<Instant> {
        let is_owed = self.mind.thought().is_some_and(|thought| thought.aim == Aim::Move);
        self.pacing.due(self.options.strength.level()).filter(|_| is_owed)
    }

    /// Lets the search go on that has pondered until now, and watches it.
    pub(super) fn go_on_in_own_time(&mut self, now: Instant) {
        let (view, limits) = (self.view(&self.record, now), self.limits_of_move());
        self.mind.change_thought(|thought| {
            let search_moves = std::mem::take(&mut thought.limits.search_moves); // the move of the book
            thought.limits = Limits { search_moves, ..limits };
        });
        self.mind.go_on_in_own_time(&view, now);
    }
}
