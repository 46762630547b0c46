//! The choice of messages to the partner, and their limits.

use tandem_rules::talk::{PartnerMessage, Reason, Urgency};
use tandem_rules::{Millis, PieceType, PieceTypes};

use super::allowance::Allowance;
use super::wishes::{Mate, Wishes};

/// Minimum time between two messages.
const BETWEEN_MESSAGES: Millis = Millis(1_000);
/// Maximum number of messages: a partner who is told more listens no longer.
const MOST_MESSAGES: u32 = 20;

/// The messages that a partner understands; none by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Vocabulary {
    /// The handling of words about needed and banned pieces.
    pub pieces: Pieces,
    /// True if the partner retracts its own words once they are no longer true, so that they hold
    /// until then.
    pub retracts: bool,
    /// Bit set of [`Topic`]s.
    topics: u8,
}

/// A topic of messages, besides pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Being lost, and no longer being lost.
    Dead,
    /// Sitting and going.
    Sit,
    /// A mate of ours.
    Mate,
    /// The lead on time.
    Time,
}

/// The partner's memory for words about pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pieces {
    /// It does not understand them.
    #[default]
    Unknown,
    /// It forgets all of them when one is retracted.
    ForgottenTogether,
    /// It remembers each until that one is retracted.
    OneByOne,
}

impl Vocabulary {
    /// The vocabulary of people.
    pub const ALL: Self = Self { pieces: Pieces::OneByOne, retracts: false, topics: u8::MAX };

    /// A vocabulary of words for pieces, as given, and of these topics.
    pub fn new(pieces: Pieces, topics: impl IntoIterator<Item = Topic>) -> Self {
        let topics = topics.into_iter().fold(0, |all, topic| all | 1 << topic as u8);
        Self { pieces, retracts: false, topics }
    }

    /// Sets whether the partner retracts its own words.
    #[must_use]
    pub fn retracting(self, retracts: bool) -> Self {
        Self { retracts, ..self }
    }

    const fn has(self, topic: Topic) -> bool {
        self.topics >> topic as u8 & 1 == 1
    }
}

/// The claims that the partner has been told and still believes, and the messages so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Voice {
    pub(super) vocabulary: Vocabulary,
    needed: PieceTypes,
    banned: PieceTypes,
    /// Banned types with which we would not have been mated at the last look. One look does not take a
    /// ban back: a ban that comes and goes with every move is no help to anybody.
    doubted: PieceTypes,
    is_dead: bool,
    holds: bool,
    mate_in: Option<u8>,
    ahead: Option<bool>,
    count: u32,
    last: Option<Millis>,
    allowance: Allowance,
}

impl Voice {
    /// Starts over with a listener who has been told nothing; messages so far still count.
    pub(super) fn meet(&mut self, vocabulary: Vocabulary) {
        let Self { count, last, allowance, .. } = *self;
        *self = Self { vocabulary, count, last, allowance, ..Self::default() };
    }

    /// Chooses the message that is news to the partner, at most one. Retractions go first, since
    /// the partner acts on what it believes; and nothing is claimed that could not be retracted
    /// later.
    pub(super) fn speak(&mut self, wishes: Wishes, now: Millis) -> Option<PartnerMessage> {
        let taken_back = self.taken_back(wishes);
        self.doubt(wishes);
        // A partner that sits for us in vain loses time.
        let is_urgent = matches!(taken_back, Some(PartnerMessage::Go(_)));
        if !is_urgent && self.is_too_soon(now) {
            return None;
        }
        let claim = || self.claim(wishes).filter(|_| self.may_claim());
        let message = taken_back.or_else(claim)?;
        self.note(message);
        (self.count, self.last) = (self.count + 1, Some(now));
        self.allowance.take(now);
        Some(message)
    }

    /// True if the partner knows that this piece is needed, or can be told now.
    pub(super) fn can_ask_for(&self, piece: PieceType, now: Millis) -> bool {
        let can_say = self.vocabulary.pieces != Pieces::Unknown;
        let can_say_now = can_say && self.may_claim() && !self.is_too_soon(now);
        self.needed.contains(piece) || can_say_now
    }

    /// Takes an answer to the partner from the allowance that all messages share; false if none is
    /// left. Answers, unlike messages of our own, may follow each other at once.
    pub(super) fn may_answer(&mut self, now: Millis) -> bool {
        let may = self.allowance.has_any(now);
        if may {
            self.allowance.take(now);
        }
        may
    }

    fn is_too_soon(&self, now: Millis) -> bool {
        self.last.is_some_and(|last| now - last < BETWEEN_MESSAGES) || !self.allowance.has_any(now)
    }

    fn may_claim(&self) -> bool {
        self.count + self.claims() + 1 < MOST_MESSAGES
    }

    /// Number of claims that the partner believes.
    fn claims(&self) -> u32 {
        let pieces = self.needed.iter().count() + self.banned.iter().count();
        let others = [self.is_dead, self.holds, self.mate_in.is_some()];
        (pieces + others.into_iter().filter(|&told| told).count()) as u32
    }

    /// The first claim that is true now and has not been made.
    fn claim(&self, wishes: Wishes) -> Option<PartnerMessage> {
        let vocabulary = self.vocabulary;
        if vocabulary.has(Topic::Dead) && wishes.dead == Some(true) && !self.is_dead {
            return Some(PartnerMessage::Dead);
        }
        if vocabulary.has(Topic::Sit) && wishes.hold == Some(true) && !self.holds {
            return Some(PartnerMessage::Sit(Some(Reason::OpponentWaits)));
        }
        let new = |wished: Option<PieceTypes>, told: PieceTypes| {
            let types = wished.filter(|_| vocabulary.pieces != Pieces::Unknown)?;
            types.iter().find(|&piece| !told.contains(piece))
        };
        let ban = || Some(PartnerMessage::Avoid(new(wishes.banned, self.banned)?, Urgency::Mates));
        let need = || Some(PartnerMessage::Need(new(wishes.needed, self.needed)?, Urgency::Mates));
        let mates = || {
            let Mate::In(moves) = wishes.mate else { return None };
            // A partner that sits for a mate has to be told when it does not come.
            let knows = vocabulary.has(Topic::Mate) && vocabulary.has(Topic::Sit);
            let is_news = self.mate_in.is_none_or(|told| moves < told);
            (knows && is_news).then_some(PartnerMessage::Mate(Some(moves)))
        };
        let knows_time = vocabulary.has(Topic::Time);
        let lead = || match wishes.ahead.filter(|_| knows_time && wishes.ahead != self.ahead)? {
            true => Some(PartnerMessage::Ahead(None)),
            false => Some(PartnerMessage::Behind(None)),
        };
        ban().or_else(need).or_else(mates).or_else(lead)
    }

    /// The first retraction: of a claim that is no longer true.
    fn taken_back(&self, wishes: Wishes) -> Option<PartnerMessage> {
        let no_mate = wishes.mate == Mate::NotSeen && self.mate_in.is_some();
        if wishes.hold == Some(false) && self.holds || no_mate {
            return Some(PartnerMessage::Go(None));
        }
        if wishes.dead == Some(false) && self.is_dead {
            return Some(PartnerMessage::NotDead);
        }
        // The retraction takes back everything about a piece type; what is still true is claimed
        // again.
        let is_over = |told: PieceTypes, wished: Option<PieceTypes>, piece| {
            told.contains(piece) && !wished.unwrap_or(told).contains(piece)
        };
        let over = PieceType::DROPPABLE.into_iter().find(|&piece| {
            is_over(self.needed, wishes.needed, piece)
                || is_over(self.banned, wishes.banned, piece) && self.doubted.contains(piece)
        });
        over.map(PartnerMessage::Indifferent)
    }

    /// Takes note of the bans that this look does not confirm.
    fn doubt(&mut self, wishes: Wishes) {
        if let Some(banned) = wishes.banned {
            self.doubted = self.banned.iter().filter(|&piece| !banned.contains(piece)).collect();
        }
    }

    fn note(&mut self, message: PartnerMessage) {
        match message {
            PartnerMessage::Need(piece, _) => self.needed = self.needed.with(piece),
            PartnerMessage::Avoid(piece, _) => self.banned = self.banned.with(piece),
            PartnerMessage::Indifferent(piece) => {
                let left = |told: PieceTypes| match self.vocabulary.pieces {
                    Pieces::ForgottenTogether => PieceTypes::NONE,
                    Pieces::OneByOne | Pieces::Unknown => told.without(piece),
                };
                (self.needed, self.banned) = (left(self.needed), left(self.banned));
            }
            PartnerMessage::Dead => self.is_dead = true,
            PartnerMessage::NotDead => self.is_dead = false,
            PartnerMessage::Sit(_) => self.holds = true,
            PartnerMessage::Go(_) => (self.holds, self.mate_in) = (false, None),
            PartnerMessage::Mate(moves) => self.mate_in = moves,
            PartnerMessage::Ahead(_) => self.ahead = Some(true),
            PartnerMessage::Behind(_) => self.ahead = Some(false),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PartnerMessage as P;
    use tandem_rules::PieceType::{Knight, Pawn, Queen};

    fn needs(pieces: &[PieceType]) -> Wishes {
        Wishes { needed: Some(pieces.iter().copied().collect()), ..Wishes::default() }
    }

    fn bans(pieces: &[PieceType]) -> Wishes {
        Wishes { banned: Some(pieces.iter().copied().collect()), ..Wishes::default() }
    }

    fn dead(dead: bool) -> Wishes {
        Wishes { dead: Some(dead), ..Wishes::default() }
    }

    fn mates(moves: Option<u8>) -> Wishes {
        Wishes { mate: moves.map_or(Mate::NotSeen, Mate::In), ..Wishes::default() }
    }

    fn voice(vocabulary: Vocabulary) -> Voice {
        Voice { vocabulary, ..Voice::default() }
    }

    fn need(piece: PieceType) -> PartnerMessage {
        P::Need(piece, Urgency::Mates)
    }

    fn ban(piece: PieceType) -> PartnerMessage {
        P::Avoid(piece, Urgency::Mates)
    }

    /// Speaks once a second, each time with the next wishes, and compares what is said.
    fn follow(mut voice: Voice, story: &[(Wishes, Option<PartnerMessage>)]) {
        for (second, (wishes, expected)) in story.iter().enumerate() {
            let now = Millis::from_seconds(second as i64);
            assert_eq!(voice.speak(*wishes, now), *expected, "at second {second}");
        }
    }

    #[test]
    fn only_what_is_new_is_said_and_what_has_ended_is_taken_back() {
        let story = [
            (needs(&[]), None),
            (needs(&[Knight, Queen]), Some(need(Knight))),
            (needs(&[Knight, Queen]), Some(need(Queen))),
            (needs(&[Knight, Queen]), None),
            (bans(&[Pawn]), Some(ban(Pawn))),
            (Wishes::default(), None),
            (needs(&[Queen]), Some(P::Indifferent(Knight))),
            (bans(&[]), None),
            (bans(&[Pawn]), None),
            (bans(&[]), None),
            (bans(&[]), Some(P::Indifferent(Pawn))),
            (dead(true), Some(P::Dead)),
            (dead(true), None),
            (dead(false), Some(P::NotDead)),
            (mates(Some(4)), Some(P::Mate(Some(4)))),
            (mates(Some(5)), None),
            (mates(Some(3)), Some(P::Mate(Some(3)))),
            (mates(None), Some(P::Go(None))),
            (mates(None), None),
        ];
        follow(voice(Vocabulary::ALL), &story);
    }

    #[test]
    fn what_is_left_of_a_piece_is_said_again_when_the_rest_is_taken_back() {
        let story = [
            (needs(&[Queen]), Some(need(Queen))),
            (bans(&[Queen]), Some(ban(Queen))),
            (needs(&[]), Some(P::Indifferent(Queen))),
            (bans(&[Queen]), Some(ban(Queen))),
        ];
        follow(voice(Vocabulary::ALL), &story);
    }

    #[test]
    fn a_partner_that_forgets_everything_is_told_everything_again() {
        let pieces = Pieces::ForgottenTogether;
        let story = [
            (needs(&[Knight, Queen]), Some(need(Knight))),
            (needs(&[Knight, Queen]), Some(need(Queen))),
            (needs(&[Queen]), Some(P::Indifferent(Knight))),
            (needs(&[Queen]), Some(need(Queen))),
        ];
        follow(voice(Vocabulary::new(pieces, [])), &story);
    }

    #[test]
    fn nothing_is_said_for_which_there_is_no_word_and_it_does_not_count() {
        let mut voice = voice(Vocabulary::new(Pieces::Unknown, [Topic::Dead]));
        for now in (0..100_000).step_by(1000) {
            assert_eq!(voice.speak(bans(&[Queen]), Millis(now)), None);
            assert_eq!(voice.speak(mates(Some(3)), Millis(now)), None);
        }
        assert_eq!(voice.speak(dead(true), Millis(100_000)), Some(P::Dead));
    }

    #[test]
    fn answers_and_messages_share_one_allowance() {
        let mut voice = voice(Vocabulary::ALL);
        let answers = (0..1000).filter(|_| voice.may_answer(Millis(0))).count();
        assert_eq!(answers, 20);
        assert_eq!(voice.speak(dead(true), Millis(0)), None);
        assert_eq!(voice.speak(dead(true), Millis(500)), Some(P::Dead));
        assert!(!voice.may_answer(Millis(500)));
        voice.meet(Vocabulary::ALL); // another partner is no way around it
        assert!(!voice.may_answer(Millis(500)));
    }

    #[test]
    fn messages_are_limited_in_rate_and_claims_are_withdrawn() {
        let mut voice = voice(Vocabulary::ALL);
        let mut said = Vec::new();
        for now in (0..600_000).step_by(500) {
            let wishes = if now / 1000 % 2 == 0 { needs(&[Knight, Pawn]) } else { needs(&[]) };
            said.extend(voice.speak(wishes, Millis(now)).map(|message| (now, message)));
        }
        assert!(said.len() <= MOST_MESSAGES as usize, "{} messages", said.len());
        assert!(said.windows(2).all(|two| two[1].0 - two[0].0 >= 1000 && two[1].1 != two[0].1));
        assert_eq!(voice.claims(), 0);
    }
}
