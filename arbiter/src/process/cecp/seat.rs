//! A seat played by a CECP engine in a process of its own.

use std::io;

use tandem_protocol::cecp::{Command, GameResult, Switch};
use tandem_protocol::text::{Line, Word};
use tandem_rules::{Handoff, Millis, Move, Outcome, Seat, Variant};

use super::introduce::{Introduced, Introduction, holdings};
use super::quirks::Quirks;
use super::talk::Talk;
use crate::process::Engine;
use crate::process::running::{Lasting, Running};
use crate::{Endpoint, News, Outbox, PlayerFault, Snapshot};

/// A CECP engine in one seat; the seat may change with each game. Its process plays one game after
/// the other; a process that has failed is replaced.
pub struct CecpSeat {
    seat: Seat,
    lasting: Lasting<Talk>,
    partner: String,
    start: Option<Snapshot>,
    turn: Turn,
}

/// Messages that the engine has yet to get in the current game.
#[derive(Default)]
struct Turn {
    /// True if the engine is to move, as far as the arbiter has told.
    is_ours: bool,
    /// The opponent's last move, if the engine has not been told of it.
    told: Option<Word>,
    /// Commands before that move: a drop is illegal to an engine that does not know the piece.
    before_told: Vec<Command>,
    /// True if the engine still needs `go` to start playing.
    needs_go: bool,
    /// Commands held back until the clocks are sent, or until the engine has answered.
    held_back: Vec<Command>,
}

impl CecpSeat {
    /// Starts an engine; answers go to `outbox`. `partner` is the name of its partner.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn new(engine: Engine, partner: &str, outbox: Outbox) -> io::Result<Self> {
        let lasting = Lasting::start(engine, outbox)?;
        let (seat, partner) = (Seat::ALL[0], partner.to_owned());
        Ok(Self { seat, lasting, partner, start: None, turn: Turn::default() })
    }

    /// Process id of the running engine, if one runs.
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

    /// Sends a command now or, if `hold_back`, later: the engine must not be disturbed, or should
    /// know the time first.
    fn send_or_hold_back(&mut self, command: Command, hold_back: bool) {
        if hold_back {
            self.turn.held_back.push(command);
        } else {
            self.send_all([command]);
        }
    }

    /// The command with the holdings of both players; `None` in chess.
    fn holdings(&self, arrived: Option<Handoff>) -> Option<Command> {
        let position = &self.lasting.running()?.desk.sheet().talk.position;
        (position.variant() != Variant::Chess).then(|| holdings(position, arrived))
    }

    fn moved(&mut self, seat: Seat, m: Move) {
        let Some(running) = self.lasting.running() else { return };
        let text = {
            let position = &mut running.desk.sheet().talk.position;
            let text = position.coordinate(m).to_string();
            let _ = position.make(m, &mut ()); // the arbiter routes the handoff
            text
        };
        if seat == self.seat {
            self.turn.is_ours = false;
            let held_back = std::mem::take(&mut self.turn.held_back);
            self.send_all(held_back.into_iter().chain(self.holdings(None)));
        } else {
            self.turn.told = Word::new(&text);
            if m.is_drop() {
                self.turn.before_told = std::mem::take(&mut self.turn.held_back);
            }
        }
    }

    fn arrived(&mut self, handoff: Handoff) {
        let Some(running) = self.lasting.running() else { return };
        running.desk.sheet().talk.position.receive(handoff, &mut ());
        if let Some(command) = self.holdings(Some(handoff)) {
            // An engine that is to move restarts its search with each piece, and should know its
            // clock then: the clock comes with the update, or on the node clock after the engine's
            // answer. One that has not been told to go yet is in force mode, where some engines
            // would start to think.
            self.send_or_hold_back(command, self.turn.is_ours || self.turn.needs_go);
        }
    }

    /// Tells the engine to go, for the first time or again after it has sat.
    fn go(&mut self, snapshot: &Snapshot) {
        let is_on_node_clock = self.is_on_node_clock();
        let Some(running) = self.lasting.running() else { return };
        let ping = is_on_node_clock.then(|| running.desk.sheet().talk.next_ping());
        let position = snapshot.boards.position(self.seat.board).clone();
        self.turn.is_ours = true;
        let told = self.turn.told.take();
        running.desk.sheet().new_turn().go(position, told.as_deref(), ping);
        let told = told.map(|told| running.move_command(told));
        if std::mem::take(&mut self.turn.needs_go) {
            self.first_go(snapshot, told);
        } else {
            self.update(snapshot);
            let holdings = told.is_some().then(|| self.holdings(None)).flatten();
            self.send_all(told.into_iter().chain(holdings));
        }
        self.send_all(ping.map(Command::Ping));
    }

    /// Ends force mode. What has arrived before is told once the engine thinks, unless the
    /// opponent's first move needs it; on the node clock, where nothing may disturb a thought, it
    /// is told before.
    fn first_go(&mut self, snapshot: &Snapshot, told: Option<Command>) {
        self.clocks(snapshot);
        let before_told = std::mem::take(&mut self.turn.before_told);
        self.send_all(before_told);
        let held_back = std::mem::take(&mut self.turn.held_back);
        let go = Some(Command::Go);
        if self.is_on_node_clock() {
            self.send_all(told.into_iter().chain(held_back).chain(go));
        } else {
            self.send_all(told.into_iter().chain(go).chain(held_back));
        }
    }

    /// Sends both clocks of the board, then the commands held back.
    fn update(&mut self, snapshot: &Snapshot) {
        self.clocks(snapshot);
        let held_back = std::mem::take(&mut self.turn.held_back);
        self.send_all(held_back);
    }

    /// Sends both clocks of the board to an engine that wants them.
    fn clocks(&self, snapshot: &Snapshot) {
        let shown = |seat: Seat| {
            let left = snapshot.clocks[seat.index()].map(|clock| clock.remaining())?;
            Some((left.max(Millis(10)).0) / 10)
        };
        let own = shown(self.seat).map(|centiseconds| Command::Time { centiseconds });
        let other =
            shown(self.seat.opponent()).map(|centiseconds| Command::OpponentTime { centiseconds });
        let wants_time = self.lasting.running().is_some_and(|running| running.has(Switch::Time));
        self.send_all(own.into_iter().chain(other).filter(|_| wants_time));
    }

    fn offered_draw(&mut self) {
        if self.lasting.running().is_some_and(|running| running.has(Switch::Draw)) {
            let hold_back = self.turn.is_ours && self.is_on_node_clock();
            self.send_or_hold_back(Command::Draw, hold_back);
        }
    }

    fn end(&mut self, outcome: Option<Outcome>) {
        let Some(running) = self.lasting.running() else { return };
        let thinks = running.desk.sheet().talk.end();
        // A thought is ended by a move, which nobody plays. An engine whose search is broken off
        // instead may hold on to its turn: Fairy-Stockfish would move at the next `holding`, in the
        // next game.
        let last = thinks.then_some(Command::MoveNow);
        let result = match outcome.map(|outcome| outcome.winner) {
            None => GameResult::Unfinished,
            Some(None) => GameResult::Draw,
            Some(Some(team)) if team.seat(self.seat.board).color == tandem_rules::Color::White => {
                GameResult::WhiteWins
            }
            Some(Some(_)) => GameResult::BlackWins,
        };
        let text = outcome.map_or_else(String::new, |outcome| outcome.ending.to_string());
        let over = [Command::Result { result, text: Line::new(&text) }, Command::Force];
        self.send_all(last.into_iter().chain(over));
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

    fn settle(&mut self) -> Result<(), PlayerFault> {
        let Some(start) = self.start.take() else { return Ok(()) };
        let (seat, partner) = (self.seat, self.partner.as_str());
        let Introduced { needs_go, held_back } = self.lasting.set_up(|engine, running| {
            Introduction { seat, engine, partner, start: &start }.make(running)
        })?;
        (self.turn.needs_go, self.turn.held_back) = (needs_go, held_back);
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

    /// A move as the engine wants to hear of it.
    pub(super) fn move_command(&self, told: Word) -> Command {
        match self.quirks().usermove.unwrap_or_else(|| self.has(Switch::UserMove)) {
            true => Command::UserMove(told),
            false => Command::Move(told),
        }
    }
}
