//! One of two: what a seat makes of its partner, and what it says to it.
//!
//! A [`Team`] hears the partner, looks at the own board after each thought, and decides whether
//! to move or to sit. It is a pure state machine: it reads no clock, waits for nothing and knows
//! no text. The same observations in the same order get the same answers.

mod arrivals;
mod clocks;
mod patience;
mod requests;
mod stance;
mod voice;
mod wishes;

use tandem_rules::talk::PartnerMessage;
use tandem_rules::{Color, Handoff, Millis};

use crate::{Decision, Info, Pace, Prices, Score, ScoreKind, View, moves_in};
use arrivals::Arrivals;
use clocks::OtherClocks;
use requests::{Holds, Requests};
pub use stance::Stance;
use voice::Voice;
pub use voice::{Pieces, Topic, Vocabulary};
use wishes::Wishes;

/// What a user lets a seat do with its partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// It says what helps.
    pub talks: bool,
    /// When it lets its clock run though it could move.
    pub sitting: Sitting,
}

/// When a seat sits of those times when it could move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sitting {
    /// Never.
    Never,
    /// When the partner asks for it, or mates.
    WhenAsked,
    /// Where that pays, too.
    Freely,
}

impl Default for Habits {
    fn default() -> Self {
        Self { talks: true, sitting: Sitting::Freely }
    }
}

/// One side of a partnership.
#[derive(Clone, Debug)]
pub struct Team {
    habits: Habits,
    stance: Stance,
    requests: Requests,
    clocks: OtherClocks,
    arrivals: Arrivals,
    voice: Voice,
    /// The partner has asked us to sit, or has taken that back.
    asked_to_sit: Option<Millis>,
    /// The partner mates: nothing should come of our board meanwhile.
    partner_mates_since: Option<Millis>,
    partner_is_dead: bool,
    /// The partner wants us to move, in this turn.
    must_go: bool,
    /// When we came on turn, as far as was noticed.
    turn_since: Option<Millis>,
    pace: Pace,
}

/// The game as a seat sees it at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// What is known.
    pub view: &'a View,
    /// How long the game has lasted, by the clocks of the own board.
    pub now: Millis,
}

impl Moment<'_> {
    fn us(&self) -> Color {
        self.view.seat.color
    }

    fn is_our_turn(&self) -> bool {
        self.view.own.side_to_move() == self.us()
    }

    /// The time of the whole game; two minutes where no clock is known.
    fn base(&self) -> Millis {
        const USUAL: Millis = Millis::from_seconds(120);
        self.view.clock().map_or(USUAL, |clock| clock.control().base)
    }

    /// What the own clock shows; forever if there is none.
    fn own_time(&self) -> Millis {
        self.view.clock().map_or(Millis(i64::MAX), |clock| clock.remaining())
    }
}

impl Team {
    /// A new game with a partner of whom nothing is known.
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
            pace: Pace::Usual,
        }
    }

    /// Other habits, from now on.
    pub fn set_habits(&mut self, habits: Habits) {
        self.habits = habits;
    }

    /// Somebody else is the partner, or shows that it knows other words: what was said to and by
    /// the one before counts no longer.
    pub fn meet(&mut self, vocabulary: Vocabulary) {
        let Self { habits, arrivals, .. } = *self;
        let voice = std::mem::take(&mut self.voice);
        *self = Self { arrivals, voice, ..Self::new(habits) };
        self.voice.meet(vocabulary);
    }

    /// The turn is over, or another position has come.
    pub fn stand_up(&mut self) {
        self.stance = Stance::Playing;
        self.must_go = false;
        self.turn_since = None;
    }

    /// What it does at present.
    pub fn stance(&self) -> Stance {
        self.stance
    }

    /// How quickly it should move.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// True if the partner says that it is lost.
    pub fn partner_is_dead(&self) -> bool {
        self.partner_is_dead
    }

    /// What pieces are worth to the partner, by its words.
    pub fn prices(&self, now: Millis) -> Prices {
        self.requests.prices(now)
    }

    /// Hears the partner.
    pub fn hear(&mut self, message: PartnerMessage, moment: Moment) {
        use PartnerMessage as P;
        match message {
            P::Sit(_) => (self.asked_to_sit, self.must_go) = (Some(moment.now), false),
            P::Go(_) => {
                self.asked_to_sit = None;
                self.partner_mates_since = None;
                self.must_go = true;
            }
            P::Fast => self.pace = Pace::Fast,
            P::Slow => self.pace = Pace::Usual,
            P::Dead => self.partner_is_dead = true,
            P::NotDead => self.partner_is_dead = false,
            P::Cancel => {
                self.partner_is_dead = false;
                self.asked_to_sit = None;
                self.partner_mates_since = None;
                self.pace = Pace::Usual;
                self.hear_request(message, &moment);
            }
            P::Mate(_) => self.partner_mates_since = Some(moment.now),
            P::Clock(shown) => self.clocks.partner_shows(shown, moment),
            P::OpponentClock(shown) => self.clocks.diagonal_shows(shown, moment),
            P::Ahead(_) => self.clocks.claimed(true, moment),
            P::Behind(_) => self.clocks.claimed(false, moment),
            // That somebody sits is no wish; the rest is for whoever sees the board and the server.
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

    /// The partner's board is seen: what the diagonal opponent's clock shows there, and whether it
    /// runs.
    pub fn see_clock(&mut self, diagonal: Millis, runs: bool, moment: Moment) {
        self.clocks.seen(diagonal, runs, moment);
    }

    /// A piece came to this color on the own board, so that the other board has moved.
    pub fn arrived(&mut self, Handoff { color, piece }: Handoff, moment: Moment) {
        let is_ours = color == moment.us();
        self.clocks.captured(is_ours, moment);
        if is_ours {
            self.arrivals.note(piece);
        }
    }

    /// We have moved, and it is the opponent's turn. Returns what to say.
    pub fn moved(&mut self, moment: Moment) -> Option<PartnerMessage> {
        self.stand_up();
        self.speak(Wishes::in_their_turn(&moment), moment.now)
    }

    /// A thought has ended: to play its move or to sit, and what to say.
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
        // What would mate if it came is only worth a word if we wait for it.
        let wishes = wishes.as_told_in(self.stance);
        (self.stance, self.speak(wishes, moment.now))
    }

    fn speak(&mut self, wishes: Wishes, now: Millis) -> Option<PartnerMessage> {
        self.habits.talks.then(|| self.voice.speak(wishes, now)).flatten()
    }
}

/// True if a move that the partner suggests is worth this much beside the best one: it may lose
/// a little, for the partner sees what we do not, but not the game.
pub fn accepts_suggestion(suggested: Score, best: Score) -> bool {
    const LESS: i32 = 150;
    !suggested.is_lost() && suggested.value() >= best.value() - LESS
}

/// True if the side to move mates, or wins unless a piece comes.
fn is_won(score: Score) -> bool {
    score > Score::DRAW && score.is_decided()
}

/// Moves until a loss on the own board that is decided. What the loss of a piece decides on the
/// other board, by the words of the partner, is none: such words are seldom the last.
fn moves_to_loss(score: Score, prices: &Prices) -> Option<i64> {
    match score.kind() {
        ScoreKind::Conditional(_) if prices.decide_anything() => None,
        ScoreKind::Mate(plies) | ScoreKind::Conditional(plies) if score < Score::DRAW => {
            Some(i64::from(moves_in(plies).abs()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
