//! A table: the people at it, its seats, and one game after the other.

mod choices;
mod commands;
mod error;
mod live;
mod offer;
mod people;
mod playing;
mod view;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use tandem_rules::Seat;

pub(crate) use self::choices::Choices;
pub(crate) use self::error::TableError;
use self::live::Live;
pub(crate) use self::offer::{Offer, Role};
use self::people::{Chair, Person, PersonId, Spent};
pub(crate) use self::playing::MOST_PLIES;
use crate::app::AppState;
use crate::message::{Phase, RematchAsked, TableRow, TableState, ToPage};
use crate::page_sender::{Circular, Form, PageSender};

/// A table. Connections and the thread of its game change it, one at a time.
pub(crate) struct Table {
    name: String,
    /// The address that it was made from.
    address: IpAddr,
    app: Arc<AppState>,
    state: Mutex<State>,
}

/// A browser at the table.
struct Viewer {
    page: PageSender,
    /// `None` for an onlooker.
    person: Option<PersonId>,
}

struct State {
    choices: Choices,
    /// The chairs in the order of [`Seat::ALL`].
    chairs: [Chair; 4],
    people: Vec<Person>,
    /// The invitations that are no longer open, the latest last.
    spent: Vec<Spent>,
    /// The browsers by the numbers of their connections.
    viewers: HashMap<u64, Viewer>,
    phase: Phase,
    /// The game that runs or ran last.
    live: Option<Live>,
    /// The next game as a guest has asked for it after the last one.
    rematch: Option<RematchAsked>,
    /// Number of games that have begun.
    games: usize,
    /// The reason for which the table was closed.
    closed: Option<String>,
    /// The moment since which no browser is here.
    deserted_since: Option<Instant>,
}

impl Table {
    /// A table whose owner sits down where the choices say so.
    pub(crate) fn new(
        name: String,
        choices: Choices,
        app: Arc<AppState>,
        (page, owner): (&PageSender, &str),
    ) -> Result<Arc<Self>, TableError> {
        let owner = Person::new(owner, true)?;
        let sitters = choices.sitters;
        let mut chairs = [Chair::OWNER; 4];
        for (chair, sitter) in chairs.iter_mut().zip(sitters) {
            *chair = Chair::of(sitter)?;
        }
        let state = State {
            choices,
            chairs,
            people: vec![owner],
            spent: Vec::new(),
            viewers: HashMap::new(),
            phase: Phase::Gathering,
            live: None,
            rematch: None,
            games: 0,
            closed: None,
            deserted_since: None,
        };
        let address = page.client.address;
        let table = Arc::new(Self { name, address, app, state: Mutex::new(state) });
        table.state.lock().admit(page, Some(PersonId::OWNER), &table.name);
        Ok(table)
    }

    /// The address that it was made from.
    pub(crate) const fn address(&self) -> IpAddr {
        self.address
    }

    /// Lets an onlooker in.
    pub(crate) fn watch(&self, page: &PageSender) -> Result<(), TableError> {
        let mut state = self.open_state()?;
        state.admit(page, None, &self.name);
        state.tell_seats();
        Ok(())
    }

    /// Seats the bearer of an invitation, which is used up.
    pub(crate) fn accept(
        &self,
        page: &PageSender,
        invitation: &str,
        name: &str,
    ) -> Result<(), TableError> {
        let mut state = self.open_state()?;
        let person = state.seat_guest(invitation, name)?;
        state.admit(page, Some(person), &self.name);
        state.tell_seats();
        Ok(())
    }

    /// Seats a person in an open seat without its invitation, as people have agreed at another door.
    pub(crate) fn seat(&self, page: &PageSender, seat: Seat, name: &str) -> Result<(), TableError> {
        let mut state = self.open_state()?;
        let Chair::Open { invitation, .. } = state.chair(seat) else {
            return Err(TableError::NotInPlay(seat));
        };
        let invitation = invitation.digits();
        let person = state.seat_guest(&invitation, name)?;
        state.admit(page, Some(person), &self.name);
        state.tell_seats();
        Ok(())
    }

    /// True while a connection is here.
    pub(crate) fn is_here(&self, connection: u64) -> bool {
        self.state.lock().viewers.contains_key(&connection)
    }

    /// The table as an onlooker sees it.
    pub(crate) fn seen_by_onlookers(&self) -> TableState {
        self.state.lock().seen_by(None, &self.name)
    }

    /// Lets a person in again, in place of an older connection of the same person.
    pub(crate) fn come_back(&self, page: &PageSender, key: &str) -> Result<(), TableError> {
        let mut state = self.open_state()?;
        let person = state.person_with(key)?;
        state.send_away(person, "this seat is used in another window now", Some(page.number()));
        state.admit(page, Some(person), &self.name);
        state.tell_seats();
        Ok(())
    }

    /// Lets a connection go; true if it was here.
    pub(crate) fn leave(&self, connection: u64) -> bool {
        let mut state = self.state.lock();
        let was_here = state.viewers.remove(&connection).is_some();
        if was_here {
            if state.viewers.is_empty() {
                state.deserted_since = Some(Instant::now());
            }
            state.tell_seats();
        }
        was_here
    }

    /// Takes note of the round trip of a message to a connection.
    pub(crate) fn measured(&self, connection: u64, lag_ms: u32) {
        let mut state = self.state.lock();
        let person = state.viewers.get(&connection).and_then(|viewer| viewer.person);
        let Some(person) = person else { return };
        let person = &mut state.people[person.index()];
        if person.note_lag(lag_ms) {
            state.tell_seats();
        }
    }

    /// True if a connection plays a game that runs.
    pub(crate) fn is_playing(&self, connection: u64) -> bool {
        let state = self.state.lock();
        let person = state.viewers.get(&connection).and_then(|viewer| viewer.person);
        let plays = person.is_some_and(|person| !state.seats_of(person).is_empty());
        plays && state.phase == Phase::Playing
    }

    /// The table in a list.
    pub(crate) fn row(&self) -> TableRow {
        let state = self.state.lock();
        TableRow {
            table: self.name.clone(),
            rules: state.choices.rules_text.clone(),
            clock: state.choices.control.to_string(),
            players: state.choices.seats().map(|seat| state.name_in(seat)).collect(),
            phase: state.phase,
        }
    }

    /// Ends the table if nobody has been here for a while: the first limit holds between games.
    pub(crate) fn end_if_deserted(&self, usual: Duration, in_game: Duration) {
        let state = self.state.lock();
        let limit = if state.phase == Phase::Playing { in_game } else { usual };
        let is_over = state.deserted_since.is_some_and(|since| since.elapsed() >= limit);
        drop(state);
        if is_over {
            self.close("nobody was at this table");
        }
    }

    /// Time for which nobody has been at the table; `None` if somebody is, or while a game runs.
    pub(crate) fn deserted_for(&self) -> Option<Duration> {
        let state = self.state.lock();
        let is_idle = matches!(state.phase, Phase::Gathering | Phase::Over);
        state.deserted_since.filter(|_| is_idle).map(|since| since.elapsed())
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.state.lock().closed.is_some()
    }

    /// Ends the table: a game that runs is broken off for this reason, and all are told to go.
    pub(crate) fn close(&self, reason: &str) {
        let mut state = self.state.lock();
        state.closed.get_or_insert_with(|| reason.to_owned());
        if let Some(live) = &state.live {
            live.break_off();
        }
        let left = Circular::new(ToPage::Left { reason: reason.to_owned() });
        for (_, viewer) in state.viewers.drain() {
            viewer.page.send_circular(&left);
        }
    }

    /// The state of a table that has not ended.
    fn open_state(&self) -> Result<MutexGuard<'_, State>, TableError> {
        let state = self.state.lock();
        if state.closed.is_some() { Err(TableError::Ended) } else { Ok(state) }
    }
}

impl State {
    /// Adds a browser and shows it the table.
    fn admit(&mut self, page: &PageSender, person: Option<PersonId>, name: &str) {
        self.deserted_since = None;
        self.viewers.insert(page.number(), Viewer { page: page.clone(), person });
        page.send(&ToPage::Table(Box::new(self.seen_by(person, name))));
    }

    /// Sends the connections of a person away, but for one.
    fn send_away(&mut self, person: PersonId, reason: &str, but: Option<u64>) {
        let left = Circular::new(ToPage::Left { reason: reason.to_owned() });
        self.viewers.retain(|&number, viewer| {
            let stays = viewer.person != Some(person) || Some(number) == but;
            if !stays {
                viewer.page.send_circular(&left);
            }
            stays
        });
    }

    /// Shows everybody the whole table.
    fn show_all(&self, name: &str) {
        for viewer in self.viewers.values() {
            let table = self.seen_by(viewer.person, name);
            viewer.page.send(&ToPage::Table(Box::new(table)));
        }
    }

    /// Tells everybody who sits where.
    fn tell_seats(&self) {
        for viewer in self.viewers.values() {
            let seats = self.seats_seen_by(viewer.person);
            let onlookers = self.onlookers();
            viewer.page.send(&ToPage::Seats { seats, onlookers, rematch: self.rematch });
        }
    }

    /// Tells everybody the same.
    fn tell_all(&self, message: ToPage) {
        let circular = Circular::new(message);
        self.viewers.values().for_each(|viewer| viewer.page.send_circular(&circular));
    }

    /// Tells the persons of a team.
    fn tell_team(&self, seat: Seat, message: ToPage) {
        let circular = Circular::new(message);
        for viewer in self.viewers.values() {
            if self.is_in_team(viewer.person, seat) {
                viewer.page.send_circular(&circular);
            }
        }
    }

    /// Tells the person in a seat, if it is at a door with words of its own.
    fn tell_client(&self, seat: Seat, message: ToPage) {
        let circular = Circular::new(message);
        let person = self.person_in(seat);
        for viewer in self.viewers.values() {
            if person.is_some() && viewer.person == person && viewer.page.form() == Form::Values {
                viewer.page.send_circular(&circular);
            }
        }
    }

    fn onlookers(&self) -> usize {
        self.viewers.values().filter(|viewer| viewer.person.is_none()).count()
    }
}
