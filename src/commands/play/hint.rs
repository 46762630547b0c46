//! Hints: the move that Tandem would play in place of the person.

use crossbeam::channel::Receiver;
use tandem_arbiter::Snapshot;
use tandem_engine::{Decision, Event, Limits, Searcher, Thinking};
use tandem_nets::Network;
use tandem_rules::{Millis, Seat};

use crate::endpoint::{appraisal, view};

/// Time of a search for a hint.
const TIME: Millis = Millis(1000);

/// A searcher for hints, beside the game.
pub(super) struct Adviser {
    searcher: Searcher,
    events: Receiver<Event>,
}

impl Adviser {
    /// An adviser with a transposition table of this size in MiB.
    pub(super) fn new(table_mebibytes: usize) -> Self {
        let (mut searcher, events) = Searcher::new(table_mebibytes);
        searcher.set_network(Some(Network::embedded()));
        Self { searcher, events }
    }

    /// A hint for a seat, with both boards and all clocks in view. Blocks until the search has
    /// ended.
    pub(super) fn advise(&mut self, seat: Seat, snapshot: &Snapshot) -> String {
        let limits = Limits { thinking: Thinking::Fixed(TIME), ..Limits::clock() };
        let search = self.searcher.start(view(seat, snapshot), limits);
        let done = self.events.iter().find_map(|event| match event {
            Event::Done(id, decision, info) if id == search => Some((decision, info)),
            Event::Done(..) | Event::Info(..) => None,
        });
        match done {
            Some((Decision::Play(m), info)) => {
                let m = snapshot.boards.san(seat.board, m);
                format!("hint: {m}, score {}", appraisal(info.score))
            }
            Some((Decision::Sit, _)) => "hint: sit".to_owned(),
            None => "no hint: its search failed".to_owned(),
        }
    }
}
