//! A seat played by a UCI engine that sees only its own board.

use std::io;

use tandem_protocol::text::Line;
use tandem_protocol::uci::{Command, PositionSpec, Start};
use tandem_rules::{MoveRules, Position, Seat, Variant};

use super::history::History;
use super::introduce::Introduction;
use super::limits;
use super::talk::Talk;
use crate::process::Engine;
use crate::process::running::Lasting;
use crate::{Endpoint, News, Outbox, PlayerFault, Snapshot};

/// A UCI engine in one seat; the seat may change with each game. Its process plays one game after
/// the other; a process that has failed is replaced. It is not told of its partner, as UCI has no
/// command for that.
pub struct UciSeat {
    seat: Seat,
    lasting: Lasting<Talk>,
    start: Option<Snapshot>,
    history: History,
}

impl UciSeat {
    /// Starts an engine; answers go to `outbox`.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn new(engine: Engine, outbox: Outbox) -> io::Result<Self> {
        let lasting = Lasting::start(engine, outbox)?;
        let history = History::from(Position::start(Variant::Bughouse, MoveRules::default()));
        Ok(Self { seat: Seat::ALL[0], lasting, start: None, history })
    }

    /// Process id of the running engine, if one runs.
    pub fn process_id(&self) -> Option<u32> {
        self.lasting.process_id()
    }

    /// Tells the engine to go, for the first time or again after it has sat.
    fn go(&mut self, snapshot: &Snapshot) {
        self.history.set(snapshot.boards.position(self.seat.board));
        let question = self.question(snapshot);
        let Some(running) = self.lasting.running() else { return };
        running.tell(|sheet| {
            let talk = sheet.new_turn();
            talk.go(self.seat);
            talk.ask(&[self.history.now()], question)
        });
    }

    /// Handles a change while the engine thinks; if it is a new piece, the search is restarted.
    fn update(&mut self, snapshot: &Snapshot) {
        self.history.set(snapshot.boards.position(self.seat.board));
        let question = self.question(snapshot);
        let Some(running) = self.lasting.running() else { return };
        running.tell(|sheet| sheet.new_turn().ask_anew(&[self.history.now()], question));
    }

    fn question(&self, snapshot: &Snapshot) -> Vec<Command> {
        let start = Start::Fen(Line::new(&self.history.base().to_fen()));
        let position = PositionSpec { start, moves: self.history.moves(None).collect() };
        let go = limits::for_seat(&self.lasting.engine, self.seat, snapshot);
        vec![Command::Position(position), Command::Go(Box::new(go))]
    }

    fn moved(&mut self, seat: Seat) {
        if let Some(running) = self.lasting.running()
            && seat == self.seat
        {
            running.desk.sheet().talk.moved(seat);
        }
    }
}

impl Endpoint for UciSeat {
    fn name(&self) -> String {
        self.lasting.engine.name.clone()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Start(seat, snapshot) => {
                self.seat = *seat;
                self.history = History::from(snapshot.boards.position(seat.board).clone());
                self.start = Some(snapshot.clone());
            }
            News::Moved { seat, m } if seat.board == self.seat.board => {
                let _ = self.history.play(*m); // the arbiter routes the handoff
                self.moved(*seat);
            }
            News::Arrived { seat, handoff } if seat.board == self.seat.board => {
                self.history.receive(*handoff);
            }
            News::Go(seat, snapshot) if *seat == self.seat => self.go(snapshot),
            News::Update(seat, snapshot) if *seat == self.seat => self.update(snapshot),
            News::End(_) => {
                if let Some(running) = self.lasting.running() {
                    running.tell(|sheet| sheet.talk.end());
                }
            }
            News::Moved { .. }
            | News::Arrived { .. }
            | News::Go(..)
            | News::Update(..)
            | News::Told { .. }
            | News::DrawOffered { .. } => {}
        }
    }

    fn settle(&mut self) -> Result<(), PlayerFault> {
        let Some(start) = self.start.take() else { return Ok(()) };
        let seats = [self.seat];
        self.lasting.set_up(|engine, running| {
            Introduction { engine, seats: &seats, start: &start }.make(running)
        })
    }
}
