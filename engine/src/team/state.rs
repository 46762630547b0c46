//! The state of one seat in its partnership, and the events that change it.

use tandem_rules::talk::PartnerMessage;
use tandem_rules::{Handoff, Millis};

use super::arrivals::Arrivals;
use super::clocks::OtherClocks;
use super::habits::{Habits, Sitting};
use super::moment::Moment;
use super::requests::{Holds, Requests};
use super::stance::Stance;
use super::voice::{Vocabulary, Voice};
use super::wishes::Wishes;
use crate::{Decision, Info, Prices, TimeShare};

/// The state of one seat in its partnership.
#[derive(Clone, Debug)]
pub struct Team {
    pub(super) habits: Habits,
    pub(super) stance: Stance,
    pub(super) requests: Requests,
    pub(super) clocks: OtherClocks,
    pub(super) arrivals: Arrivals,
    pub(super) voice: Voice,
    /// Time at which the partner asked us to sit; `None` if it has not, or has taken that back.
    pub(super) asked_to_sit: Option<Millis>,
    /// Time at which the partner announced a mate: our board should send nothing meanwhile.
    pub(super) partner_mates_since: Option<Millis>,
    pub(super) partner_is_dead: bool,
    /// True if the partner wants us to move in this turn.
    pub(super) must_go: bool,
    /// Time at which our turn began, as far as was noticed.
    pub(super) turn_since: Option<Millis>,
    pub(super) time_share: TimeShare,
}

impl Team {
    /// A team at the start of a game, with a partner of whom nothing is known.
    pub fn new(habits: Habits) -> Self {
        Self {
            habits,
            stance: Stance::Playing,
            requests: Requests::default(),
            clocks: OtherClocks::default(),
            arrivals: Arrivals::default(),
            voice: Voice::default(),
            asked_to_sit: None,
            partner_mates_since: None,
            partner_is_dead: false,
            must_go: false,
            turn_since: None,
            time_share: TimeShare::Usual,
        }
    }

    /// Sets the habits.
    pub fn set_habits(&mut self, habits: Habits) {
        self.habits = habits;
    }

    /// Starts over with another partner, or with one that turns out to know other words: what was
    /// said to and by the former one counts no longer. Counts of arrivals and messages are kept.
    pub fn meet(&mut self, vocabulary: Vocabulary) {
        let Self { habits, arrivals, .. } = *self;
        let voice = std::mem::take(&mut self.voice);
        *self = Self { arrivals, voice, ..Self::new(habits) };
        self.voice.meet(vocabulary);
    }

    /// Goes on with the same partner, which turns out to know other words.
    pub fn learn(&mut self, vocabulary: Vocabulary) {
        self.voice.vocabulary = vocabulary;
    }

    /// Takes an answer to the partner from the allowance that all messages to it share; false if none
    /// is left.
    pub fn may_answer(&mut self, now: Millis) -> bool {
        self.voice.may_answer(now)
    }

    /// Ends the stance: the turn is over, or the position has changed.
    pub fn stand_up(&mut self) {
        self.stance = Stance::Playing;
        self.must_go = false;
        self.turn_since = None;
    }

    /// The current stance.
    pub fn stance(&self) -> Stance {
        self.stance
    }

    /// The share of the usual time that the partner asks us to take.
    pub fn time_share(&self) -> TimeShare {
        self.time_share
    }

    /// True if the partner says that it is lost.
    pub fn partner_is_dead(&self) -> bool {
        self.partner_is_dead
    }

    /// Prices of pieces by the partner's words.
    pub fn prices(&self, now: Millis) -> Prices {
        self.requests.prices(now)
    }

    /// Takes in a message of the partner.
    pub fn hear(&mut self, message: PartnerMessage, moment: Moment) {
        use PartnerMessage as P;
        match message {
            P::Sit(_) => (self.asked_to_sit, self.must_go) = (Some(moment.now), false),
            P::Go(_) => {
                self.asked_to_sit = None;
                self.partner_mates_since = None;
                self.must_go = true;
            }
            P::Fast => self.time_share = TimeShare::Half,
            P::Slow => self.time_share = TimeShare::Usual,
            P::Dead => self.partner_is_dead = true,
            P::NotDead => self.partner_is_dead = false,
            P::Cancel => {
                self.partner_is_dead = false;
                self.asked_to_sit = None;
                self.partner_mates_since = None;
                self.time_share = TimeShare::Usual;
                self.hear_request(message, &moment);
            }
            P::Mate(_) => self.partner_mates_since = Some(moment.now),
            P::Clock(shown) => self.clocks.partner_shows(shown, moment),
            P::OpponentClock(shown) => self.clocks.diagonal_shows(shown, moment),
            P::Ahead(_) => self.clocks.claimed(true, moment),
            P::Behind(_) => self.clocks.claimed(false, moment),
            // That the partner sits is no request; the rest concerns the caller, who sees the board
            // and the server.
            P::Sitting(_) | P::Moving | P::Suggest(_) | P::CallFlag | P::Abort => {}
            P::Need(..)
            | P::Avoid(..)
            | P::Indifferent(_)
            | P::TradesGood
            | P::TradesBad
            | P::TradesIndifferent => self.hear_request(message, &moment),
        }
    }

    fn hear_request(&mut self, message: PartnerMessage, moment: &Moment) {
        let holds = match self.voice.vocabulary.retracts {
            true => Holds::UntilRetracted,
            false => Holds::PartOf(moment.base()),
        };
        self.requests.hear(message, holds, moment.now);
    }

    /// Takes in the partner's board as it is seen: the diagonal opponent's clock, and whether it
    /// runs.
    pub fn see_clock(&mut self, diagonal: Millis, runs: bool, moment: Moment) {
        self.clocks.seen(diagonal, runs, moment);
    }

    /// Takes in a piece that arrived for this color on the own board, which tells of a move on the
    /// other.
    pub fn arrived(&mut self, Handoff { color, piece }: Handoff, moment: Moment) {
        let is_ours = color == moment.us();
        self.clocks.captured(is_ours, moment);
        if is_ours {
            self.arrivals.note(piece);
        }
    }

    /// Takes in that we have moved. Returns the message to send, if any.
    pub fn moved(&mut self, moment: Moment) -> Option<PartnerMessage> {
        self.stand_up();
        self.speak(Wishes::in_their_turn(&moment), moment.now)
    }

    /// Decides after a search whether to play its move or to sit. Returns the message to send as
    /// well, if any.
    pub fn decide(
        &mut self,
        (decision, info): (Decision, &Info),
        moment: Moment,
    ) -> (Stance, Option<PartnerMessage>) {
        if moment.is_our_turn() {
            self.turn_since.get_or_insert(moment.now);
        }
        let wishes =
            Wishes::in_our_turn(&moment, info).with_lead(self.clocks.lead(&moment), &moment);
        let may_sit = self.habits.sitting != Sitting::Never;
        self.stance = match may_sit && moment.is_our_turn() {
            true => self.weigh((decision, info), wishes, &moment),
            false if decision == Decision::Sit => Stance::Sitting { until: None },
            false => Stance::Playing,
        };
        // A piece that would mate is only asked for if we wait for it.
        let wishes = wishes.as_told_in(self.stance);
        (self.stance, self.speak(wishes, moment.now))
    }

    fn speak(&mut self, wishes: Wishes, now: Millis) -> Option<PartnerMessage> {
        self.habits.talks.then(|| self.voice.speak(wishes, now)).flatten()
    }
}
