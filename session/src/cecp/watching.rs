//! Searches that are late: the move is then made without them.

use std::time::Instant;

use tandem_engine::{Decision, Limits, View};

use super::Session;
use super::thought::{Freshness, Thought};
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::vigil::Vigil;

impl<B: Brain> Session<B> {
    /// Watches the search that is about to begin, if our clock limits it. After `st` no clock is told,
    /// so none can be lost.
    pub(super) fn watch(&mut self, view: &View, limits: &Limits, now: Instant) {
        let vigil = Vigil::over(view, limits, now);
        self.vigil = vigil.filter(|_| self.timing.has_clock());
    }

    /// Lets the search go on that has pondered until now, and watches it.
    pub(super) fn go_on_in_own_time(&mut self, now: Instant) {
        let view = self.view(&self.record, now);
        self.watch(&view, &self.limits_of_move(), now);
        self.vigil = self.vigil.take().map(|vigil| vigil.knowing(self.mind.line()));
        self.mind.ponder_hit(&view);
    }

    /// Takes note that the search has ended by itself.
    pub(super) fn end_watch(&mut self, now: Instant) {
        if let Some(vigil) = self.vigil.take() {
            self.timing.note_lateness(vigil.late(now), now);
        }
    }

    /// Time at which the search for our move is waited for no longer.
    pub(super) fn search_is_late_at(&self, now: Instant) -> Option<Instant> {
        let vigil = self.vigil.as_ref().filter(|_| self.mind.activity().is_owed())?;
        Some(vigil.ends(self.timing.own_left(now), now))
    }

    /// Moves without the search, if that is late.
    pub(super) fn give_up_search(&mut self, now: Instant) {
        if self.search_is_late_at(now).is_none_or(|end| end > now) {
            return;
        }
        let left = self.timing.own_left(now);
        let Some(vigil) = self.vigil.take_if(|vigil| !vigil.begins_anew(left, now)) else { return };
        let late = vigil.late(now);
        log::info!("the search is late by {} ms: moving without it", late.0);
        self.timing.note_lateness(late, now);
        let view = self.view(&self.record, now);
        let found = vigil.into_move(|view| self.mind.evaluate(view), &self.record, &view);
        let Some((m, info)) = found else { return };
        if let Thought::Trying { .. } = self.mind.activity() {
            self.partnership.forget_suggestion(); // there is no time to try it
        }
        self.mind.rest();
        if self.timing.forbids_search(now) {
            return self.send(m, info, now);
        }
        self.proceed(Aim::Move, (Decision::Play(m), info), Freshness::Complete, now);
    }
}
