//! Partnerships.

use super::offers::{Offer, Offered};
use super::{Lobby, Party, Refusal, key, party_name, refusal};

impl Lobby {
    /// Offers to be somebody's partner, or agrees to its offer; returns the lines for the member.
    pub(in crate::ics) fn partner(&self, me: &str, who: &str) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        let partner = match self.find(&state, who)? {
            Party::Person(other) if other == me => {
                return refusal("You can't be your own bughouse partner.");
            }
            Party::House(level) => {
                state.end_partnership(me);
                let member = state.members.get_mut(&key(me));
                member.ok_or_else(|| Refusal(String::new()))?.partner = Some(Party::House(level));
                let house = party_name(&Party::House(level));
                return Ok(vec![
                    format!("Making a partnership offer to {house}."),
                    format!("{house} agrees to be your partner."),
                ]);
            }
            Party::Person(other) => other,
        };
        if state.partner_of(me) == Some(Party::Person(partner.clone())) {
            return refusal(format!("You are already {partner}'s partner."));
        }
        let is_offered = |offer: &Offer| {
            offer.from == partner && offer.to == me && offer.what == Offered::Partnership
        };
        if state.partner_of(&partner).is_some_and(|partner| matches!(partner, Party::Person(_))) {
            return refusal(format!("{partner} already has a partner."));
        }
        let Some(at) = state.offers.iter().position(is_offered) else {
            state.offer(Offer {
                from: me.to_owned(),
                to: partner.clone(),
                what: Offered::Partnership,
            })?;
            let line = format!(
                "{me} offers to be your bughouse partner; type \"partner {me}\" to accept."
            );
            state.send(&partner, [line]);
            return Ok(vec![format!("Making a partnership offer to {partner}.")]);
        };
        state.offers.remove(at);
        state.end_partnership(me);
        state.end_partnership(&partner);
        for (one, other) in [(me, &partner), (&partner, &me.to_owned())] {
            if let Some(member) = state.members.get_mut(&key(one)) {
                member.partner = Some(Party::Person(other.clone()));
            }
        }
        state.send(&partner, [format!("{me} agrees to be your partner.")]);
        Ok(vec![format!("You agree to be {partner}'s partner.")])
    }

    /// Ends the partnership of a member; returns the lines for it.
    pub(in crate::ics) fn end_partnership(&self, me: &str) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        if state.partner_of(me).is_none() {
            return refusal("You do not have a bughouse partner.");
        }
        state.end_partnership(me);
        Ok(vec!["You no longer have a bughouse partner.".to_owned()])
    }

    /// The name of a member's partner.
    pub(in crate::ics) fn partner_name(&self, me: &str) -> Option<String> {
        self.state.lock().partner_of(me).as_ref().map(party_name)
    }
}

impl super::State {
    pub(super) fn partner_of(&self, name: &str) -> Option<Party> {
        self.members.get(&key(name))?.partner.clone()
    }

    /// Ends the partnership of a member by its own wish; its partner is told.
    pub(super) fn end_partnership(&mut self, name: &str) {
        self.separate(name, "Your partner has ended partnership.");
    }

    /// Ends the partnership of a member; its partner is told why.
    pub(super) fn separate(&mut self, name: &str, why: &str) {
        let partner = self.members.get_mut(&key(name)).and_then(|member| member.partner.take());
        let Some(Party::Person(other)) = partner else { return };
        if let Some(member) = self.members.get_mut(&key(&other)) {
            member.partner = None;
        }
        let lines = [why.to_owned(), "You no longer have a bughouse partner.".to_owned()];
        self.send(&other, lines);
    }
}
