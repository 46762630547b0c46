//! Persons and chairs: keys, invitations, and who sits where.

use tandem_rules::Seat;

use super::State;
use super::error::TableError;
use crate::message::{Level, Sitter};
use crate::plain::line_of;
use crate::secret::{NoRandomness, Secret};

/// Longest name of a person, in characters.
const LONGEST_NAME: usize = 32;
/// Name of a person that gives none.
const NAMELESS: &str = "Player";
/// Least change of a lag that is worth telling: this, and a part of the lag.
const LAG_STEP_MS: u32 = 10;
const LAG_STEP_PART: u32 = 2;
/// Weight of earlier measurements of a lag against that of a new one.
const LAG_MEMORY: u32 = 3;

/// Most invitations that a table remembers once they are no longer open.
const MOST_SPENT: usize = 64;

/// Number of a person at its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PersonId(usize);

impl PersonId {
    /// The person who made the table.
    pub(super) const OWNER: Self = Self(0);

    pub(super) const fn index(self) -> usize {
        self.0
    }
}

/// A person at a table.
pub(super) struct Person {
    /// The secret with which this person comes back; `None` once its seats were given to others.
    pub(super) key: Option<Secret>,
    pub(super) name: String,
    pub(super) is_owner: bool,
    pub(super) is_ready: bool,
    /// The lag as it was told last.
    pub(super) lag_ms: Option<u32>,
    mean_lag_ms: Option<u32>,
}

impl Person {
    pub(super) fn new(name: &str, is_owner: bool) -> Result<Self, NoRandomness> {
        let key = Some(Secret::new()?);
        Ok(Self {
            key,
            name: name_of(name),
            is_owner,
            is_ready: false,
            lag_ms: None,
            mean_lag_ms: None,
        })
    }

    /// Takes note of a lag; true if their mean differs from the last one told by so much that all
    /// should know.
    pub(super) fn note_lag(&mut self, lag_ms: u32) -> bool {
        let known = self.mean_lag_ms.unwrap_or(lag_ms);
        let mean = (known.saturating_mul(LAG_MEMORY).saturating_add(lag_ms)) / (LAG_MEMORY + 1);
        self.mean_lag_ms = Some(mean);
        let differs = self.lag_ms.is_none_or(|last| {
            last.abs_diff(mean) >= LAG_STEP_MS.max(last.max(mean) / LAG_STEP_PART)
        });
        if differs {
            self.lag_ms = Some(mean);
        }
        differs
    }
}

/// A person's name without what could disturb a line or a record.
fn name_of(text: &str) -> String {
    let name = plain(text, LONGEST_NAME);
    let name = name.trim();
    if name.is_empty() { NAMELESS.to_owned() } else { name.to_owned() }
}

/// A line of at most this many characters, with quotes that a record can hold.
pub(super) fn plain(text: &str, most: usize) -> String {
    line_of(text, most).replace('"', "'")
}

/// The occupant of a seat.
pub(super) enum Chair {
    /// A person.
    Person(PersonId),
    /// Open: for the holder of the invitation, or Tandem.
    Open {
        invitation: Secret,
        level: Level,
    },
    Tandem(Level),
}

impl Chair {
    /// The chair of the owner.
    pub(super) const OWNER: Self = Self::Person(PersonId::OWNER);

    pub(super) fn of(sitter: Sitter) -> Result<Self, NoRandomness> {
        Ok(match sitter {
            Sitter::Me => Self::OWNER,
            Sitter::Guest { level } => Self::Open { invitation: Secret::new()?, level },
            Sitter::Tandem { level } => Self::Tandem(level),
        })
    }
}

/// An invitation that is no longer open: its holder is told what became of it.
pub(super) struct Spent {
    invitation: Secret,
    seat: Seat,
    /// The person who used it; `None` if the seat went to others.
    by: Option<PersonId>,
}

impl State {
    /// True if a player and its partner are programs.
    pub(super) fn are_programs(&self, seat: Seat) -> bool {
        [seat, seat.partner()].into_iter().all(|seat| matches!(self.chair(seat), Chair::Tandem(_)))
    }

    pub(super) fn chair(&self, seat: Seat) -> &Chair {
        &self.chairs[seat.index()]
    }

    /// The person in a seat in play.
    pub(super) fn person_in(&self, seat: Seat) -> Option<PersonId> {
        let in_play = self.choices.boards.in_play().contains(&seat.board);
        match self.chair(seat) {
            Chair::Person(person) if in_play => Some(*person),
            _ => None,
        }
    }

    /// The seats of a person.
    pub(super) fn seats_of(&self, person: PersonId) -> Vec<Seat> {
        self.choices.seats().filter(|&seat| self.person_in(seat) == Some(person)).collect()
    }

    /// True if this is a person in the seat or in its partner's.
    pub(super) fn is_in_team(&self, person: Option<PersonId>, seat: Seat) -> bool {
        let Some(person) = person else { return false };
        [seat, seat.partner()].into_iter().any(|seat| self.person_in(seat) == Some(person))
    }

    /// The persons who sit, each once.
    pub(super) fn seated(&self) -> Vec<PersonId> {
        let mut seated: Vec<PersonId> = Vec::new();
        for person in self.choices.seats().filter_map(|seat| self.person_in(seat)) {
            if !seated.contains(&person) {
                seated.push(person);
            }
        }
        seated
    }

    /// The name of a player as it is shown and recorded.
    pub(super) fn name_in(&self, seat: Seat) -> String {
        match self.chair(seat) {
            Chair::Person(person) => self.people[person.index()].name.clone(),
            Chair::Open { .. } => String::new(),
            Chair::Tandem(level) => tandem_name(*level),
        }
    }

    /// True while a browser of this person is connected.
    pub(super) fn is_connected(&self, person: PersonId) -> bool {
        self.viewers.values().any(|viewer| viewer.person == Some(person))
    }

    /// The person with a key.
    pub(super) fn person_with(&self, key: &str) -> Result<PersonId, TableError> {
        let has_it = |person: &Person| person.key.as_ref().is_some_and(|own| own.is(key));
        let found = self.people.iter().position(has_it).map(PersonId);
        found.ok_or(TableError::Key)
    }

    /// Seats a new person by an invitation.
    pub(super) fn seat_guest(
        &mut self,
        invitation: &str,
        name: &str,
    ) -> Result<PersonId, TableError> {
        let is_meant = |seat: &Seat| {
            let Chair::Open { invitation: own, .. } = self.chair(*seat) else { return false };
            own.is(invitation)
        };
        let seat = self.choices.seats().find(is_meant);
        let seat = seat.ok_or_else(|| self.reason_against(invitation))?;
        let person = PersonId(self.people.len());
        self.people.push(Person::new(name, false)?);
        self.take_chair(seat, Chair::Person(person), Some(person));
        Ok(person)
    }

    /// The reason why an invitation opens no seat.
    fn reason_against(&self, invitation: &str) -> TableError {
        match self.spent.iter().rev().find(|spent| spent.invitation.is(invitation)) {
            Some(&Spent { seat, by: Some(person), .. }) => {
                let name = self.people[person.index()].name.clone();
                TableError::InvitationUsed { seat, name }
            }
            Some(&Spent { seat, by: None, .. }) => TableError::InvitationWithdrawn(seat),
            None => TableError::Invitation,
        }
    }

    /// Puts another chair in a place. An invitation to it is spent, by this person if it was used.
    pub(super) fn take_chair(&mut self, seat: Seat, chair: Chair, by: Option<PersonId>) {
        let before = std::mem::replace(&mut self.chairs[seat.index()], chair);
        if let Chair::Open { invitation, .. } = before {
            if self.spent.len() == MOST_SPENT {
                self.spent.remove(0);
            }
            self.spent.push(Spent { invitation, seat, by });
        }
    }

    /// Gives a seat to somebody else. A person who has no seat any more loses its key, unless it
    /// owns the table.
    pub(super) fn reseat(&mut self, seat: Seat, sitter: Sitter) -> Result<(), NoRandomness> {
        let before = self.person_in(seat);
        self.take_chair(seat, Chair::of(sitter)?, None);
        let Some(person) = before.filter(|person| *person != PersonId::OWNER) else {
            return Ok(());
        };
        if self.seats_of(person).is_empty() {
            self.people[person.index()].key = None;
            let left = "the owner of the table has given your seat to somebody else";
            self.send_away(person, left, None);
        }
        Ok(())
    }
}

/// Name of a Tandem of this level.
pub(super) fn tandem_name(level: Level) -> String {
    match level.elo {
        Some(elo) => format!("Tandem {elo}"),
        None => "Tandem".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lag_is_told_again_once_it_has_really_changed() {
        let mut person = Person::new("Anna", false).expect("a secret");
        // (measured, told)
        for (lag_ms, told) in [
            (2, Some(2)),
            (30, None),
            (2, None),
            (60, Some(20)),
            (30, None),
            (9, None),
            (400, Some(113)),
        ] {
            let is_told = person.note_lag(lag_ms);
            assert_eq!(is_told.then_some(person.lag_ms).flatten(), told, "{lag_ms}");
        }
    }

    #[test]
    fn a_name_is_short_plain_and_never_empty() {
        for (text, name) in [
            ("Anna", "Anna"),
            ("  Anna \n", "Anna"),
            ("", NAMELESS),
            (" \t\u{7}", NAMELESS),
            ("a\"b", "a'b"),
            ("A\u{202e}nna\u{200b}", "Anna"),
            ("<script>", "<script>"),
        ] {
            assert_eq!(name_of(text), name);
        }
        assert_eq!(name_of(&"é".repeat(100)), "é".repeat(LONGEST_NAME));
    }
}
