//! What is said, and when to be silent.

use tandem_rules::talk::{PartnerMessage, Reason, Urgency};
use tandem_rules::{Millis, PieceType, PieceTypes};

use super::wishes::Wishes;

/// No two messages within this much of the game.
const BETWEEN_MESSAGES: Millis = Millis(1_000);
/// A partner who is told more listens no longer.
const MOST_MESSAGES: u32 = 20;

/// What the partner has been told, and still believes.
#[derive(Clone, Debug, Default)]
pub(super) struct Voice {
    needed: PieceTypes,
    banned: PieceTypes,
    is_dead: bool,
    holds: bool,
    mate_in: Option<u8>,
    count: u32,
    last: Option<Millis>,
}

impl Voice {
    /// What of these wishes is news to the partner: at most one message, the most urgent first.
    ///
    /// A claim that has ended is always taken back: the partner would act on it. So none is made
    /// that could not be.
    pub(super) fn speak(&mut self, wishes: Wishes, now: Millis) -> Option<PartnerMessage> {
        if self.last.is_some_and(|last| now - last < BETWEEN_MESSAGES) {
            return None;
        }
        let may_claim = self.count + self.claims() + 1 < MOST_MESSAGES;
        let message = may_claim.then(|| self.claim(wishes)).flatten();
        let message = message.or_else(|| self.taken_back(wishes))?;
        self.note(message);
        (self.count, self.last) = (self.count + 1, Some(now));
        Some(message)
    }

    /// How many things the partner believes.
    fn claims(&self) -> u32 {
        let pieces = self.needed.iter().count() + self.banned.iter().count();
        pieces as u32 + u32::from(self.is_dead) + u32::from(self.holds)
    }

    /// What is true now and has not been said.
    fn claim(&self, wishes: Wishes) -> Option<PartnerMessage> {
        if wishes.dead == Some(true) && !self.is_dead {
            return Some(PartnerMessage::Dead);
        }
        if wishes.hold == Some(true) && !self.holds {
            return Some(PartnerMessage::Sit(Some(Reason::OpponentWaits)));
        }
        let new = |wished: Option<PieceTypes>, told: PieceTypes| {
            wished.and_then(|types| types.iter().find(|&piece| !told.contains(piece)))
        };
        let ban = new(wishes.banned, self.banned);
        let need = new(wishes.needed, self.needed);
        ban.map(|piece| PartnerMessage::Avoid(piece, Urgency::Mates))
            .or_else(|| need.map(|piece| PartnerMessage::Need(piece, Urgency::Mates)))
            .or_else(|| match (wishes.mate_in, self.mate_in) {
                (Some(moves), told) if told.is_none_or(|told| moves < told) => {
                    Some(PartnerMessage::Mate(Some(moves)))
                }
                _ => None,
            })
    }

    /// What has been said and is true no more.
    fn taken_back(&self, wishes: Wishes) -> Option<PartnerMessage> {
        if wishes.dead == Some(false) && self.is_dead {
            return Some(PartnerMessage::NotDead);
        }
        if wishes.hold == Some(false) && self.holds {
            return Some(PartnerMessage::Go(None));
        }
        let remains = |wished: Option<PieceTypes>, told: PieceTypes, piece: PieceType| {
            wished.unwrap_or(told).contains(piece)
        };
        let is_over = |&piece: &PieceType| {
            let told = self.needed.contains(piece) || self.banned.contains(piece);
            let need = self.needed.contains(piece) && remains(wishes.needed, self.needed, piece);
            let ban = self.banned.contains(piece) && remains(wishes.banned, self.banned, piece);
            told && !need && !ban
        };
        PieceType::DROPPABLE
            .iter()
            .find(|piece| is_over(piece))
            .map(|&piece| PartnerMessage::Indifferent(piece))
    }

    fn note(&mut self, message: PartnerMessage) {
        match message {
            PartnerMessage::Need(piece, _) => self.needed = self.needed.with(piece),
            PartnerMessage::Avoid(piece, _) => self.banned = self.banned.with(piece),
            PartnerMessage::Indifferent(piece) => {
                self.needed = self.needed.without(piece);
                self.banned = self.banned.without(piece);
            }
            PartnerMessage::Dead => self.is_dead = true,
            PartnerMessage::NotDead => self.is_dead = false,
            PartnerMessage::Sit(_) => self.holds = true,
            PartnerMessage::Go(_) => self.holds = false,
            PartnerMessage::Mate(moves) => self.mate_in = moves,
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

    #[test]
    fn only_what_is_new_is_said_and_what_has_ended_is_taken_back() {
        let told = |piece| Some(P::Need(piece, Urgency::Mates));
        let story = [
            (needs(&[]), None),
            (needs(&[Knight, Queen]), told(Knight)),
            (needs(&[Knight, Queen]), told(Queen)),
            (needs(&[Knight, Queen]), None),
            (bans(&[Pawn]), Some(P::Avoid(Pawn, Urgency::Mates))),
            (Wishes::default(), None),
            (needs(&[Queen]), Some(P::Indifferent(Knight))),
            (bans(&[]), Some(P::Indifferent(Pawn))),
            (dead(true), Some(P::Dead)),
            (dead(true), None),
            (dead(false), Some(P::NotDead)),
        ];
        let mut voice = Voice::default();
        for (second, (wishes, expected)) in story.into_iter().enumerate() {
            let now = Millis::from_seconds(second as i64);
            assert_eq!(voice.speak(wishes, now), expected, "at second {second}");
        }
    }

    #[test]
    fn nobody_is_flooded_and_no_claim_outlives_its_words() {
        let mut voice = Voice::default();
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
