//! Events of the search, and alarms. A search that is late is not waited for.

use std::time::Instant;

use tandem_engine::{Decision, Event};
use tandem_protocol::cecp::Reply;
use tandem_rules::Millis;

use super::Session;
use super::state::{Freshness, State};
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;

impl<B: Brain> Session<B> {
    /// Handles an event of the search. Returns the replies.
    pub fn event(&mut self, event: Event, now: Instant) -> Vec<Reply> {
        self.mind.note(&event);
        match event {
            Event::Info(search, info) if self.mind.activity().shows(search) => {
                self.pacing.note_margin(info.margin);
                self.mind.note_line(&info);
                self.show(info);
            }
            Event::Done(search, decision, info) if self.mind.activity().shows(search) => {
                self.done(decision, info, now);
            }
            Event::Done(search, decision, _)
                if *self.mind.activity() == (State::Hinting { search }) =>
            {
                self.give_hint(decision, now);
            }
            Event::Info(..) | Event::Done(..) => {}
        }
        self.output.take()
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

    /// Takes note that something was done late by this much: an alarm, or the look at a line that was
    /// waited for. A seat that sits stops the earlier, the later the machine is.
    pub fn note_lateness(&mut self, late: Millis, now: Instant) {
        self.timing.note_lateness(late, now);
    }

    /// Lets the search answer, if its answer is due.
    fn release_answer(&mut self, now: Instant) {
        let is_due = self.answer_due().is_some_and(|due| due <= now);
        if is_due {
            self.pacing.end();
            self.go_on_in_own_time(now);
        }
    }

    /// Time at which the search for our move is waited for no longer.
    fn search_is_late_at(&self, now: Instant) -> Option<Instant> {
        self.mind.is_late_at(self.timing.own_left(now), now)
    }

    /// Moves without the search, if that is late.
    fn give_up_search(&mut self, now: Instant) {
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

    /// Sends the last own move again if its answer is late. It is the same move: if it did arrive,
    /// another one could pass for the next. But a drop of a piece that we do not hold, by the last
    /// holdings told, cannot be played at all: it is taken back, and the search starts again.
    fn send_again(&mut self, now: Instant) {
        let Some(text) = self.echo.late(now) else { return };
        log::warn!("`{text}` was not answered");
        if self.record.is_drop_refused() {
            self.abandon(now);
            self.record.take_back_refused();
            self.timing.unmake_move();
            self.think(now);
        } else {
            self.output.push(Reply::Move(text));
        }
    }
}
