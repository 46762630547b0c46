//! The people at the door: who is here, who partners whom, what is offered, and which games begin.

mod games;
mod numbers;
mod offers;
mod partners;
mod seeks;

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::mpsc;

use self::numbers::Numbers;
pub(super) use self::offers::{Offer, Offered};
pub(super) use self::seeks::Seek;
use super::name;
use crate::message::Level;
use crate::page_sender::PageSender;
use crate::table::Table;
use crate::tables::Tables;

/// Most lines of others that wait for a client.
pub(super) const MOST_MAIL: usize = 128;

/// The people at the door.
pub(super) struct Lobby {
    tables: Arc<Tables>,
    /// Most tables at once that were made from one address.
    most_tables: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// By their names in lower case.
    members: BTreeMap<String, Member>,
    offers: Vec<Offer>,
    seeks: Vec<Seek>,
    numbers: Numbers,
    /// Number of games that have begun.
    games: usize,
}

/// Somebody at the door.
struct Member {
    name: String,
    page: PageSender,
    mail: mpsc::Sender<Mail>,
    partner: Option<Party>,
    activity: Activity,
    /// The table at which it sits.
    table: Option<Arc<Table>>,
}

/// The thing that a member does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Activity {
    Free,
    Plays,
}

/// The news of others for a client.
pub(super) enum Mail {
    /// Lines; none of them wake it, since offers or seeks have changed.
    Lines(Vec<String>),
    /// A game that somebody seeks.
    Seek(String),
    /// Its name is used by a newer connection.
    Replaced,
}

/// Error for something that is not done; it is said to people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Refusal(pub(super) String);

/// A refusal for this reason.
pub(super) fn refusal<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(reason.into()))
}

/// Somebody with a name: a member, or a player of the house.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Party {
    Person(String),
    House(Level),
}

impl Lobby {
    pub(super) fn new(tables: Arc<Tables>, most_tables: usize) -> Self {
        Self { tables, most_tables, state: Mutex::default() }
    }

    /// Lets somebody in under a name.
    ///
    /// # Errors
    /// Somebody at another address has the name, or it is in a game, which the newcomer could not go on with.
    pub(super) fn enter(
        &self,
        name: &str,
        page: &PageSender,
        mail: mpsc::Sender<Mail>,
    ) -> Result<(), Refusal> {
        let mut state = self.state.lock();
        if let Some(old) = state.members.get(&key(name)) {
            let is_elsewhere = old.page.client.address != page.client.address;
            if is_elsewhere || old.activity == Activity::Plays {
                return refusal(format!("{} is logged in already.", old.name));
            }
            let _gone = old.mail.try_send(Mail::Replaced);
            let old = old.name.clone();
            state.part(&old);
        }
        state.add(name, page, mail);
        Ok(())
    }

    /// Lets somebody in under a name that nobody has; returns it.
    pub(super) fn enter_as_guest(&self, page: &PageSender, mail: mpsc::Sender<Mail>) -> String {
        let mut state = self.state.lock();
        let letter = |number: usize| char::from(b'A' + (number % 26) as u8);
        let name = |number: usize| {
            let letters: String =
                (0..4).rev().map(|place| letter(number / 26_usize.pow(place))).collect();
            format!("{}{letters}", name::GUEST)
        };
        let names = (0..=state.members.len()).map(name);
        let mut free = names.filter(|name| !state.members.contains_key(&key(name)));
        let name = free.next().unwrap_or_default(); // there are more names than members
        state.add(&name, page, mail);
        name
    }

    /// Lets a connection go; its partner and those with offers are told. Returns the table at which the
    /// lobby has seated it.
    pub(super) fn leave(&self, name: &str, connection: u64) -> Option<Arc<Table>> {
        let mut state = self.state.lock();
        let is_it = |member: &Member| member.page.number() == connection;
        if !state.members.get(&key(name)).is_some_and(is_it) {
            return None;
        }
        state.part(name);
        state.members.remove(&key(name))?.table
    }

    /// True if somebody of this name is here.
    pub(super) fn has(&self, name: &str) -> bool {
        self.state.lock().members.contains_key(&key(name))
    }

    /// True if a member plays, or is about to.
    pub(super) fn plays(&self, name: &str) -> bool {
        let state = self.state.lock();
        state.members.get(&key(name)).is_some_and(|member| member.activity == Activity::Plays)
    }

    /// Takes note that a member plays at a table, or is about to.
    pub(super) fn sits(&self, name: &str, table: &Arc<Table>) {
        self.state.lock().seat_at(name, table);
    }

    /// Takes note that a member is free. It may still sit at the table of a game that is over.
    pub(super) fn is_free(&self, name: &str, sits_at: Option<&Arc<Table>>) {
        let mut state = self.state.lock();
        if let Some(member) = state.members.get_mut(&key(name)) {
            member.activity = Activity::Free;
            member.table = sits_at.cloned();
            state.end_aborts(name);
        }
    }

    /// Names of all members, with what they do.
    pub(super) fn members(&self) -> Vec<(String, Activity)> {
        let state = self.state.lock();
        state.members.values().map(|member| (member.name.clone(), member.activity)).collect()
    }

    /// The number of the first board of a table's games.
    pub(super) fn number(&self, table: &str) -> usize {
        let is_used = |name: &str| {
            let is_used = |table: Arc<Table>| !table.is_closed() && table.deserted_for().is_none();
            self.tables.table(name).is_ok_and(is_used)
        };
        self.state.lock().numbers.of(table, is_used)
    }

    /// Tells somebody something; returns its name and whether it plays.
    pub(super) fn tell(&self, to: &str, line: String) -> Result<(String, Activity), Refusal> {
        let state = self.state.lock();
        match self.find(&state, to)? {
            Party::Person(name) => {
                state.send(&name, [line]);
                let activity = state.members[&key(&name)].activity;
                Ok((name, activity))
            }
            Party::House(level) => Ok((name::of_house(level), Activity::Free)),
        }
    }

    /// The member or player of the house that a name means; the beginning of a member's name is enough.
    fn find(&self, state: &State, name: &str) -> Result<Party, Refusal> {
        if let Some(member) = state.members.get(&key(name)) {
            return Ok(Party::Person(member.name.clone()));
        }
        if let Some(level) = name::house(name, self.tables.app.services.elo) {
            return Ok(Party::House(level));
        }
        let wanted = key(name);
        let mut meant = state.members.iter().filter(|(known, _)| known.starts_with(&wanted));
        match (meant.next(), meant.next()) {
            (Some((_, member)), None) if wanted.len() >= 2 => {
                Ok(Party::Person(member.name.clone()))
            }
            (Some(_), Some(_)) => refusal(format!("More than one name begins with \"{name}\".")),
            _ => refusal(format!("{name} is not logged in.")),
        }
    }
}

impl State {
    fn add(&mut self, name: &str, page: &PageSender, mail: mpsc::Sender<Mail>) {
        let (page, name) = (page.clone(), name.to_owned());
        let member =
            Member { name, page, mail, partner: None, activity: Activity::Free, table: None };
        self.members.insert(key(&member.name), member);
    }

    /// Sends lines to a member.
    fn send(&self, name: &str, lines: impl IntoIterator<Item = String>) {
        if let Some(member) = self.members.get(&key(name)) {
            // One that takes nothing is hung up for its table's messages, or misses this.
            let _full = member.mail.try_send(Mail::Lines(lines.into_iter().collect()));
        }
    }

    fn send_party(&self, party: &Party, lines: impl IntoIterator<Item = String>) {
        if let Party::Person(name) = party {
            self.send(name, lines);
        }
    }

    /// Ends all that binds a member who goes.
    fn part(&mut self, name: &str) {
        self.end_seek(name);
        let offers = std::mem::take(&mut self.offers);
        let (gone, stay) = offers.into_iter().partition(|offer: &Offer| offer.is_of(name));
        self.offers = stay;
        for offer in gone {
            let other = if offer.from == name { offer.to } else { offer.from };
            self.send(&other, [format!("{name} has left; the offer is withdrawn.")]);
        }
        self.separate(name, "Your bughouse partner has disconnected.");
    }
}

/// A name as members are found by it.
fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

fn party_name(party: &Party) -> String {
    match party {
        Party::Person(name) => name.clone(),
        Party::House(level) => name::of_house(*level),
    }
}
