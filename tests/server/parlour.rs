//! Clients of the server: logins, partnerships, challenges and commands.

use std::time::Instant;

use tandem_rules::{Game, Seat};

use super::lines;
use super::offers::Challenge;
use super::table::{self, Player, Table};

/// A client, numbered in the order of arrival.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guest(pub(super) usize);

/// A line to a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Said {
    pub(super) to: Guest,
    pub(super) text: String,
}

/// The login state of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Login {
    AskedForName,
    AskedForPassword(String),
    In(String),
    Gone,
}

/// The state of a client.
pub(super) struct Person {
    login: Login,
    /// Width of a line in columns.
    columns: usize,
    pub(super) partner: Option<Guest>,
    /// The client that offers a partnership.
    pub(super) suitor: Option<Guest>,
    pub(super) challenge: Option<Challenge>,
}

/// All clients, and the one match that is played.
#[derive(Default)]
pub(super) struct Parlour {
    people: Vec<Person>,
    pub(super) table: Option<Table>,
}

impl Parlour {
    /// Adds a client that has connected.
    pub(super) fn enter(&mut self) -> (Guest, Vec<Said>) {
        let guest = Guest(self.people.len());
        self.people.push(Person {
            login: Login::AskedForName,
            columns: 79,
            partner: None,
            suitor: None,
            challenge: None,
        });
        (guest, vec![say(guest, "Welcome to a small chess server of the FICS family.")])
    }

    /// The prompt for a client.
    pub(super) fn prompt(&self, guest: Guest) -> &'static str {
        match self.person(guest).login {
            Login::AskedForName => "login: ",
            Login::AskedForPassword(_) => "password: ",
            Login::In(_) | Login::Gone => "fics% ",
        }
    }

    /// The name of a client, or `guest N` until it has one.
    pub(super) fn name(&self, guest: Guest) -> String {
        match &self.person(guest).login {
            Login::AskedForPassword(name) | Login::In(name) => name.clone(),
            Login::AskedForName | Login::Gone => format!("guest {}", guest.0),
        }
    }

    /// A line as it is sent to a client. Boards and holdings are for programs, and never wrapped.
    pub(super) fn form(&self, Said { to, text }: &Said) -> String {
        match text.starts_with('<') {
            true => text.clone(),
            false => lines::wrapped(text, self.person(*to).columns),
        }
    }

    /// The time of the next flag, when there is something to do without a command.
    pub(super) fn next_flag(&self) -> Option<Instant> {
        self.table.as_ref()?.next_flag()
    }

    /// Advances the clocks of the match.
    pub(super) fn tick(&mut self, now: Instant) -> Vec<Said> {
        self.table.as_mut().map_or_else(Vec::new, |table| table.tick(now))
    }

    /// Removes and returns the match if it has ended, so that another one can be played.
    pub(super) fn take_finished(&mut self) -> Option<Game> {
        self.table.take_if(|table| table.is_over()).map(Table::into_game)
    }

    /// Handles a client that has disconnected: ends its match and its partnership.
    pub(super) fn leave(&mut self, guest: Guest) -> Vec<Said> {
        let mut said = Vec::new();
        if let (Some(seat), Some(table)) = (self.seat_of(guest), &mut self.table) {
            said.extend(table.lose_player(seat));
        }
        if let Some(partner) = self.person_mut(guest).partner.take() {
            self.person_mut(partner).partner = None;
            said.push(say(partner, "Your partner has disconnected."));
            said.push(say(partner, "You no longer have a bughouse partner."));
        }
        self.person_mut(guest).login = Login::Gone;
        said.retain(|said| said.to != guest);
        said
    }

    /// Handles a line of a client, and returns the lines to send.
    pub(super) fn hear(&mut self, guest: Guest, line: &str, now: Instant) -> Vec<Said> {
        let line = line.trim();
        match self.person(guest).login.clone() {
            Login::AskedForName if line.is_empty() => Vec::new(),
            Login::AskedForName => {
                self.person_mut(guest).login = Login::AskedForPassword(line.to_owned());
                let text =
                    format!("\"{line}\" is a registered name.  If it is yours, type the password.");
                vec![say(guest, text)]
            }
            Login::AskedForPassword(name) => {
                let text = format!("**** Starting FICS session as {name} ****");
                self.person_mut(guest).login = Login::In(name);
                vec![say(guest, text)]
            }
            // `$` only keeps a server from taking a command for an alias.
            Login::In(_) => self.obey(guest, line.trim_start_matches('$'), now),
            Login::Gone => Vec::new(),
        }
    }

    fn obey(&mut self, guest: Guest, line: &str, now: Instant) -> Vec<Said> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => Vec::new(),
            ["set", "width", columns] => {
                let person = self.person_mut(guest);
                person.columns = columns.parse().unwrap_or(person.columns);
                vec![say(guest, format!("Width set to {}.", person.columns))]
            }
            [setting @ ("alias" | "set" | "iset" | "style"), ..] => {
                vec![say(guest, format!("Your {setting} is noted."))]
            }
            ["partner"] => self.leave_partner(guest),
            ["partner", name] => self.offer_partnership(guest, name),
            ["match", name, terms @ ..] => self.challenge(guest, name, terms),
            ["accept", ..] => self.accept(guest, now),
            ["decline", ..] => self.decline(guest),
            ["ptell", text @ ..] => self.tell_partner(guest, &text.join(" ")),
            ["tell", name, text @ ..] => self.tell(guest, name, &text.join(" ")),
            _ => self.play(guest, &words, now),
        }
    }

    /// Handles a command of a player.
    fn play(&mut self, guest: Guest, words: &[&str], now: Instant) -> Vec<Said> {
        let unknown = || vec![say(guest, format!("{}: Command not found.", words[0]))];
        let (Some(seat), Some(table)) = (self.seat_of(guest), &mut self.table) else {
            // A move may have been on its way when the match ended.
            let of_player = ["resign", "draw", "abort", "flag", "pobserve", "say"];
            return match of_player.contains(&words[0]) || table::is_move(words[0]) {
                true => vec![say(guest, "You are not playing a game.")],
                false => unknown(),
            };
        };
        match words {
            ["resign"] => table.resign(seat, now),
            ["draw"] => table.offer_draw(seat, now),
            ["abort"] => table.ask_abort(seat),
            ["flag"] => table.call_flag(seat, now),
            ["pobserve"] => table.watch_partner(seat, now),
            ["say", text @ ..] => {
                let Player { guest: opponent, .. } = *table.player(seat.opponent());
                let text = format!("{} says: {}", table.player(seat).name, text.join(" "));
                vec![say(opponent, text)]
            }
            [text] => table.play(seat, text, now).unwrap_or_else(unknown),
            _ => unknown(),
        }
    }

    fn tell_partner(&self, guest: Guest, text: &str) -> Vec<Said> {
        let Some(partner) = self.person(guest).partner else {
            return vec![say(guest, "You do not have a partner at present.")];
        };
        vec![
            say(partner, format!("{} (your partner) tells you: {text}", self.name(guest))),
            say(guest, format!("(told {})", self.name(partner))),
        ]
    }

    fn tell(&self, guest: Guest, name: &str, text: &str) -> Vec<Said> {
        match self.find(name) {
            None => vec![say(guest, format!("{name} is not logged in."))],
            Some(other) => vec![
                say(other, format!("{} tells you: {text}", self.name(guest))),
                say(guest, format!("(told {})", self.name(other))),
            ],
        }
    }

    fn seat_of(&self, guest: Guest) -> Option<Seat> {
        self.table.as_ref()?.seat_of(guest)
    }

    pub(super) fn find(&self, name: &str) -> Option<Guest> {
        let is_meant = |person: &Person| matches!(&person.login, Login::In(own) if own.eq_ignore_ascii_case(name));
        self.people.iter().position(is_meant).map(Guest)
    }

    pub(super) fn person(&self, guest: Guest) -> &Person {
        &self.people[guest.0]
    }

    pub(super) fn person_mut(&mut self, guest: Guest) -> &mut Person {
        &mut self.people[guest.0]
    }
}

/// A line to a client.
pub(super) fn say(to: Guest, text: impl Into<String>) -> Said {
    Said { to, text: text.into() }
}
