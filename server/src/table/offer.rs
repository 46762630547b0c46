//! A free seat as it is offered to a guest: what everybody may know.

use tandem_rules::Seat;

use super::people::{Chair, PersonId};
use super::{State, Table};

/// The role of a guest towards the person who made the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Partner,
    Opponent,
    /// Neither is at the same board, or the owner only watches.
    Player,
}

/// A free seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    /// Name of the person who made the table.
    pub(crate) owner: String,
    pub(crate) role: Role,
    /// The variant, as in `bughouse`.
    pub(crate) game: String,
    pub(crate) seat: Seat,
    /// The time control as in [`Setup`](crate::message::Setup).
    pub(crate) clock: String,
}

impl Table {
    /// The offer of a seat; `None` if it is not free.
    pub(crate) fn offer(&self, seat: Seat) -> Option<Offer> {
        let state = self.state.lock();
        let is_in_play = state.choices.seats().any(|other| other == seat);
        let is_free = is_in_play && matches!(state.chair(seat), Chair::Open { .. });
        (is_free && state.closed.is_none()).then(|| Offer {
            owner: state.people[PersonId::OWNER.index()].name.clone(),
            role: state.role_of(seat),
            game: state.choices.variant().to_string(),
            seat,
            clock: state.choices.control.to_string(),
        })
    }
}

impl State {
    fn role_of(&self, seat: Seat) -> Role {
        let own = self.seats_of(PersonId::OWNER);
        if own.contains(&seat.partner()) {
            Role::Partner
        } else if own.is_empty() {
            Role::Player
        } else {
            Role::Opponent
        }
    }
}
