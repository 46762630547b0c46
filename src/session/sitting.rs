//! Letting the own clock run, and what ends that.

use std::time::Instant;

use tandem_engine::{Limits, Thinking};
use tandem_protocol::cecp::Reply;

use super::brain::Brain;
use super::state::Session;
use super::turn::Thought;

impl<B: Brain> Session<B> {
    /// Sits until something comes or the time for it is over, and thinks on meanwhile; on the
    /// node clock, where that time is nobody's, it does not.
    pub(super) fn sit(&mut self, now: Instant) {
        self.thought = Thought::Sitting;
        self.has_news = false;
        self.answer_pings();
        if self.sits_by_choice() && !self.timing.is_in_nodes() {
            let limits = Limits { thinking: Thinking::Infinite, ..Limits::clock() };
            self.brain.start(self.view(&self.record, now), limits);
        }
    }

    /// True if it sits and could move.
    pub(super) fn sits_by_choice(&self) -> bool {
        self.thought == Thought::Sitting && self.record.position().count_legal() > 0
    }

    /// Thinks again, if it sits and need not any more.
    pub(super) fn reconsider(&mut self, now: Instant) {
        if self.sits_by_choice() {
            self.wake_up(now);
        }
    }

    /// When it has to be woken, if nothing comes before.
    pub(super) fn wakes_at(&self, now: Instant) -> Option<Instant> {
        if self.timing.is_in_nodes() {
            return None;
        }
        let sitting = (self.thought == Thought::Sitting)
            .then(|| self.partnership.team.stance().until())
            .flatten()
            .map(|until| now + (self.timing.own_left(now) - until).duration());
        sitting.into_iter().chain(self.echo.due()).min()
    }

    /// The time has come that [`Self::wakes_at`] has named.
    pub(super) fn wake(&mut self, now: Instant) -> Vec<Reply> {
        self.stop_sitting_in_time(now);
        self.send_again(now);
        self.take_replies()
    }

    /// Something has come while it sits: it thinks again.
    ///
    /// On the node clock, where how quickly one line follows the other must not matter, it waits
    /// until it is asked whether it still sits, by `ping`.
    pub(super) fn wake_up(&mut self, now: Instant) {
        if self.timing.is_in_nodes() {
            self.has_news = true;
        } else {
            self.think(now);
        }
    }

    /// The question has come.
    pub(super) fn look_at_news(&mut self, now: Instant) {
        if self.thought == Thought::Sitting && std::mem::take(&mut self.has_news) {
            self.think(now);
        }
    }

    /// Thinks again where the own clock shows that it has sat long enough.
    pub(super) fn stop_sitting_in_time(&mut self, now: Instant) {
        let until = self.partnership.team.stance().until();
        let is_over = until.is_some_and(|until| self.timing.own_left(now) <= until);
        if self.thought == Thought::Sitting && is_over {
            self.wake_up(now);
        }
    }
}
