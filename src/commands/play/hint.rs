//! Hints: the move that Tandem would play in place of the person.

use tandem_analysis::text::scores::in_words;
use tandem_arbiter::Snapshot;
use tandem_engine::{Decision, Limits, Thinking};
use tandem_nets::Networks;
use tandem_rules::{Millis, Seat};

use crate::search::asker::Asker;
use crate::search::view::view;

/// Time of a search for a hint.
const TIME: Millis = Millis(1000);

/// A searcher for hints, beside the game.
pub(super) struct Adviser(Asker);

impl Adviser {
    /// An adviser with a transposition table of this size in MiB.
    pub(super) fn new(table_mebibytes: usize) -> Self {
        Self(Asker::new(table_mebibytes, Some(Networks::embedded())))
    }

    /// A hint for a seat, with both boards and all clocks in view. Blocks until the search has
    /// ended.
    pub(super) fn advise(&mut self, seat: Seat, snapshot: &Snapshot) -> String {
        let limits = Limits { thinking: Thinking::Fixed(TIME), ..Limits::clock() };
        match self.0.ask(view(seat, snapshot), limits) {
            Ok((Decision::Play(m), info)) => {
                let m = snapshot.boards.san(seat.board, m);
                format!("hint: {m} ({})", in_words(info.score))
            }
            Ok((Decision::Sit, _)) => "hint: sit".to_owned(),
            Err(_) => "no hint: its search failed".to_owned(),
        }
    }
}
