//! Messages to the partner.

use std::time::Instant;

use tandem_engine::{Decision, Info, Stance};
use tandem_protocol::cecp::Reply;
use tandem_protocol::ptell::{Dialect, Heard};
use tandem_protocol::text::Line;
use tandem_rules::Handoff;

use super::Session;
use crate::seat::brain::Brain;
use crate::seat::kind::Kind;
use crate::seat::partnership::Partnership;

impl<B: Brain> Session<B> {
    /// Greets the partner, unless partner talk is off.
    pub(super) fn greet(&mut self, now: Instant) {
        if self.options.habits.talks && self.may_answer(now) {
            self.say(&Heard::Greeting(Dialect::Tandem));
            self.partnership.greeted();
        }
    }

    /// Greets a Tandem that may not know us.
    pub(super) fn return_greeting(&mut self, now: Instant) {
        if self.partnership.owes_greeting() {
            self.greet(now);
        }
    }

    /// Greets the partner once more, so that it shows itself if it is the Tandem at the other end of
    /// the link, which takes us for its partner.
    pub(super) fn ask_partner(&mut self, now: Instant) {
        if self.record.kind() == Kind::Bughouse
            && self.options.habits.talks
            && self.may_answer(now)
            && self.partnership.asks_for_greeting()
        {
            self.say(&Heard::Greeting(Dialect::Tandem));
        }
    }

    pub(super) fn say(&mut self, what: &Heard) {
        self.output.extend(self.partnership.say(what).map(Reply::Ptell));
    }

    /// Takes an answer from the allowance of messages to the partner; false if none is left.
    pub(super) fn may_answer(&mut self, now: Instant) -> bool {
        self.partnership.may_answer(self.timing.game_time(now))
    }

    /// Answers the partner, as long as it does not ask for more answers than a person would.
    pub(super) fn answer_partner(&mut self, text: Line, now: Instant) {
        if self.may_answer(now) {
            self.output.push(Reply::Ptell(text));
        }
    }

    /// Asks the team what to do with the result of a search, and sends its message to the partner.
    pub(super) fn consult(&mut self, decision: Decision, info: &Info, now: Instant) -> Stance {
        let (stance, said) = self.with_partnership(now, |partnership, moment| {
            partnership.consult((decision, info), moment)
        });
        self.output.extend(said.map(Reply::Ptell));
        stance
    }

    /// Tells the partner what our move has changed, if anything.
    pub(super) fn comment_on_own_move(&mut self, now: Instant) {
        if self.has_partner() {
            let said = self.with_partnership(now, Partnership::moved);
            self.output.extend(said.map(Reply::Ptell));
        }
    }

    /// Takes note of a piece from the other board, which shows that a move was just made there.
    pub(super) fn note_arrival(&mut self, handoff: Handoff, now: Instant) {
        self.with_partnership(now, |partnership, moment| {
            partnership.arrived(handoff, moment);
        });
    }
}
