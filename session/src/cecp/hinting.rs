//! `hint`: the move that we would make for the user.

use std::time::Instant;

use tandem_engine::{Decision, Limits, Thinking, View};
use tandem_protocol::cecp::Reply;
use tandem_protocol::text::Word;
use tandem_rules::{BoardId, Millis, Move};

use super::Session;
use super::mode::Mode;
use super::state::State;
use crate::seat::brain::Brain;

/// Limits of the search for a hint: short enough for a person who waits, and for any machine.
const TIME: Millis = Millis(500);
const NODES: u64 = 300_000;

impl<B: Brain> Session<B> {
    /// Handles `hint`, in the turn of the user: tells the move that is expected, a move of the book, or
    /// that of a short search. A level that makes us play worse makes no worse hints: what it expects is
    /// not told.
    pub(super) fn hint(&mut self) {
        let is_ours = self.mode == Mode::Playing(self.record.position().side_to_move());
        if is_ours || self.refused.is_some() {
            return;
        }
        match self.known_hint() {
            Some(m) => self.tell_hint(m),
            None => self.look_for_hint(),
        }
    }

    /// The hint that needs no search.
    fn known_hint(&self) -> Option<Move> {
        let position = self.record.position();
        let level = self.options.strength.level();
        let expected = self.outlook.reply().filter(|_| !level.is_limited());
        let analyzed = self.mind.activity().of_analysis().and_then(|info| info.pv.first().copied());
        let known = expected.or(analyzed).filter(|&m| position.is_legal(m));
        known.or_else(|| self.options.openings.choose(position))
    }

    /// Starts a search for a hint. What it finds is told by [`Self::give_hint`].
    fn look_for_hint(&mut self) {
        self.stop_pondering();
        let position = self.record.position();
        if *self.mind.activity() != State::Idle || position.count_legal() == 0 {
            return;
        }
        let seat = BoardId::A.seat(position.side_to_move());
        let view = View {
            keys: self.record.keys(),
            ..View::of_board(seat, position.clone(), self.record.outcome_rules())
        };
        let limits =
            Limits { thinking: Thinking::Fixed(TIME), nodes: Some(NODES), ..Limits::clock() };
        self.mind.start(view, limits, |search| State::Hinting { search });
    }

    /// Tells the hint that a search has found, and goes on pondering.
    pub(super) fn give_hint(&mut self, decision: Decision, now: Instant) {
        self.mind.rest();
        if let Decision::Play(m) = decision
            && self.record.position().is_legal(m)
        {
            self.tell_hint(m);
        }
        self.ponder(now);
    }

    fn tell_hint(&mut self, m: Move) {
        let text = Word::new(&self.record.write(m));
        self.output.extend(text.map(Reply::Hint));
    }
}
