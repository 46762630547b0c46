//! The things that people at a table ask for.

use std::sync::Arc;
use std::time::Instant;

use tandem_arbiter::Said;
use tandem_rules::Seat;

use super::error::{GameError, TableError};
use super::live::Talk;
use super::people::{Chair, PersonId, plain};
use super::{State, Table, choices};
use crate::message::{GameRequest, Phase, RematchAsked, SeatTurn, Sitter, TableRequest, ToPage};
use crate::page_sender::Form;

/// Words to the partner of one who begins to sit, and of one who ends it.
const SITTING: &str = "sitting";
const MOVING: &str = "moving";

impl Table {
    /// Does what a person at the table asks for.
    ///
    /// # Errors
    /// [`TableError`] if it was not done.
    pub(crate) fn take(
        self: &Arc<Self>,
        connection: u64,
        asked: &TableRequest,
    ) -> Result<(), TableError> {
        let mut state = self.open_state()?;
        let viewer = state.viewers.get(&connection).ok_or(TableError::NotHere)?;
        let person = viewer.person.ok_or(TableError::Onlooker);
        match asked {
            // Onlookers may have it too.
            TableRequest::Record {} => {
                viewer.page.send(&ToPage::Record { bpgn: state.record()? });
            }
            TableRequest::Ready { ready } => {
                state.set_ready(person?, *ready)?;
                self.begin_if_ready(&mut state);
            }
            TableRequest::FillSeats {} => {
                state.manage_between_games(person?)?;
                state.fill_seats();
                state.show_all(&self.name);
                self.begin_if_ready(&mut state);
            }
            TableRequest::SetSeat { seat, sitter } => {
                state.manage_between_games(person?)?;
                state.set_seat((*seat).into(), *sitter, self.app.services.elo)?;
                state.show_all(&self.name);
                self.begin_if_ready(&mut state);
            }
            TableRequest::Rematch { turn } => {
                state.manage(person?)?;
                state.turn_seats(*turn)?;
                state.show_all(&self.name);
            }
            TableRequest::AskRematch { turn } => {
                state.ask_rematch(person?, *turn)?;
                state.tell_seats();
            }
            TableRequest::Close {} => {
                state.manage(person?)?;
                drop(state);
                self.close("the owner has closed the table");
            }
        }
        Ok(())
    }

    /// Does what a player asks for in a game.
    ///
    /// # Errors
    /// [`TableError`] if it was not done.
    pub(crate) fn act(&self, connection: u64, asked: GameRequest) -> Result<(), TableError> {
        self.open_state()?.take_from(connection, asked)
    }

    /// Tells the partner of a player something; false if no game of theirs runs, and nothing was told.
    ///
    /// # Errors
    /// [`TableError`] if it was not told.
    pub(crate) fn tell_partner(
        &self,
        connection: u64,
        seat: Seat,
        text: &str,
    ) -> Result<bool, TableError> {
        let Ok(mut state) = self.open_state() else { return Ok(false) };
        let runs = state.phase == Phase::Playing;
        if runs {
            let text = text.to_owned();
            state.take_from(connection, GameRequest::Tell { seat: seat.into(), text })?;
        }
        Ok(runs)
    }

    /// Declines the draw that was offered to a player; nothing happens without one.
    pub(crate) fn decline_draw(&self, connection: u64) -> Result<(), TableError> {
        let mut state = self.open_state()?;
        let viewer = state.viewers.get(&connection).ok_or(TableError::NotHere)?;
        let person = viewer.person.ok_or(TableError::Onlooker)?;
        let seats = state.seats_of(person);
        let agreement = state.choices.rules.outcomes.draw_agreement;
        let Some(live) = &mut state.live else { return Ok(()) };
        for seat in seats {
            live.say(seat, Said::DeclineDraw)?;
            live.decline_draw(seat, agreement);
        }
        state.tell_draw_offers();
        Ok(())
    }

    /// Lets a connection go for good: it resigns its game, and a table whose game has not begun does not
    /// wait for it.
    pub(crate) fn forsake(&self, connection: u64) {
        let mut state = self.state.lock();
        let person = state.viewers.remove(&connection).and_then(|viewer| viewer.person);
        if state.viewers.is_empty() {
            state.deserted_since = Some(Instant::now());
        }
        state.tell_seats();
        let Some(person) = person else { return };
        let is_owner = state.people[person.index()].is_owner;
        match state.phase {
            Phase::Playing => {
                let seat = state.seats_of(person).into_iter().next();
                if let (Some(seat), Some(live)) = (seat, &state.live) {
                    let _over = live.say(seat, Said::Resign);
                }
            }
            Phase::Starting => {
                drop(state);
                self.close("a player has left before the game");
            }
            Phase::Gathering if is_owner => {
                drop(state);
                self.close("the owner has closed the table");
            }
            Phase::Gathering => state.people[person.index()].is_ready = false,
            Phase::Over => {}
        }
    }

    /// Begins the next game if all persons are ready and no seat is open.
    fn begin_if_ready(self: &Arc<Self>, state: &mut State) {
        let is_open = |seat: Seat| matches!(state.chair(seat), Chair::Open { .. });
        let seated = state.seated();
        let is_ready = match seated.is_empty() {
            // A game of programs begins when its owner wants to see it.
            true => state.people[PersonId::OWNER.index()].is_ready,
            false => seated.iter().all(|person| state.people[person.index()].is_ready),
        };
        if state.phase == Phase::Gathering && is_ready && !state.choices.seats().any(is_open) {
            self.begin(state);
        }
    }
}

impl State {
    fn manage(&self, person: PersonId) -> Result<(), TableError> {
        let is_owner = self.people[person.index()].is_owner;
        is_owner.then_some(()).ok_or(TableError::NotOwner)
    }

    fn manage_between_games(&self, person: PersonId) -> Result<(), TableError> {
        self.manage(person)?;
        match self.phase {
            Phase::Gathering | Phase::Over => Ok(()),
            Phase::Starting | Phase::Playing => Err(TableError::GameRuns),
        }
    }

    /// The record of the last game. It has the words of both teams, so it is told after the game only.
    fn record(&self) -> Result<String, TableError> {
        let record = self.live.as_ref().and_then(|live| live.record.as_ref());
        let record = record.ok_or(TableError::NoRecord)?;
        Ok(record.to_string())
    }

    fn set_ready(&mut self, person: PersonId, ready: bool) -> Result<(), TableError> {
        match self.phase {
            Phase::Gathering => {}
            // The game that this is about has begun meanwhile.
            Phase::Starting | Phase::Playing => return Ok(()),
            Phase::Over => return Err(TableError::NoGameAhead),
        }
        if self.seats_of(person).is_empty() && !self.people[person.index()].is_owner {
            return Err(TableError::NoSeat);
        }
        self.people[person.index()].is_ready = ready;
        self.tell_seats();
        Ok(())
    }

    /// Gives all open seats to Tandem.
    fn fill_seats(&mut self) {
        for seat in Seat::ALL {
            if let Chair::Open { level, .. } = *self.chair(seat) {
                self.take_chair(seat, Chair::Tandem(level), None);
            }
        }
    }

    fn set_seat(&mut self, seat: Seat, sitter: Sitter, elo: [u16; 2]) -> Result<(), TableError> {
        if !self.choices.boards.in_play().contains(&seat.board) {
            return Err(TableError::NotInPlay(seat));
        }
        if let Sitter::Guest { level } | Sitter::Tandem { level } = sitter {
            choices::check_level(level, elo)?;
        }
        Ok(self.reseat(seat, sitter)?)
    }

    /// Turns the seats after a game, for the next one.
    fn turn_seats(&mut self, turn: SeatTurn) -> Result<(), TableError> {
        if self.phase != Phase::Over {
            return Err(TableError::NoGameBefore);
        }
        let from = |seat: Seat| match turn {
            SeatTurn::Same => seat,
            SeatTurn::Colors => seat.opponent(),
            SeatTurn::Boards => seat.partner(),
        };
        if turn == SeatTurn::Boards && self.choices.boards.in_play().len() == 1 {
            return Err(TableError::OneBoard);
        }
        let asked = self.rematch.take().filter(|asked| asked.turn == turn);
        let guest = asked.and_then(|asked| self.person_in(asked.seat.into()));
        let mut before = std::mem::replace(&mut self.chairs, [Chair::OWNER; 4]).map(Some);
        self.chairs = Seat::ALL
            .map(|seat| before[from(seat).index()].take().expect("each seat is left by one"));
        for (number, person) in self.people.iter_mut().enumerate() {
            person.is_ready = guest.is_some_and(|guest| guest.index() == number);
        }
        self.phase = Phase::Gathering;
        Ok(())
    }

    /// Takes note of the next game that a guest would like.
    fn ask_rematch(&mut self, person: PersonId, turn: SeatTurn) -> Result<(), TableError> {
        if self.manage(person).is_ok() {
            return Err(TableError::OwnRematch);
        }
        if self.phase != Phase::Over {
            return Err(TableError::NoGameBefore);
        }
        if turn == SeatTurn::Boards && self.choices.boards.in_play().len() == 1 {
            return Err(TableError::OneBoard);
        }
        let seats = self.seats_of(person);
        let seat = (*seats.first().ok_or(TableError::NoSeat)?).into();
        self.rematch = Some(RematchAsked { seat, turn });
        Ok(())
    }

    /// Does what the player at a connection asks for in a game.
    pub(super) fn take_from(
        &mut self,
        connection: u64,
        asked: GameRequest,
    ) -> Result<(), TableError> {
        let viewer = self.viewers.get(&connection).ok_or(TableError::NotHere)?;
        let person = viewer.person.ok_or(TableError::Onlooker)?;
        let talk = match viewer.page.form() {
            Form::Json => Talk::OF_PAGE,
            Form::Values => Talk::OF_CLIENT,
        };
        Ok(self.act(person, asked, talk)?)
    }

    /// Does what a player asks for in a game.
    fn act(&mut self, person: PersonId, asked: GameRequest, talk: Talk) -> Result<(), GameError> {
        let seat = match &asked {
            GameRequest::Move { seat, .. }
            | GameRequest::Tell { seat, .. }
            | GameRequest::Sit { seat, .. }
            | GameRequest::OfferDraw { seat }
            | GameRequest::Resign { seat } => Seat::from(*seat),
        };
        if self.person_in(seat) != Some(person) {
            return Err(GameError::NotYourSeat(seat));
        }
        let has_partner = self.choices.boards.in_play().len() == 2;
        let live = self.live.as_mut().ok_or(GameError::NoGame)?;
        match asked {
            GameRequest::Move { plies, coordinates, .. } => live.play(seat, plies, &coordinates),
            GameRequest::Tell { text, .. } => {
                let text = word(&text, talk.longest)?;
                if !has_partner {
                    return Err(GameError::NoPartner);
                }
                if self.phase != Phase::Over {
                    return live.tell(seat, text, (talk, Instant::now()));
                }
                let word = live.tell_afterwards(seat, text, (talk, Instant::now()))?;
                self.tell_all(ToPage::Told { word });
                Ok(())
            }
            GameRequest::Sit { sits, .. } if has_partner => {
                if sits && !live.is_on_turn(seat) {
                    return Err(GameError::NotOnTurn(seat));
                }
                if sits == live.sits(seat) {
                    return Ok(());
                }
                let text = if sits { SITTING } else { MOVING };
                live.tell(seat, text.to_owned(), (talk, Instant::now()))
            }
            GameRequest::Sit { .. } => Err(GameError::NoPartner),
            GameRequest::OfferDraw { .. } => {
                if live.draw_offers().contains(&seat.into()) {
                    return Ok(());
                }
                live.say(seat, Said::OfferDraw)?;
                live.offer_draw(seat);
                self.tell_draw_offers();
                Ok(())
            }
            GameRequest::Resign { .. } => live.say(seat, Said::Resign),
        }
    }

    pub(super) fn tell_draw_offers(&self) {
        if let Some(live) = &self.live {
            self.tell_all(ToPage::DrawOffers { seats: live.draw_offers() });
        }
    }
}

/// A word to the partner as it is passed on.
fn word(text: &str, longest: usize) -> Result<String, GameError> {
    let text = plain(text, text.len());
    match text.chars().count() {
        0 => Err(GameError::EmptyWord),
        length if length > longest => Err(GameError::LongWord { length, most: longest }),
        _ => Ok(text),
    }
}
