//! Sitting: letting our own clock run, and what ends that.

use std::time::Instant;

use tandem_engine::{Info, Limits, Thinking};
use tandem_protocol::cecp::Reply;
use tandem_rules::Millis;

use super::Session;
use super::state::State;
use crate::seat::brain::Brain;

impl<B: Brain> Session<B> {
    /// Sits until something arrives or the time for it is over. If there is a legal move, the
    /// search goes on meanwhile, but not on the node clock, where that time is charged to nobody.
    /// `held_back` is the result of the search whose move is not played.
    pub(super) fn sit(&mut self, held_back: Option<Info>, now: Instant) {
        self.mind.turn_to(State::Sitting { search: None });
        self.held_back = held_back;
        self.has_news = false;
        self.output.answer_pings();
        if self.sits_by_choice() && !self.timing.is_in_nodes() {
            let limits = Limits { thinking: Thinking::Infinite, ..Limits::clock() };
            let limits = self.options.strength.limit(limits);
            let view = self.view(&self.record, now);
            self.mind.start(view, limits, |search| State::Sitting { search: Some(search) });
        }
    }

    /// True if we sit although we have a legal move.
    pub(super) fn sits_by_choice(&self) -> bool {
        self.mind.activity().is_sitting() && self.record.position().count_legal() > 0
    }

    /// Searches again if we sit although we have a legal move, since the reason to sit may be gone.
    pub(super) fn reconsider(&mut self, now: Instant) {
        if self.sits_by_choice() {
            self.wake_up(now);
        }
    }

    /// Our clock, if it runs; `None` on the node clock.
    pub fn running_clock(&self, now: Instant) -> Option<Millis> {
        let runs = self.timing.turn_since().is_some();
        runs.then(|| self.timing.own_left(now))
    }

    /// Time at which the session wants to be woken, if nothing comes before.
    pub fn wakes_at(&self, now: Instant) -> Option<Instant> {
        if self.timing.is_in_nodes() {
            return self.answer_due(); // which was held back before time was measured in nodes
        }
        let is_sitting = self.mind.activity().is_sitting();
        let until = self.partnership.sits_until().filter(|_| is_sitting);
        let sitting = until.map(|until| now + (self.timing.own_left(now) - until).duration());
        let late = self.search_is_late_at(now);
        let others = [self.echo.due(), self.answer_due(), late, self.reporting.due()];
        sitting.into_iter().chain(others.into_iter().flatten()).min()
    }

    /// Acts at the time named by [`Self::wakes_at`]: stops sitting, moves without a search that is
    /// late, sends an unanswered move again, or reports the board.
    pub fn wake(&mut self, now: Instant) -> Vec<Reply> {
        self.stop_sitting_in_time(now);
        self.release_answer(now);
        self.give_up_search(now);
        self.send_again(now);
        self.report_late(now);
        self.output.take()
    }

    /// Searches again, because something has arrived while we sit.
    ///
    /// On the node clock, where the time between two lines must not matter, this waits until a
    /// `ping` asks whether we still sit.
    pub(super) fn wake_up(&mut self, now: Instant) {
        if self.timing.is_in_nodes() {
            self.has_news = true;
        } else {
            self.think(now);
        }
    }

    /// Handles the `ping` that asks whether we still sit: searches again if something has arrived.
    pub(super) fn look_at_news(&mut self, now: Instant) {
        if self.mind.activity().is_sitting() && std::mem::take(&mut self.has_news) {
            self.think(now);
        }
    }

    /// Takes note that something was done late by this much: an alarm, or the look at a line that was
    /// waited for. A seat that sits stops the earlier, the later the machine is.
    pub fn note_lateness(&mut self, late: Millis, now: Instant) {
        self.timing.note_lateness(late, now);
    }

    /// Moves, or searches again, if our clock shows that we have sat long enough.
    pub(super) fn stop_sitting_in_time(&mut self, now: Instant) {
        let until = self.partnership.sits_until();
        let is_over = until.is_some_and(|until| self.timing.own_left(now) <= until);
        if !self.mind.activity().is_sitting() || !is_over {
            return;
        }
        let held_back = self.held_back.take().filter(|_| self.timing.forbids_search(now));
        let found = held_back.and_then(|info| Some((*info.pv.first()?, info)));
        match found.filter(|(m, _)| self.record.position().is_legal(*m)) {
            Some((m, info)) => self.send(m, info, now),
            None => self.wake_up(now),
        }
    }
}
