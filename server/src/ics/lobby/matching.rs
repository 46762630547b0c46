//! Challenges, seeks, and the games that come of them.

use std::sync::Arc;

use tandem_rules::{BoardId, Color, Seat, Variant};

use super::{Activity, Lobby, Party, Refusal, State, key, refusal};
use crate::ics::name;
use crate::ics::terms::Terms;
use crate::message::{Level, Pace, Setup, Sitter, TableRequest};
use crate::page_sender::PageSender;
use crate::table::Table;

/// Most offers of one member that wait.
const MOST_OFFERS: usize = 8;

/// Something that one member has offered another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offer {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) what: Offered,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offered {
    Partnership,
    Game(Terms),
}

impl Offer {
    pub(super) fn is_of(&self, name: &str) -> bool {
        self.from == name || self.to == name
    }
}

/// A game that a member seeks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seek {
    pub(super) by: String,
    number: usize,
    terms: Terms,
}

/// The four players, or two, of a game that is to begin, with the colors and boards still open.
struct Players {
    asks: String,
    accepts: Party,
    /// The partners of both; `None` on one board.
    partners: Option<[Party; 2]>,
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
        let is_mutual = |offer: &Offer| {
            offer.from == other && offer.to == me && offer.what == Offered::Game(terms)
        };
        if state.offers.iter().any(is_mutual) {
            return self.accept_challenge(&mut state, me, &other);
        }
        let is_old = |offer: &Offer| {
            offer.from == me && offer.to == other && matches!(offer.what, Offered::Game(_))
        };
        state.offers.retain(|offer| !is_old(offer));
        state.offer(Offer {
            from: me.to_owned(),
            to: other.clone(),
            what: Offered::Game(terms),
        })?;
        let color =
            terms.color.map_or_else(String::new, |color| format!(" [{}]", color_name(color)));
        let challenge = format!("Challenge: {me} (----){color} {other} (----) {terms}.");
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

    /// Accepts an offer, the only one if no name is given; returns the lines for the member.
    pub(in crate::ics) fn accept(
        &self,
        me: &str,
        from: Option<&str>,
    ) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        let offer = state.offer_to(me, from)?;
        match offer.what {
            Offered::Partnership => {
                drop(state);
                self.partner(me, &offer.from)
            }
            Offered::Game(_) => self.accept_challenge(&mut state, me, &offer.from),
        }
    }

    /// Declines offers; returns the lines for the member.
    pub(in crate::ics) fn decline(
        &self,
        me: &str,
        from: Option<&str>,
    ) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        let offer = state.offer_to(me, from)?;
        state.offers.retain(|other| *other != offer);
        let what = match offer.what {
            Offered::Partnership => "partnership request",
            Offered::Game(_) => "match offer",
        };
        state.send(&offer.from, [format!("{me} declines the {what}.")]);
        Ok(vec![format!("You decline the {what} from {}.", offer.from)])
    }

    /// Withdraws all offers of a member, or those to somebody; returns the lines for the member.
    pub(in crate::ics) fn withdraw(
        &self,
        me: &str,
        to: Option<&str>,
    ) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        let is_meant = |offer: &Offer| {
            offer.from == me && to.is_none_or(|to| offer.to.eq_ignore_ascii_case(to))
        };
        let offers = std::mem::take(&mut state.offers);
        let (gone, stay): (Vec<_>, Vec<_>) = offers.into_iter().partition(is_meant);
        state.offers = stay;
        for offer in &gone {
            state.send(&offer.to, [format!("{me} withdraws the offer.")]);
        }
        match gone.len() {
            0 => refusal("There is no offer of yours."),
            _ => Ok(gone
                .iter()
                .map(|offer| format!("You withdraw the offer to {}.", offer.to))
                .collect()),
        }
    }

    /// The offers to and of a member.
    pub(in crate::ics) fn pending(&self, me: &str) -> Vec<String> {
        let state = self.state.lock();
        let what = |offer: &Offer| match offer.what {
            Offered::Partnership => "bughouse partnership".to_owned(),
            Offered::Game(terms) => terms.to_string(),
        };
        let lines = state
            .offers
            .iter()
            .filter(|offer| offer.is_of(me))
            .map(|offer| format!("{} is offering {}: {}.", offer.from, offer.to, what(offer)));
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() { vec!["There are no offers pending.".to_owned()] } else { lines }
    }

    /// Takes note that a member would give up the game with its opponent at a table; true if that one
    /// would as well.
    pub(in crate::ics) fn abort(&self, me: &str, opponent: &str, table: &str) -> bool {
        let mut state = self.state.lock();
        let agreed = (opponent.to_owned(), table.to_owned());
        if state.aborts.contains(&agreed) {
            state.aborts.retain(|(_, other)| other != table);
            return true;
        }
        let is_there = |name: &str| self.tables.table(name).is_ok_and(|table| !table.is_closed());
        state.aborts.retain(|(_, other)| is_there(other));
        let own = (me.to_owned(), table.to_owned());
        if !state.aborts.contains(&own) {
            state.aborts.push(own);
            let line = format!("{me} would like to abort the game; type \"abort\" to accept.");
            state.send(opponent, [line]);
        }
        false
    }

    /// Seeks a game; returns the lines for the member.
    pub(in crate::ics) fn seek(&self, me: &str, terms: Terms) -> Vec<String> {
        let mut state = self.state.lock();
        state.seeks.retain(|seek| seek.by != me);
        let is_free = |number: &usize| state.seeks.iter().all(|seek| seek.number != *number);
        let number = (1..=state.seeks.len() + 1).find(is_free).unwrap_or_default();
        state.seeks.push(Seek { by: me.to_owned(), number, terms });
        let Terms { minutes, increment, variant, .. } = terms;
        let kind = crate::ics::terms::kind(variant);
        let line = format!(
            "{me} (----) seeking {minutes} {increment} unrated {kind} (\"play {number}\" to respond)"
        );
        let free = state.members.values().filter(|member| member.activity == Activity::Free);
        let others: Vec<String> =
            free.map(|member| member.name.clone()).filter(|name| name != me).collect();
        for other in &others {
            state.send(other, [line.clone()]);
        }
        vec![
            format!("Your seek has been posted with index {number}."),
            format!("({} player(s) saw the seek.)", others.len()),
        ]
    }

    /// Ends the seek of a member.
    pub(in crate::ics) fn unseek(&self, me: &str) -> Vec<String> {
        self.state.lock().seeks.retain(|seek| seek.by != me);
        vec!["Your seeks have been removed.".to_owned()]
    }

    /// The games that are sought.
    pub(in crate::ics) fn sought(&self) -> Vec<String> {
        let state = self.state.lock();
        let lines = state.seeks.iter().map(|Seek { by, number, terms }| {
            let Terms { minutes, increment, variant, .. } = *terms;
            let kind = crate::ics::terms::kind(variant);
            format!("{number:3} ---- {by:<17} {minutes:3} {increment:3} unrated {kind}")
        });
        let mut lines: Vec<String> = lines.collect();
        lines.push(format!("{} ads displayed.", lines.len()));
        lines
    }

    /// Plays a game that is sought; returns the lines for the member.
    pub(in crate::ics) fn play(&self, me: &str, which: &str) -> Result<Vec<String>, Refusal> {
        let mut state = self.state.lock();
        let is_meant =
            |seek: &&Seek| seek.number.to_string() == which || seek.by.eq_ignore_ascii_case(which);
        let seek = state.seeks.iter().find(is_meant).cloned();
        let seek = seek.ok_or_else(|| Refusal("That seek is not available.".to_owned()))?;
        if seek.by == me {
            return refusal("You cannot play your own seek.");
        }
        let players = state.players(&seek.by, Party::Person(me.to_owned()), seek.terms)?;
        state.seeks.retain(|other| other.by != seek.by);
        state.send(&seek.by, [format!("{me} accepts your seek.")]);
        self.begin(&mut state, players, seek.terms)?;
        Ok(vec![format!("You accept {}'s seek.", seek.by)])
    }

    /// Makes a table with a free seat for somebody with a browser beside the member; returns it.
    pub(in crate::ics) fn open_table(
        &self,
        me: &str,
        (terms, level): (Terms, Level),
    ) -> Result<Arc<Table>, Refusal> {
        let mut state = self.state.lock();
        state.check_free(me)?;
        let own = BoardId::A.seat(terms.color.unwrap_or(Color::White));
        let sitters = Seat::ALL.map(|seat| match seat {
            seat if seat == own => Sitter::Me,
            seat if terms.variant == Variant::Bughouse && seat == own.partner() => {
                Sitter::Guest { level }
            }
            _ if terms.variant != Variant::Bughouse => Sitter::Guest { level },
            _ => Sitter::Tandem { level },
        });
        let page = state.page_of(me)?;
        let table = self.create(&page, me, (terms, sitters))?;
        state.seat_at(me, &table);
        let _always = table.take(page.number(), &TableRequest::Ready { ready: true });
        Ok(table)
    }

    fn accept_challenge(
        &self,
        state: &mut State,
        me: &str,
        from: &str,
    ) -> Result<Vec<String>, Refusal> {
        let is_it = |offer: &Offer| offer.from == from && offer.to == me;
        let terms =
            state.offers.iter().filter(|offer| is_it(offer)).find_map(|offer| match offer.what {
                Offered::Game(terms) => Some(terms),
                Offered::Partnership => None,
            });
        let terms = terms.ok_or_else(|| Refusal("There is no such offer.".to_owned()))?;
        let players = state.players(from, Party::Person(me.to_owned()), terms)?;
        state.send(from, [format!("{me} accepts your challenge.")]);
        if let Some([own, theirs]) = &players.partners {
            state.send_party(own, [format!("{me} accepts your partner's challenge.")]);
            state.send_party(theirs, [format!("Your partner accepts {from}'s challenge.")]);
        }
        self.begin(state, players, terms)?;
        Ok(vec![format!("You accept the match offer from {from}.")])
    }

    /// Begins a game: a table, with all persons in their seats.
    fn begin(&self, state: &mut State, players: Players, terms: Terms) -> Result<(), Refusal> {
        let Players { asks, accepts, partners } = players;
        let usual = if state.games.is_multiple_of(2) { Color::Black } else { Color::White };
        let color = terms.color.unwrap_or(usual);
        let seat = BoardId::A.seat(color);
        let mut seated = vec![(seat, Party::Person(asks.clone())), (seat.opponent(), accepts)];
        if let Some([own, theirs]) = partners {
            seated.extend([(seat.partner(), own), (seat.opponent().partner(), theirs)]);
        }
        let any = Level { elo: None, pace: Pace::Engine };
        let mut sitters = [Sitter::Tandem { level: any }; 4];
        for (seat, party) in &seated {
            sitters[seat.index()] = match party {
                Party::Person(name) if *name == asks => Sitter::Me,
                Party::Person(_) => Sitter::Guest { level: any },
                Party::House(level) => Sitter::Tandem { level: *level },
            };
        }
        let page = state.page_of(&asks)?;
        let table = self.create(&page, &asks, (terms, sitters))?;
        let mut pages = vec![page];
        let mut persons = vec![asks.clone()];
        for (seat, party) in &seated {
            let Party::Person(name) = party else { continue };
            if *name != asks {
                let page = state.page_of(name)?;
                table.seat(&page, *seat, name).map_err(|error| Refusal(error.to_string()))?;
                pages.push(page);
                persons.push(name.clone());
            }
        }
        for name in &persons {
            state.seat_at(name, &table);
            state
                .offers
                .retain(|offer| !(offer.is_of(name) && matches!(offer.what, Offered::Game(_))));
            state.seeks.retain(|seek| seek.by != *name);
        }
        state.games += 1;
        for page in pages {
            let _always = table.take(page.number(), &TableRequest::Ready { ready: true });
        }
        Ok(())
    }

    fn create(
        &self,
        page: &PageSender,
        name: &str,
        (terms, seats): (Terms, [Sitter; 4]),
    ) -> Result<Arc<Table>, Refusal> {
        let setup = Setup { rules: terms.rules(), clock: terms.clock(), start: None, seats };
        let table = self.tables.create(page, name, &setup, self.most_tables);
        table.map_err(|error| Refusal(format!("No game can begin: {error}.")))
    }
}

impl State {
    /// Adds an offer.
    ///
    /// # Errors
    /// The member has too many.
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

    /// The offer to a member, from somebody or the only one.
    fn offer_to(&self, me: &str, from: Option<&str>) -> Result<Offer, Refusal> {
        let is_meant = |offer: &&Offer| {
            offer.to == me && from.is_none_or(|from| offer.from.eq_ignore_ascii_case(from))
        };
        let mut meant = self.offers.iter().filter(is_meant);
        match (meant.next(), meant.next()) {
            (Some(offer), None) => Ok(offer.clone()),
            // Of two from one member, a game is meant.
            (Some(one), Some(other)) if one.from == other.from => Ok(match one.what {
                Offered::Game(_) => one.clone(),
                Offered::Partnership => other.clone(),
            }),
            (Some(_), Some(_)) => refusal("There is more than one offer; say whose."),
            (None, _) => refusal(from.map_or_else(
                || "There are no offers to you.".to_owned(),
                |from| format!("There are no offers from {from}."),
            )),
        }
    }

    /// The players of a game that somebody asks for.
    ///
    /// # Errors
    /// One of them is not free, or a partner is missing.
    fn players(&self, asks: &str, accepts: Party, terms: Terms) -> Result<Players, Refusal> {
        self.check_free(asks)?;
        if accepts == Party::Person(asks.to_owned()) {
            return refusal("You can't match yourself.");
        }
        if let Party::Person(name) = &accepts {
            self.check_free(name)?;
        }
        let partners = match terms.variant {
            Variant::Bughouse => Some(self.partners(asks, &accepts)?),
            Variant::Crazyhouse | Variant::Chess => None,
        };
        Ok(Players { asks: asks.to_owned(), accepts, partners })
    }

    fn partners(&self, asks: &str, accepts: &Party) -> Result<[Party; 2], Refusal> {
        let no_partner = "You have no partner for bughouse; \"partner Tandem\" gives you one.";
        let own = self.partner_of(asks).ok_or_else(|| Refusal(no_partner.to_owned()))?;
        let theirs = match accepts {
            Party::House(level) => Party::House(*level),
            Party::Person(name) => {
                let reason = format!("{name} currently has no partner.");
                self.partner_of(name).ok_or(Refusal(reason))?
            }
        };
        if let (Party::Person(own), Party::Person(accepts)) = (&own, accepts)
            && own == accepts
        {
            return refusal("You can't match your own partner.");
        }
        let partners = [own, theirs];
        for partner in &partners {
            if let Party::Person(name) = partner {
                self.check_free(name)?;
            }
        }
        Ok(partners)
    }

    fn check_free(&self, name: &str) -> Result<(), Refusal> {
        match self.members.get(&key(name)).map(|member| member.activity) {
            Some(Activity::Free) => Ok(()),
            Some(Activity::Plays) => refusal(format!("{name} is playing a game.")),
            None => refusal(format!("{name} is not logged in.")),
        }
    }

    fn page_of(&self, name: &str) -> Result<PageSender, Refusal> {
        let member = self.members.get(&key(name));
        let member = member.ok_or_else(|| Refusal(format!("{name} is not logged in.")))?;
        Ok(member.page.clone())
    }

    /// Takes note that a member sits at a table.
    fn seat_at(&mut self, name: &str, table: &Arc<Table>) {
        if let Some(member) = self.members.get_mut(&key(name)) {
            member.activity = Activity::Plays;
            member.table = Some(Arc::clone(table));
        }
    }

    fn send_party(&self, party: &Party, lines: impl IntoIterator<Item = String>) {
        if let Party::Person(name) = party {
            self.send(name, lines);
        }
    }
}

fn issuing(me: &str, other: &str, terms: Terms) -> String {
    format!("Issuing: {me} (----) {other} (----) {terms}.")
}

pub(super) fn party_name(party: &Party) -> String {
    match party {
        Party::Person(name) => name.clone(),
        Party::House(level) => name::of_house(*level),
    }
}

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
