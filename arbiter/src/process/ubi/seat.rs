//! A seat played by a UBI engine, which sees both boards.

use std::io;
use std::num::{NonZeroU32, NonZeroU64};

use tandem_protocol::ptell::{Heard, hear};
use tandem_protocol::ubi::{Command, Go, TeamMessage};
use tandem_rules::{Move, Seat};

use super::introduce::Introduction;
use super::table::Table;
use super::talk::Talk;
use crate::process::Engine;
use crate::process::running::Lasting;
use crate::process::wording::move_time_ms;
use crate::{Endpoint, News, Outbox, PlayerFault, Snapshot};

/// Name of the option that switches partner talk on and off.
const TALK_MODE: &str = "TeamMessageMode";

/// A UBI engine in one seat; the seat may change with each game. Its process plays one game after
/// the other; a process that has failed is replaced.
pub struct UbiSeat {
    seat: Seat,
    lasting: Lasting<Talk>,
    start: Option<Snapshot>,
    table: Option<Table>,
    /// Messages of the partner that are told with the next question, on the node clock.
    held_back: Vec<Command>,
}

impl UbiSeat {
    /// Starts an engine; answers go to `outbox`.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn new(engine: Engine, outbox: Outbox) -> io::Result<Self> {
        let lasting = Lasting::start(engine, outbox)?;
        let (start, table, held_back) = Default::default();
        Ok(Self { seat: Seat::ALL[0], lasting, start, table, held_back })
    }

    /// Process id of the running engine, if one runs.
    pub fn process_id(&self) -> Option<u32> {
        self.lasting.process_id()
    }

    fn is_on_node_clock(&self) -> bool {
        self.lasting.engine.node_rate.is_some()
    }

    fn begin(&mut self, seat: Seat, snapshot: &Snapshot) {
        self.seat = seat;
        self.table = Some(Table::new(snapshot, self.is_on_node_clock()));
        self.start = Some(snapshot.clone());
        self.held_back.clear();
    }

    /// Tells the engine to go, for the first time or again after it has sat.
    fn go(&mut self, snapshot: &Snapshot) {
        let held_back = std::mem::take(&mut self.held_back);
        let Some((question, running)) = self.look(snapshot).zip(self.lasting.running()) else {
            return;
        };
        let position = snapshot.boards.position(self.seat.board);
        let all = held_back.into_iter().chain(question).collect();
        running.tell(|sheet| sheet.new_turn().ask(position, all));
    }

    /// Handles a change while the engine thinks; if it is a new piece, the search is restarted.
    fn update(&mut self, snapshot: &Snapshot) {
        let Some((question, running)) = self.look(snapshot).zip(self.lasting.running()) else {
            return;
        };
        let position = snapshot.boards.position(self.seat.board);
        running.tell(|sheet| sheet.new_turn().ask_anew(position, question));
    }

    /// Looks at the game. Returns the question for a move in it.
    fn look(&mut self, snapshot: &Snapshot) -> Option<Vec<Command>> {
        let table = self.table.as_mut()?;
        table.look(self.seat, snapshot);
        let engine = &self.lasting.engine;
        let nodes = engine.nodes_per_move.map(NonZeroU64::get);
        let depth = engine.overrides.depth.map(NonZeroU32::get);
        let clock = snapshot.clocks[self.seat.index()].as_ref().filter(|_| nodes.is_none());
        let move_time_ms = clock.and_then(move_time_ms);
        let go = Go { move_time_ms, nodes, depth, ..Go::of(self.seat.board) };
        Some(vec![table.command(), Command::Go(Box::new(go))])
    }

    /// Handles a move on either board. While the engine thinks about its own, it is shown the other
    /// one, but not on the node clock, where a thought is not disturbed.
    fn moved(&mut self, mover: Seat, m: Move) {
        let is_on_node_clock = self.is_on_node_clock();
        let Some((table, running)) = self.table.as_mut().zip(self.lasting.running()) else {
            return;
        };
        table.play(mover, m, self.seat);
        if mover == self.seat {
            running.desk.sheet().talk.moved();
        } else if mover.board != self.seat.board && !is_on_node_clock {
            let position = table.command();
            running.tell(
                |sheet| {
                    if sheet.talk.is_searching() { vec![position] } else { Vec::new() }
                },
            );
        }
    }

    /// Passes on a message of the partner, in its own words if they are UBI's.
    fn told(&mut self, text: &str) {
        let Some(running) = self.lasting.running() else { return };
        let engine = &self.lasting.engine;
        let mode = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(TALK_MODE));
        let is_deaf = mode.is_some_and(|(_, mode)| mode.eq_ignore_ascii_case("ignore"));
        if is_deaf || running.desk.sheet().talk.option(TALK_MODE).is_none() {
            return;
        }
        let messages = messages(text).into_iter().map(Command::PartnerMessage);
        if self.is_on_node_clock() {
            self.held_back.extend(messages);
        } else {
            running.send_all(messages);
        }
    }
}

/// The messages of a text: one of UBI, or those that it has in the words of people and engines.
fn messages(text: &str) -> Vec<TeamMessage> {
    if let Ok(message) = text.parse() {
        return vec![message];
    }
    let meant = hear(text).into_iter().filter_map(|heard| match heard {
        Heard::Message(message) => TeamMessage::of(message),
        _ => None,
    });
    meant.collect()
}

impl Endpoint for UbiSeat {
    fn name(&self) -> String {
        self.lasting.engine.name.clone()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Start(seat, snapshot) => self.begin(*seat, snapshot),
            News::Moved { seat, m } => self.moved(*seat, *m),
            News::Arrived { seat, handoff } if seat.board == self.seat.board => {
                if let Some(table) = &mut self.table {
                    table.receive(seat.board, *handoff);
                }
            }
            News::Go(seat, snapshot) if *seat == self.seat => self.go(snapshot),
            News::Update(seat, snapshot) if *seat == self.seat => self.update(snapshot),
            News::Told { seat, text } if *seat == self.seat => self.told(text),
            News::End(_) => {
                if let Some(running) = self.lasting.running() {
                    running.tell(|sheet| sheet.talk.end());
                }
            }
            News::Arrived { .. }
            | News::Go(..)
            | News::Update(..)
            | News::Told { .. }
            | News::DrawOffered { .. } => {}
        }
    }

    fn settle(&mut self) -> Result<(), PlayerFault> {
        let Some(start) = self.start.take() else { return Ok(()) };
        let seat = self.seat;
        self.lasting
            .set_up(|engine, running| Introduction { engine, seat, start: &start }.make(running))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partner_is_understood_in_any_protocol() {
        for (text, expected) in [
            ("need n urgency high", &["need n urgency high"][..]),
            ("material +350", &["material +350"]),
            ("need a knight", &["need n urgency high"]),
            ("dead", &["threat critical"]),
            ("hello", &[]),
        ] {
            let told: Vec<String> = messages(text).iter().map(ToString::to_string).collect();
            assert_eq!(told, expected, "{text}");
        }
    }
}
