//! The table as one person or an onlooker sees it.

use tandem_rules::Seat;

use super::State;
use super::people::{Chair, PersonId};
use crate::message::{Phase, SeatState, Standing, TableState, You};

impl State {
    /// The whole table, as a person or an onlooker sees it.
    pub(super) fn seen_by(&self, person: Option<PersonId>, name: &str) -> TableState {
        TableState {
            table: name.to_owned(),
            you: self.you(person),
            rules: self.choices.rules_text.clone(),
            clock: self.choices.control.to_string(),
            boards: self.choices.boards.in_play().len(),
            seats: self.seats_seen_by(person),
            onlookers: self.onlookers(),
            phase: self.phase,
            rematch: self.rematch,
            game: self.live.as_ref().map(|live| live.seen_by(self.visibility(person))),
        }
    }

    fn you(&self, person: Option<PersonId>) -> You {
        let Some(person) = person else {
            return You { key: None, owner: false, seats: Vec::new() };
        };
        let known = &self.people[person.index()];
        You {
            key: known.key.as_ref().map(crate::secret::Secret::digits),
            owner: known.is_owner,
            seats: self.seats_of(person).into_iter().map(Into::into).collect(),
        }
    }

    pub(super) fn seats_seen_by(&self, person: Option<PersonId>) -> Vec<SeatState> {
        let is_owner = person.is_some_and(|person| self.people[person.index()].is_owner);
        let state = |seat: Seat| SeatState {
            seat: seat.into(),
            name: self.name_in(seat),
            standing: self.standing(seat, is_owner),
            sits: self.live.as_ref().is_some_and(|live| live.sits(seat))
                && self.knows_secrets_of(person, seat),
        };
        self.choices.seats().map(state).collect()
    }

    fn standing(&self, seat: Seat, is_owner: bool) -> Standing {
        match self.chair(seat) {
            Chair::Person(person) => {
                let known = &self.people[person.index()];
                Standing::Person {
                    connected: self.is_connected(*person),
                    ready: known.is_ready,
                    lag_ms: known.lag_ms,
                }
            }
            Chair::Tandem(level) => Standing::Tandem { level: *level },
            Chair::Open { invitation, level } => {
                Standing::Open { invitation: is_owner.then(|| invitation.digits()), level: *level }
            }
        }
    }

    /// True for those who know what a team says: its players and, after the game, all.
    fn knows_secrets_of(&self, person: Option<PersonId>, seat: Seat) -> bool {
        self.phase == Phase::Over || self.is_in_team(person, seat)
    }

    /// The parts of a game that a person or an onlooker may know.
    pub(super) fn visibility(&self, person: Option<PersonId>) -> Visibility {
        Visibility {
            own: Seat::ALL.map(|seat| person.is_some() && self.person_in(seat) == person),
            hears: Seat::ALL.map(|seat| self.knows_secrets_of(person, seat)),
        }
    }
}

/// The parts of a game that somebody may know, by seats in the order of [`Seat::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Visibility {
    /// True for the seats whose legal moves are told.
    pub(super) own: [bool; 4],
    /// True for the seats whose words are told.
    pub(super) hears: [bool; 4],
}
