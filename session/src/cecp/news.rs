//! News that reach a search, or wake us while we sit: pieces, prices, the other board, and our clock.

use std::time::Instant;

use tandem_protocol::cecp::{Command, HoldingUpdate};
use tandem_protocol::text::Word;

use super::state::{Freshness, State};
use super::{Session, refusal};
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::record::Record;

impl<B: Brain> Session<B> {
    /// Handles `pmove`, a move on the partner's board. The first one tells that the host shows it.
    pub(super) fn partner_moved(&mut self, text: &Word, command: &Command, now: Instant) {
        let (kind, book) = (self.record.kind(), self.options.book);
        match self.other.play(text, || Record::new(kind, book)) {
            Ok(true) => self.news_arrived(now),
            Ok(false) => {}
            Err(error) => self.output.push(refusal(&error.to_string(), command)),
        }
    }

    /// Handles `pholding`, the holdings of both players on that board.
    pub(super) fn partner_holds(&mut self, update: &HoldingUpdate, now: Instant) {
        if self.other.hold(update) {
            self.news_arrived(now);
        }
    }

    /// Takes in changed holdings or prices: updates the search, or starts it again.
    pub(super) fn news_arrived(&mut self, now: Instant) {
        match self.mind.activity() {
            State::Thinking(thought) if thought.aim == Aim::Move => {
                self.mind.change_thought(|thought| thought.question = Freshness::Updated);
                self.mind.update(self.view(&self.record, now));
            }
            State::Analyzing { .. } => self.mind.update(self.view(&self.record, now)),
            State::Pondering(pondering) => self.ponder_on(*pondering, now),
            State::Thinking(_) => self.think(now),
            State::Sitting { .. } => self.wake_up(now),
            State::Idle | State::Paused | State::Hinting { .. } => {}
        }
    }

    /// Searches again, because something has arrived while we sit.
    ///
    /// On the node clock, where the time between two lines must not matter, this waits until a
    /// `ping` asks whether we still sit.
    fn wake_up(&mut self, now: Instant) {
        if self.timing.is_in_nodes() {
            self.mind.change(|state| {
                if let State::Sitting { has_news, .. } = state {
                    *has_news = true;
                }
            });
        } else {
            self.think(now);
        }
    }

    /// Searches again if we sit although we have a legal move, since the reason to sit may be gone.
    pub(super) fn reconsider(&mut self, now: Instant) {
        if self.sits_by_choice() {
            self.wake_up(now);
        }
    }

    /// Handles the `ping` that asks whether we still sit: searches again if something has arrived.
    pub(super) fn look_at_news(&mut self, now: Instant) {
        if matches!(self.mind.activity(), State::Sitting { has_news: true, .. }) {
            self.think(now);
        }
    }

    /// Moves, or searches again, if our clock shows that we have sat long enough.
    pub(super) fn stop_sitting_in_time(&mut self, now: Instant) {
        let until = self.partnership.sits_until();
        let is_over = until.is_some_and(|until| self.timing.own_left(now) <= until);
        if !self.mind.activity().is_sitting() || !is_over {
            return;
        }
        let mut found = None;
        self.mind.change(|state| {
            if let State::Sitting { held_back, .. } = state {
                found = held_back.take();
            }
        });
        let found = found.filter(|_| self.timing.forbids_search(now));
        let found = found.and_then(|info| Some((*info.pv.first()?, info)));
        match found.filter(|(m, _)| self.record.position().is_legal(*m)) {
            Some((m, info)) => self.send(m, info, now),
            None => self.wake_up(now),
        }
    }
}
