//! Commands and questions to an engine before a game, while no clock runs.

use std::time::Instant;

use tandem_protocol::cecp::{Command, HoldingUpdate, Switch};
use tandem_protocol::text::{Line, Word};
use tandem_rules::{Boards, Color, Handoff, Move, Position, Seat, TimeControl, Variant};

use super::quirks::Quirks;
use super::talk::Talk;
use crate::process::Engine;
use crate::process::running::Running;
use crate::process::wording::{increment_ms, variant_name};
use crate::{PlayerFault, Snapshot, Unfit};

/// The start of a game for one engine.
pub(super) struct Introduction<'a> {
    pub(super) seat: Seat,
    pub(super) engine: &'a Engine,
    pub(super) partner: &'a str,
    pub(super) start: &'a Snapshot,
}

/// The rest of an introduction, for the first turn.
pub(super) struct Introduced {
    /// True if the engine needs `go` on its first turn; otherwise it plays Black without it.
    pub(super) needs_go: bool,
    /// Commands to be held back until it thinks.
    pub(super) held_back: Vec<Command>,
}

impl Introduction<'_> {
    /// Sends the commands that start a game, and waits until the engine is ready.
    pub(super) fn make(&self, running: &mut Running<Talk>) -> Result<Introduced, PlayerFault> {
        if !running.is_introduced {
            self.take_features(running)?;
        }
        let position = self.position();
        let usual = Position::start(position.variant(), position.rules());
        let is_usual = position.to_fen() == usual.to_fen();
        let sets_up = running.quirks().setboard.unwrap_or_else(|| running.has(Switch::SetBoard));
        let way = if sets_up { None } else { self.way_there() };
        self.check(running, is_usual || sets_up || way.is_some())?;
        self.resources(running);
        if running.is_introduced {
            self.wait_until_ready(running)?; // by then its output of the last game has come
        }
        running.desk.sheet().talk.meet(self.engine.node_rate.is_some());
        running.send(&Command::New);
        let variant = Word::new(variant(position.variant())).expect("the names are words");
        running.send(&Command::Variant(variant));
        self.settings(running);
        let held_back = match way {
            _ if is_usual => None,
            Some(way) => self.play_there(running, way),
            None => {
                self.set_board(running);
                None
            }
        };
        if position.variant() == Variant::Bughouse {
            running.send(&Command::Partner(Some(Line::new(self.partner))));
        }
        running.is_introduced = true;
        self.wait_until_ready(running)?;
        let begin = |talk: &mut Talk, outbox: &_| talk.begin(self.seat, position.clone(), outbox);
        running.desk.new_turn(begin);
        let needs_go = !is_usual || self.seat.color == Color::White;
        Ok(Introduced { needs_go, held_back: held_back.into_iter().collect() })
    }

    fn position(&self) -> &Position {
        self.start.boards.position(self.seat.board)
    }

    /// Answers features until there are no more, or the time for them is over.
    fn take_features(&self, running: &Running<Talk>) -> Result<(), PlayerFault> {
        let patience = self.engine.patience;
        // An engine that has not said a word may not have started: on a busy machine, or in a
        // virtual machine of its own, that takes seconds.
        running.desk.wait(Instant::now() + patience.loading, Talk::has_spoken);
        let begun = Instant::now();
        loop {
            let is_loading = running.desk.sheet().talk.features.done == Some(false);
            let time = if is_loading { patience.loading } else { patience.features };
            let goes_on = running.desk.wait(begun + time, |talk| {
                !talk.answers.is_empty() || talk.features.done == Some(true)
            });
            let answers = std::mem::take(&mut running.desk.sheet().talk.answers);
            running.send_all(&answers);
            if !goes_on || answers.is_empty() {
                break;
            }
        }
        let mut sheet = running.desk.sheet();
        let talk = &mut sheet.talk;
        let name = talk.features.name.iter().map(String::as_str);
        talk.quirks = Quirks::of(name.chain(talk.greeting.iter().map(String::as_str)));
        sheet.failure.clone().map_or(Ok(()), Err)
    }

    /// Checks that the engine can play this game, and that there is a way to its start.
    fn check(&self, running: &Running<Talk>, has_way: bool) -> Result<(), Unfit> {
        let variant = variant(self.position().variant());
        if !running.desk.sheet().talk.features.plays(variant) {
            return Err(Unfit::Variant(variant));
        }
        if self.engine.node_rate.is_some() && !running.has(Switch::Nps) {
            return Err(Unfit::NodeClock);
        }
        if !has_way {
            return Err(Unfit::Position);
        }
        let sheet = running.desk.sheet();
        self.engine.overrides.check(|name| sheet.talk.features.offers(name))
    }

    /// Sends memory, cores and options. They come before `new`, as in XBoard: an engine may lose
    /// its board over them.
    fn resources(&self, running: &Running<Talk>) {
        if running.has(Switch::Memory) {
            running.send(&Command::Memory(self.engine.memory_mebibytes));
        }
        if running.has(Switch::Smp) {
            running.send(&Command::Cores(self.engine.overrides.threads()));
        }
        let offered: Vec<Command> = {
            let features = &running.desk.sheet().talk.features;
            let own_book = if self.engine.own_book { "1" } else { "0" };
            let options = self.engine.options.iter();
            let options = options.map(|(name, value)| (name.as_str(), value.as_str()));
            let own = self.engine.overrides.options.iter();
            let own = own.map(|(name, value)| (name.as_str(), value.as_str()));
            let options = options.chain([("OwnBook", own_book)]).chain(own);
            let offered = options.filter(|(name, _)| features.offers(name));
            let command = |(name, value)| Command::SetOption {
                name: Line::new(name),
                value: Some(Line::new(value)),
            };
            offered.map(command).collect()
        };
        running.send_all(&offered);
    }

    fn settings(&self, running: &Running<Talk>) {
        if let Some(clock) = self.start.clocks[self.seat.index()] {
            running.send(&time_control(clock.control()));
        }
        if let Some(depth) = self.engine.overrides.depth {
            running.send(&Command::Depth(depth.get()));
        }
        if let Some(rate) = self.engine.node_rate {
            running.send(&Command::NodesPerSecond(rate.get())); // `new` would reset it
        }
        if running.quirks().plain_settings {
            running.send(&Command::Easy);
            running.send(&Command::Post); // thinking lines tell depth, score and nodes
        }
    }

    fn set_board(&self, running: &Running<Talk>) {
        let position = self.position();
        running.send(&Command::Force);
        // The FEN has the holdings. No `holding` follows: some engines start to think at each one.
        running.send(&Command::SetBoard(Line::new(&position.to_fen())));
    }

    /// The moves on this board that lead from the usual start to this one, each with the position
    /// before it; `None` if they are not known.
    fn way_there(&self) -> Option<Vec<(Position, Move)>> {
        let position = self.position();
        let mut boards = Boards::start_of(position.variant(), position.rules());
        let mut way = Vec::new();
        for &(seat, m) in &self.start.opening {
            if seat.board == self.seat.board {
                way.push((boards.position(seat.board).clone(), m));
            }
            boards.play(seat, m).ok()?;
        }
        (boards.position(self.seat.board).to_fen() == position.to_fen()).then_some(way)
    }

    /// Plays the opening for an engine that cannot set up a position. Returns what it has to hear once
    /// it thinks: after `holding` in force mode Sjeng drops pieces that it does not have.
    fn play_there(&self, running: &Running<Talk>, way: Vec<(Position, Move)>) -> Option<Command> {
        let tells = self.position().variant() == Variant::Bughouse;
        running.send(&Command::Force);
        for (before, m) in way {
            if m.is_drop() && tells {
                running.send(&holdings(&before, None));
            }
            if let Some(text) = Word::new(&before.coordinate(m).to_string()) {
                running.send(&running.move_command(text));
            }
        }
        tells.then(|| holdings(self.position(), None))
    }

    /// Waits until the engine has read all that it was sent.
    fn wait_until_ready(&self, running: &Running<Talk>) -> Result<(), PlayerFault> {
        let pings = running.quirks().ping.unwrap_or_else(|| running.has(Switch::Ping));
        let mut is_ready = true;
        if pings {
            let number = running.desk.sheet().talk.next_ping();
            running.send(&Command::Ping(number));
            let deadline = Instant::now() + self.engine.patience.ready;
            is_ready = running.desk.wait(deadline, Talk::has_ponged);
        }
        running.answered("ping", is_ready)
    }
}

/// The command with the holdings of both players, and the piece that has just arrived.
pub(super) fn holdings(position: &Position, arrived: Option<Handoff>) -> Command {
    let [white, black] = Color::ALL.map(|color| position.holdings(color));
    let arrived = arrived.map(|Handoff { color, piece }| (color, piece));
    Command::Holding(HoldingUpdate { white, black, arrived })
}

fn variant(variant: Variant) -> &'static str {
    match variant {
        Variant::Chess => "normal",
        Variant::Bughouse | Variant::Crazyhouse => variant_name(variant),
    }
}

/// The command for a time control: `st` with an exact time for each move, else `level` with the base
/// time rounded up to whole seconds and at least one; `time` sends the exact clock.
fn time_control(control: TimeControl) -> Command {
    if let Some(time) = control.move_time() {
        return Command::MoveTime { ms: time.0.max(1).cast_unsigned() };
    }
    let base_ms = control.base.0.max(1).cast_unsigned().div_ceil(1000) * 1000;
    Command::Level { moves: 0, base_ms, increment_ms: increment_ms(control) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_whole_seconds_and_increments_only_and_an_exact_time_is_told_by_st() {
        for (control, text) in [
            ("60", "level 0 1 0"),
            ("3.5", "level 0 0:04 0"),
            ("0.2", "level 0 0:01 0"),
            ("90+0.5", "level 0 1:30 0.5"),
            ("180d2", "level 0 3 0"),
            ("180b2", "level 0 3 0"),
            ("2b2", "st 2"),
            ("0.5b0.5", "st 0.5"),
        ] {
            assert_eq!(time_control(control.parse().expect("a control")).to_string(), text);
        }
    }
}
