//! Searches that compare the moves of a position.

use std::sync::Arc;

use crossbeam::channel::Receiver;
use tandem_engine::{Event, Info, Limits, Score, Searcher, View};
use tandem_nets::Network;
use tandem_rules::{BoardId, Move, OutcomeRules, Position};

/// Settings of the searches.
pub(super) struct Study {
    pub(super) nodes: u64,
    /// The network that evaluates; `None` means the hand-written evaluation.
    pub(super) network: Option<Arc<Network>>,
}

/// A searcher that studies one position after the other.
pub(super) struct Student<'a> {
    study: &'a Study,
    searcher: Searcher,
    events: Receiver<Event>,
}

/// Number of moves compared in each position (`MultiPV`).
const COMPARED: usize = 6;
const TABLE_MEBIBYTES: usize = 16;

impl<'a> Student<'a> {
    pub(super) fn new(study: &'a Study) -> Self {
        let (mut searcher, events) = Searcher::new(TABLE_MEBIBYTES);
        searcher.set_network(study.network.clone());
        Self { study, searcher, events }
    }

    /// The best moves with their scores, best first, from the last iteration that compared all of
    /// them.
    pub(super) fn moves(&mut self, position: &Position) -> Vec<(Move, Score)> {
        let seat = BoardId::A.seat(position.side_to_move());
        let view = View::of_board(seat, position.clone(), OutcomeRules::default());
        self.searcher.clear(); // the result must not depend on earlier positions
        let limits =
            Limits { nodes: Some(self.study.nodes), multi_pv: COMPARED, ..Limits::clock() };
        self.searcher.start(view, limits);
        let (mut now, mut complete) = (Vec::new(), Vec::new());
        for event in &self.events {
            match event {
                Event::Info(_, Info { rank, score, pv, .. }) => {
                    if rank == 1 {
                        complete = std::mem::take(&mut now);
                    }
                    now.extend(pv.first().map(|&m| (m, score)));
                }
                Event::Done(..) => break,
            }
        }
        // The last iteration may have been cut short.
        if now.len() >= complete.len() { now } else { complete }
    }
}
