//! Offers of one member to another: partnerships, games, and the end of a game that counts for nobody.

use super::{Lobby, Party, Refusal, State, party_name, refusal};
use crate::ics::terms::Terms;

/// Most offers of one member that wait.
const MOST_OFFERS: usize = 8;

/// Something that one member has offered another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::ics) struct Offer {
    pub(in crate::ics) from: String,
    pub(in crate::ics) to: String,
    pub(in crate::ics) what: Offered,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::ics) enum Offered {
    Partnership,
    Game(Terms),
    /// To give up the game at this table.
    Abort(String),
}

impl Offer {
    pub(super) fn is_of(&self, name: &str) -> bool {
        self.from == name || self.to == name
    }

    fn is_game(&self) -> bool {
        matches!(self.what, Offered::Game(_))
    }
}

impl Offered {
    /// The name of the kind, as in `You decline the match offer from Anna.`
    const fn kind(&self) -> &'static str {
        match self {
            Self::Partnership => "partnership request",
            Self::Game(_) => "match offer",
            Self::Abort(_) => "abort request",
        }
    }
}

impl Lobby {
    /// Challenges somebody; returns the lines for the member.
    pub(in crate::ics) fn challenge(
        &self,
        me: &str,
        to: &str,
        terms: Terms,
    ) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        let party = self.find(&state, to)?;
        let players = state.players(me, party.clone(), terms)?;
        let Party::Person(other) = party else {
            let lines = vec![issuing(me, &party_name(&players.accepts), terms)];
            self.begin(&mut state, players, terms)?;
            return Ok(lines);
        };
        // Two who challenge each other on the same terms have agreed.
        let agreed = Offer {
            from: other.clone(),
            to: me.to_owned(),
            what: Offered::Game(terms.of_the_other()),
        };
        if state.offers.contains(&agreed) {
            return self.accept_challenge(&mut state, &agreed, terms.of_the_other());
        }
        let is_old = |offer: &Offer| offer.from == me && offer.to == other && offer.is_game();
        state.offers.retain(|offer| !is_old(offer));
        state.offer(Offer {
            from: me.to_owned(),
            to: other.clone(),
            what: Offered::Game(terms),
        })?;
        let challenge = format!("Challenge: {}.", terms.between(me, &other));
        state.send(&other, [challenge, "You can \"accept\" or \"decline\".".to_owned()]);
        if let Some([own, theirs]) = &players.partners {
            let game =
                format!("{me} and {} against {other} and {}", party_name(own), party_name(theirs));
            state.send_party(
                own,
                [format!("Your bughouse partner issues a challenge, {terms}: {game}.")],
            );
            state.send_party(
                theirs,
                [format!("Your bughouse partner was challenged, {terms}: {game}.")],
            );
        }
        Ok(vec![issuing(me, &other, terms)])
    }

    /// Accepts an offer that is no abort; returns the lines for the member.
    pub(in crate::ics) fn accept(&self, me: &str, offer: &Offer) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        match offer.what {
            _ if !state.offers.contains(offer) => refusal("There is no such offer."),
            Offered::Game(terms) => self.accept_challenge(&mut state, offer, terms),
            Offered::Partnership => {
                drop(state);
                self.partner(me, &offer.from)
            }
            Offered::Abort(_) => refusal("\"abort\" accepts that."),
        }
    }

    /// Declines an offer; returns the lines for the member.
    pub(in crate::ics) fn decline(&self, me: &str, offer: &Offer) -> Vec<String> {
        let mut state = self.state.lock();
        state.offers.retain(|other| other != offer);
        let what = offer.what.kind();
        state.send(&offer.from, [format!("{me} declines the {what}.")]);
        vec![format!("You decline the {what} from {}.", offer.from)]
    }

    /// Withdraws an offer; returns the lines for the member.
    pub(in crate::ics) fn withdraw(&self, me: &str, offer: &Offer) -> Vec<String> {
        let mut state = self.state.lock();
        state.offers.retain(|other| other != offer);
        let what = offer.what.kind();
        state.send(&offer.to, [format!("{me} withdraws the {what}.")]);
        vec![format!("You withdraw the {what} to {}.", offer.to)]
    }

    /// The offers to and of a member.
    pub(in crate::ics) fn offers_of(&self, me: &str) -> Vec<Offer> {
        let state = self.state.lock();
        state.offers.iter().filter(|offer| offer.is_of(me)).cloned().collect()
    }

    /// Takes note that a member would give up the game with its opponent at a table; true if that one
    /// would as well.
    pub(in crate::ics) fn abort(&self, me: &str, opponent: &str, table: &str) -> bool {
        let mut state = self.state.lock();
        let what = Offered::Abort(table.to_owned());
        let own = Offer { from: me.to_owned(), to: opponent.to_owned(), what: what.clone() };
        let theirs = Offer { from: opponent.to_owned(), to: me.to_owned(), what };
        if state.offers.contains(&theirs) {
            state.offers.retain(|offer| *offer != theirs && *offer != own);
            return true;
        }
        if state.offer(own).is_ok() {
            let line = format!("{me} would like to abort the game; type \"abort\" to accept.");
            state.send(opponent, [line]);
        }
        false
    }

    fn accept_challenge(
        &self,
        state: &mut State,
        offer: &Offer,
        terms: Terms,
    ) -> Result<Vec<String>, Refusal> {
        let Offer { from, to: me, .. } = offer;
        let players = state.players(from, Party::Person(me.clone()), terms)?;
        let partners = players.partners.clone();
        self.begin(state, players, terms)?;
        state.send(from, [format!("{me} accepts your challenge.")]);
        if let Some([own, theirs]) = &partners {
            state.send_party(own, [format!("{me} accepts your partner's challenge.")]);
            state.send_party(theirs, [format!("Your partner accepts {from}'s challenge.")]);
        }
        Ok(vec![format!("You accept the match offer from {from}.")])
    }
}

impl State {
    /// Adds an offer.
    ///
    /// # Errors
    /// The member has made it already, or has too many.
    pub(super) fn offer(&mut self, offer: Offer) -> Result<(), Refusal> {
        if self.offers.contains(&offer) {
            return refusal("You have made that offer already.");
        }
        if self.offers.iter().filter(|other| other.from == offer.from).count() >= MOST_OFFERS {
            return refusal(format!("{MOST_OFFERS} offers of yours wait already; withdraw one."));
        }
        self.offers.push(offer);
        Ok(())
    }

    /// Ends the offers of games to and of a member, and its seek: it plays.
    pub(super) fn end_offers_of_games(&mut self, name: &str) {
        self.offers.retain(|offer| !(offer.is_of(name) && offer.is_game()));
        self.end_seek(name);
    }

    /// Ends the offers to give up a game that is over.
    pub(super) fn end_aborts(&mut self, name: &str) {
        self.offers.retain(|offer| !(offer.is_of(name) && matches!(offer.what, Offered::Abort(_))));
    }
}

fn issuing(me: &str, other: &str, terms: Terms) -> String {
    format!("Issuing: {}.", Terms { color: None, ..terms }.between(me, other))
}
