//! A seat with an engine in a process of its own.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tandem_protocol::cecp::{Command, GameResult, HoldingUpdate, Switch};
use tandem_protocol::text::{Line, Word};
use tandem_rules::{Handoff, Millis, Move, Outcome, Seat};

use super::Invocation;
use super::child::EngineProcess;
use super::desk::Desk;
use super::introduce::Introduction;
use super::quirks::Quirks;
use crate::{Endpoint, News, Outbox, Snapshot};

/// An engine that can be seated.
#[derive(Clone, Debug)]
pub struct Engine {
    /// What it is called in records.
    pub name: String,
    /// How it is started.
    pub invocation: Invocation,
    /// What its tables may take, where it lets itself be told.
    pub memory_mebibytes: u64,
    /// On the node clock, the nodes that are a second.
    pub node_rate: Option<u64>,
    /// How long it is waited for.
    pub patience: Patience,
}

/// How long an engine is waited for, always before or after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Until it has named its features; one that never does knows no second protocol version.
    pub features: Duration,
    /// The same for one that has asked for time with `done=0`.
    pub loading: Duration,
    /// Until it has set up a game, and ended its thoughts on the last.
    pub ready: Duration,
    /// Until it has quit.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            features: Duration::from_secs(5),
            loading: Duration::from_mins(1),
            ready: Duration::from_secs(20),
            quit: Duration::from_millis(500),
        }
    }
}

/// One engine for one seat, in each game another. Its process lasts from game to game; one that
/// has failed is replaced.
pub struct CecpSeat {
    seat: Seat,
    engine: Engine,
    partner: String,
    outbox: Outbox,
    running: Option<Running>,
    start: Option<Snapshot>,
    turn: Turn,
}

/// A process and what is known of it.
pub(super) struct Running {
    process: EngineProcess,
    pub(super) desk: Arc<Desk>,
    pub(super) quirks: Quirks,
    pub(super) pings: u64,
    /// Whether it has been asked for its features and told who its partner is.
    pub(super) is_introduced: bool,
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
        let running = Running::start(&engine, outbox.clone())?;
        let (seat, partner) = (Seat::ALL[0], partner.to_owned());
        let (running, start, turn) = (Some(running), None, Turn::default());
        Ok(Self { seat, engine, partner, outbox, running, start, turn })
    }

    /// The number of the process that plays, if one does.
    pub fn process_id(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.process.id())
    }

    /// Sets up a game, with a new process if the old one cannot play on.
    fn set_up(&mut self, start: &Snapshot) -> Result<(), String> {
        if self.running.as_ref().is_some_and(|running| !running.plays_on()) {
            self.stop();
        }
        let running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.engine, self.outbox.clone())
                .map_err(|error| cannot_start(&self.engine, &error))?,
        };
        let running = self.running.insert(running);
        let introduction =
            Introduction { seat: self.seat, engine: &self.engine, partner: &self.partner, start };
        self.turn.needs_go = introduction.make(running)?;
        Ok(())
    }

    /// Ends the process at once.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.kill();
        }
    }

    fn is_on_node_clock(&self) -> bool {
        self.engine.node_rate.is_some()
    }

    fn send_all(&self, commands: impl IntoIterator<Item = Command>) {
        if let Some(running) = &self.running {
            running.send_all(&commands.into_iter().collect::<Vec<_>>());
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

    fn holdings(&self, arrived: Option<Handoff>) -> Option<Command> {
        let position = &self.running.as_ref()?.desk.sheet().position;
        let [white, black] = tandem_rules::Color::ALL.map(|color| position.holdings(color));
        let arrived = arrived.map(|Handoff { color, piece }| (color, piece));
        Some(Command::Holding(HoldingUpdate { white, black, arrived }))
    }

    fn moved(&mut self, seat: Seat, m: Move) {
        let Some(running) = &self.running else { return };
        let text = {
            let position = &mut running.desk.sheet().position;
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
        let Some(running) = &self.running else { return };
        running.desk.sheet().position.receive(handoff, &mut ());
        if let Some(command) = self.holdings(Some(handoff)) {
            // An engine on turn begins anew with each piece, and should know its clock then: it
            // comes with the update, or on the node clock after the move.
            self.send_or_hold_back(command, self.turn.is_ours);
        }
    }

    /// The engine is on turn, for the first time or again after it has sat.
    fn go(&mut self, snapshot: &Snapshot) {
        let is_on_node_clock = self.is_on_node_clock();
        let Some(running) = &mut self.running else { return };
        let ping = is_on_node_clock.then(|| running.next_ping());
        let position = snapshot.boards.position(self.seat.board).clone();
        self.turn.is_ours = true;
        let told = self.turn.told.take();
        running.desk.go(position, told.as_deref(), ping);
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
        let wants_time = self.running.as_ref().is_some_and(|running| running.has(Switch::Time));
        let clocks = own.into_iter().chain(other).filter(|_| wants_time);
        let held_back = std::mem::take(&mut self.turn.held_back);
        self.send_all(clocks.chain(held_back));
    }

    fn end(&mut self, outcome: Option<Outcome>) {
        let Some(running) = &self.running else { return };
        running.desk.end();
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
        self.engine.name.clone()
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
            News::End(outcome) => self.end(*outcome),
            News::Moved { .. }
            | News::Arrived { .. }
            | News::Go(..)
            | News::Update(..)
            | News::Told { .. } => {}
        }
    }

    /// A process that comes from an earlier game has a second chance, as a new one.
    fn settle(&mut self) -> Result<(), String> {
        let Some(start) = self.start.take() else { return Ok(()) };
        let is_used = self.running.as_ref().is_some_and(|running| running.is_introduced);
        let mut result = self.set_up(&start);
        if let (Err(reason), true) = (&result, is_used) {
            log::warn!("{} is started again: {reason}", self.engine.name);
            self.stop();
            result = self.set_up(&start);
        }
        if result.is_err() {
            self.stop();
        }
        result
    }
}

impl Running {
    fn start(engine: &Engine, outbox: Outbox) -> io::Result<Self> {
        let desk = Arc::new(Desk::new(outbox));
        let process = EngineProcess::start(&engine.invocation, &desk, engine.patience.quit)?;
        let quirks = Quirks::of([]);
        let running = Self { process, desk, quirks, pings: 0, is_introduced: false };
        running.send(&Command::Xboard);
        running.send(&Command::Protover(2));
        Ok(running)
    }

    pub(super) fn send(&self, command: &Command) {
        log::trace!("process {} > {command}", self.process.id());
        if !self.process.send(command.to_string()) {
            self.desk.fail("it does not read what it is told");
        }
    }

    pub(super) fn send_all<'a>(&self, commands: impl IntoIterator<Item = &'a Command>) {
        commands.into_iter().for_each(|command| self.send(command));
    }

    pub(super) fn has(&self, switch: Switch) -> bool {
        self.desk.sheet().features.has(switch)
    }

    pub(super) fn next_ping(&mut self) -> u64 {
        self.pings += 1;
        self.pings
    }

    fn takes_usermove(&self) -> bool {
        self.quirks.usermove.unwrap_or_else(|| self.has(Switch::UserMove))
    }

    /// True if it is new, or can play one more game.
    fn plays_on(&self) -> bool {
        self.desk.sheet().failure.is_none() && (!self.is_introduced || self.has(Switch::Reuse))
    }
}

fn cannot_start(engine: &Engine, error: &io::Error) -> String {
    format!("cannot start `{}`: {error}", engine.invocation.program())
}
