//! A seat with an engine in a process of its own.

use std::io;

use tandem_protocol::cecp::{Command, GameResult, HoldingUpdate, Switch};
use tandem_protocol::text::{Line, Word};
use tandem_rules::{Handoff, Millis, Move, Outcome, Seat, Variant};

use super::introduce::Introduction;
use super::quirks::Quirks;
use super::talk::Talk;
use crate::process::Engine;
use crate::process::running::{Lasting, Running};
use crate::{Endpoint, News, Outbox, Snapshot};

/// One engine for one seat, in each game another. Its process lasts from game to game; one that
/// has failed is replaced.
pub struct CecpSeat {
    seat: Seat,
    lasting: Lasting<Talk>,
    partner: String,
    start: Option<Snapshot>,
    turn: Turn,
}

/// What the engine has yet to be told in the game that goes on.
#[derive(Default)]
struct Turn {
    /// It is on turn, as far as the arbiter has heard.
    is_ours: bool,
    /// The opponent's last move.
    told: Option<Word>,
    /// It has to be told to play, and has not been.
    needs_go: bool,
    /// What waits for the clocks to be told, or for its move.
    held_back: Vec<Command>,
}

impl CecpSeat {
    /// Starts an engine; answers go to `outbox`. Its partner has a name too.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn new(engine: Engine, partner: &str, outbox: Outbox) -> io::Result<Self> {
        let lasting = Lasting::start(engine, outbox)?;
        let (seat, partner) = (Seat::ALL[0], partner.to_owned());
        Ok(Self { seat, lasting, partner, start: None, turn: Turn::default() })
    }

    /// The number of the process that plays, if one does.
    pub fn process_id(&self) -> Option<u32> {
        self.lasting.process_id()
    }

    fn is_on_node_clock(&self) -> bool {
        self.lasting.engine.node_rate.is_some()
    }

    fn send_all(&self, commands: impl IntoIterator<Item = Command>) {
        if let Some(running) = self.lasting.running() {
            running.send_all(commands);
        }
    }

    /// Sends something now or, where the engine must not be disturbed or should know the time
    /// first, a little later.
    fn send_or_hold_back(&mut self, command: Command, hold_back: bool) {
        if hold_back {
            self.turn.held_back.push(command);
        } else {
            self.send_all([command]);
        }
    }

    /// What both players hold; nothing in chess.
    fn holdings(&self, arrived: Option<Handoff>) -> Option<Command> {
        let position = &self.lasting.running()?.desk.sheet().talk.position;
        if position.variant() == Variant::Chess {
            return None;
        }
        let [white, black] = tandem_rules::Color::ALL.map(|color| position.holdings(color));
        let arrived = arrived.map(|Handoff { color, piece }| (color, piece));
        Some(Command::Holding(HoldingUpdate { white, black, arrived }))
    }

    fn moved(&mut self, seat: Seat, m: Move) {
        let Some(running) = self.lasting.running() else { return };
        let text = {
            let position = &mut running.desk.sheet().talk.position;
            let text = position.coordinate(m).to_string();
            let _ = position.make(m, &mut ()); // where it goes the arbiter sees to
            text
        };
        if seat == self.seat {
            self.turn.is_ours = false;
            let held_back = std::mem::take(&mut self.turn.held_back);
            self.send_all(held_back.into_iter().chain(self.holdings(None)));
        } else {
            self.turn.told = Word::new(&text);
        }
    }

    fn arrived(&mut self, handoff: Handoff) {
        let Some(running) = self.lasting.running() else { return };
        running.desk.sheet().talk.position.receive(handoff, &mut ());
        if let Some(command) = self.holdings(Some(handoff)) {
            // An engine on turn begins anew with each piece, and should know its clock then: it
            // comes with the update, or on the node clock after the move.
            self.send_or_hold_back(command, self.turn.is_ours);
        }
    }

    /// The engine is on turn, for the first time or again after it has sat.
    fn go(&mut self, snapshot: &Snapshot) {
        let is_on_node_clock = self.is_on_node_clock();
        let Some(running) = self.lasting.running() else { return };
        let ping = is_on_node_clock.then(|| running.desk.sheet().talk.next_ping());
        let position = snapshot.boards.position(self.seat.board).clone();
        self.turn.is_ours = true;
        let told = self.turn.told.take();
        running.desk.sheet().new_turn().go(position, told.as_deref(), ping);
        let usermove = running.takes_usermove();
        self.update(snapshot);
        if let Some(told) = told {
            let told = if usermove { Command::UserMove(told) } else { Command::Move(told) };
            self.send_all([told].into_iter().chain(self.holdings(None)));
        }
        let go = std::mem::take(&mut self.turn.needs_go).then_some(Command::Go);
        self.send_all(go.into_iter().chain(ping.map(Command::Ping)));
    }

    /// Both clocks of the board, and what has come meanwhile.
    fn update(&mut self, snapshot: &Snapshot) {
        let shown = |seat: Seat| {
            let left = snapshot.clocks[seat.index()].map(|clock| clock.remaining())?;
            Some((left.max(Millis(10)).0) / 10)
        };
        let own = shown(self.seat).map(|centiseconds| Command::Time { centiseconds });
        let other =
            shown(self.seat.opponent()).map(|centiseconds| Command::OpponentTime { centiseconds });
        let wants_time = self.lasting.running().is_some_and(|running| running.has(Switch::Time));
        let clocks = own.into_iter().chain(other).filter(|_| wants_time);
        let held_back = std::mem::take(&mut self.turn.held_back);
        self.send_all(clocks.chain(held_back));
    }

    fn offered_draw(&mut self) {
        if self.lasting.running().is_some_and(|running| running.has(Switch::Draw)) {
            let hold_back = self.turn.is_ours && self.is_on_node_clock();
            self.send_or_hold_back(Command::Draw, hold_back);
        }
    }

    fn end(&mut self, outcome: Option<Outcome>) {
        let Some(running) = self.lasting.running() else { return };
        running.desk.sheet().talk.end();
        let result = match outcome.map(|outcome| outcome.winner) {
            None => GameResult::Unfinished,
            Some(None) => GameResult::Draw,
            Some(Some(team)) if team.seat(self.seat.board).color == tandem_rules::Color::White => {
                GameResult::WhiteWins
            }
            Some(Some(_)) => GameResult::BlackWins,
        };
        let text = outcome.map_or_else(String::new, |outcome| outcome.ending.to_string());
        self.send_all([Command::Result { result, text: Line::new(&text) }, Command::Force]);
    }
}

impl Endpoint for CecpSeat {
    fn name(&self) -> String {
        self.lasting.engine.name.clone()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Start(seat, snapshot) => {
                self.seat = *seat;
                self.turn = Turn::default();
                self.start = Some(snapshot.clone());
            }
            News::Moved { seat, m } if seat.board == self.seat.board => self.moved(*seat, *m),
            News::Arrived { seat, handoff } if seat.board == self.seat.board => {
                self.arrived(*handoff);
            }
            News::Go(seat, snapshot) if *seat == self.seat => self.go(snapshot),
            News::Update(seat, snapshot) if *seat == self.seat => self.update(snapshot),
            News::Told { seat, text } if *seat == self.seat => {
                let hold_back = self.turn.is_ours && self.is_on_node_clock();
                self.send_or_hold_back(Command::Ptell(Line::new(text)), hold_back);
            }
            News::DrawOffered { seat, .. } if *seat == self.seat => self.offered_draw(),
            News::End(outcome) => self.end(*outcome),
            News::Moved { .. }
            | News::Arrived { .. }
            | News::Go(..)
            | News::Update(..)
            | News::Told { .. }
            | News::DrawOffered { .. } => {}
        }
    }

    fn settle(&mut self) -> Result<(), String> {
        let Some(start) = self.start.take() else { return Ok(()) };
        let (seat, partner) = (self.seat, self.partner.as_str());
        self.turn.needs_go = self.lasting.set_up(|engine, running| {
            Introduction { seat, engine, partner, start: &start }.make(running)
        })?;
        Ok(())
    }
}

impl Running<Talk> {
    pub(super) fn has(&self, switch: Switch) -> bool {
        self.desk.sheet().talk.features.has(switch)
    }

    pub(super) fn quirks(&self) -> Quirks {
        self.desk.sheet().talk.quirks
    }

    fn takes_usermove(&self) -> bool {
        self.quirks().usermove.unwrap_or_else(|| self.has(Switch::UserMove))
    }
}
