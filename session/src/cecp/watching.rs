//! Searches that are late: the move is then made without them.

use std::time::Instant;

use tandem_engine::Decision;

use super::Session;
use super::state::Freshness;
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;

impl<B: Brain> Session<B> {
    /// Lets the search go on that has pondered until now, and watches it.
    pub(super) fn go_on_in_own_time(&mut self, now: Instant) {
        let (view, limits) = (self.view(&self.record, now), self.limits_of_move());
        self.mind.change_thought(|thought| thought.limits = limits);
        self.mind.go_on_in_own_time(&view, now);
    }

    /// Time at which the search for our move is waited for no longer.
    pub(super) fn search_is_late_at(&self, now: Instant) -> Option<Instant> {
        self.mind.is_late_at(self.timing.own_left(now), now)
    }

    /// Moves without the search, if that is late.
    pub(super) fn give_up_search(&mut self, now: Instant) {
        let left = self.timing.own_left(now);
        let Some(vigil) = self.mind.give_up(left, now) else { return };
        self.timing.note_lateness(vigil.late(now), now);
        let view = self.view(&self.record, now);
        let found = vigil.into_move(|view| self.mind.evaluate(view), &self.record, &view);
        let Some((m, info)) = found else { return };
        if self.mind.thought().is_some_and(|thought| thought.aim != Aim::Move) {
            self.partnership.forget_suggestion(); // there is no time to try it
        }
        self.mind.rest();
        if self.timing.forbids_search(now) {
            return self.send(m, info, now);
        }
        self.proceed(Aim::Move, (Decision::Play(m), info), Freshness::Complete, now);
    }
}
