//! Pondering: thinking in the opponent's time about the reply that is expected.

use std::time::Instant;

use tandem_engine::Limits;
use tandem_rules::Move;

use super::Session;
use super::mode::{Leisure, Mode};
use super::state::{Freshness, Pondering, State};
use crate::seat::brain::Brain;
use crate::seat::decision::Aim;
use crate::seat::thought::{Owing, Thought};

impl<B: Brain> Session<B> {
    pub(super) fn set_leisure(&mut self, leisure: Leisure, now: Instant) {
        self.leisure = leisure;
        match leisure {
            Leisure::Rest => self.stop_pondering(),
            Leisure::Ponder => self.ponder(now),
        }
    }

    /// Ponders on the expected reply, if it is the opponent's turn and pondering is on. Never on
    /// the node clock, where the opponent's time is charged to nobody.
    pub(super) fn ponder(&mut self, now: Instant) {
        let opponent = self.record.position().side_to_move();
        let may = self.leisure == Leisure::Ponder
            && *self.mind.activity() == State::Idle
            && self.mode == Mode::Playing(!opponent)
            && !self.timing.is_in_nodes();
        let Some(reply) = self.outlook.reply().filter(|_| may) else { return };
        let Some(next) = self.record.after(reply) else { return };
        if next.position().count_legal() == 0 {
            return;
        }
        let limits = Limits { pondering: true, ..self.limits_of_move() };
        let view = self.view(&next, now);
        let pondering = |search| Pondering { search, reply, view: Freshness::Complete };
        self.mind.start(view, limits, |search| State::Pondering(pondering(search)));
    }

    /// Continues with the current holdings if the expected reply is still possible, or else stops.
    pub(super) fn ponder_on(&mut self, pondering: Pondering, now: Instant) {
        match self.record.after(pondering.reply) {
            Some(next) => {
                self.mind.update(self.view(&next, now));
                let view = Freshness::Updated;
                self.mind.turn_to(State::Pondering(Pondering { view, ..pondering }));
            }
            None => self.stop_pondering(),
        }
    }

    /// Plays the opponent's move if it is the expected one; then the pondering search owes our
    /// move. True if so.
    pub(super) fn ponder_hit(&mut self, m: Move, now: Instant) -> bool {
        let State::Pondering(Pondering { search, reply, view }) = *self.mind.activity() else {
            return false;
        };
        if reply != m {
            return false;
        }
        let handoff = self.record.play_told(m);
        self.other.receive(handoff);
        self.echo.opponent_moved();
        self.outlook.forget_reply();
        self.timing.run(now);
        self.report_board(now);
        let limits = self.limits_of_move();
        let (aim, vigil, question) = (Aim::Move, None, view);
        self.mind.turn_to(State::owing(Thought { search, aim, limits, vigil, question }));
        if !self.begin_pacing(now) {
            self.go_on_in_own_time(now);
        }
        true
    }

    /// Stops pondering until the next move.
    pub(super) fn stop_pondering(&mut self) {
        if matches!(self.mind.activity(), State::Pondering(_)) {
            self.mind.rest();
        }
    }
}
