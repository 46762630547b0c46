//! The games that come of challenges and seeks.

use std::sync::Arc;

use tandem_rules::{BoardId, Color, Seat, Variant};

use super::{Activity, Lobby, Party, Refusal, State, key, refusal};
use crate::ics::terms::Terms;
use crate::message::{Level, Pace, Setup, Sitter, TableRequest};
use crate::page_sender::PageSender;
use crate::table::Table;

/// The four players, or two, of a game that is to begin, with the colors and boards still open.
pub(super) struct Players {
    pub(super) asks: String,
    pub(super) accepts: Party,
    /// The partners of both; `None` on one board.
    pub(super) partners: Option<[Party; 2]>,
}

impl Lobby {
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

    /// Begins a game: a table, with all persons in their seats.
    pub(super) fn begin(
        &self,
        state: &mut State,
        players: Players,
        terms: Terms,
    ) -> Result<(), Refusal> {
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
            state.end_offers_of_games(name);
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
    /// The players of a game that somebody asks for.
    ///
    /// # Errors
    /// One of them is not free, or a partner is missing.
    pub(super) fn players(
        &self,
        asks: &str,
        accepts: Party,
        terms: Terms,
    ) -> Result<Players, Refusal> {
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

    pub(super) fn check_free(&self, name: &str) -> Result<(), Refusal> {
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

    /// Takes note that a member sits at a table. It leaves that of its last game.
    pub(super) fn seat_at(&mut self, name: &str, table: &Arc<Table>) {
        let Some(member) = self.members.get_mut(&key(name)) else { return };
        member.activity = Activity::Plays;
        let last = member.table.replace(Arc::clone(table));
        if let Some(last) = last.filter(|last| !Arc::ptr_eq(last, table)) {
            last.leave(member.page.number());
        }
    }
}
