//! The table of a game that is over, with somebody at a browser who may want another one.

use tandem_rules::Seat;

use super::Session;
use crate::ics::lobby::Refusal;
use crate::ics::scene::Scene;
use crate::message::{Phase, RematchAsked, SeatState, SeatTurn, Standing, TableRequest};

impl Session {
    /// The name of another person at the table who is not a client of this door.
    pub(super) fn somebody_with_a_browser(&self) -> Option<String> {
        let scene = self.scene.as_ref()?;
        let own = scene.own_seat()?;
        let people = scene.people_but(own).into_iter().filter(|&seat| !scene.has_gone(seat));
        let mut names = people.map(|seat| scene.name(seat));
        names.find(|name| !self.door.lobby.has(name))
    }

    /// Takes the seats of the table; returns lines on who has come, and on who wants another game.
    pub(super) fn show_seats(
        &mut self,
        seats: Vec<SeatState>,
        rematch: Option<RematchAsked>,
    ) -> Vec<String> {
        let Some(scene) = &mut self.scene else { return Vec::new() };
        let old = std::mem::replace(&mut scene.table.seats, seats);
        let asked = std::mem::replace(&mut scene.table.rematch, rematch);
        let was_open = |seat: Seat| {
            let old = old.iter().find(|state| Seat::from(state.seat) == seat);
            old.is_some_and(|state| matches!(state.standing, Standing::Open { .. }))
        };
        let is_new = |state: &&SeatState| {
            matches!(state.standing, Standing::Person { .. }) && was_open(state.seat.into())
        };
        let came = scene.table.seats.iter().filter(is_new).map(|state| Seat::from(state.seat));
        let own = scene.own_seat();
        let mut lines: Vec<String> = came
            .filter(|&seat| Some(seat) != own)
            .map(|seat| format!("{} has taken a seat at your table.", scene.name(seat)))
            .collect();
        if let Some(RematchAsked { seat, .. }) = rematch.filter(|rematch| asked != Some(*rematch))
            && own != Some(seat.into())
        {
            let name = scene.name(seat.into());
            lines.push(format!("{name} asks for another game: \"rematch\" accepts."));
        }
        lines
    }

    /// Asks those at the table for another game, or agrees to one; `None` at no such table.
    pub(super) fn rematch_at_table(&mut self) -> Option<Result<Vec<String>, Refusal>> {
        let scene = self.scene.as_ref()?;
        let (phase, is_owner) = (scene.table.phase, scene.table.you.owner);
        let turn = scene.table.rematch.map_or(SeatTurn::Same, |asked| asked.turn);
        let asked = match phase {
            Phase::Over if is_owner => {
                vec![TableRequest::Rematch { turn }, TableRequest::Ready { ready: true }]
            }
            Phase::Over => vec![TableRequest::AskRematch { turn }],
            Phase::Gathering => vec![TableRequest::Ready { ready: true }],
            Phase::Starting | Phase::Playing => return None,
        };
        let table = self.table.clone()?;
        for request in &asked {
            if let Err(error) = table.take(self.page.number(), request) {
                return Some(Err(Refusal(format!("Not done: {error}."))));
            }
        }
        let line = match phase {
            Phase::Over if !is_owner => "You have asked for another game.",
            _ => "The next game begins when all are ready.",
        };
        Some(Ok(vec![line.to_owned()]))
    }
}

impl Scene {
    /// True for a person who is ready for the next game.
    pub(super) fn is_ready(&self, seat: Seat) -> bool {
        self.seat_state(seat)
            .is_some_and(|state| matches!(state.standing, Standing::Person { ready: true, .. }))
    }
}
