//! What a search says of the moves of a position.

use std::sync::Arc;

use crossbeam::channel::Receiver;
use tandem_engine::{Event, Info, Limits, Score, Searcher, View};
use tandem_nets::Network;
use tandem_rules::{BoardId, Move, OutcomeRules, Position};

/// How positions are searched.
pub(super) struct Study {
    pub(super) nodes: u64,
    /// What judges them; by hand if there is none.
    pub(super) network: Option<Arc<Network>>,
}

/// Somebody who studies one position after the other.
pub(super) struct Student<'a> {
    study: &'a Study,
    searcher: Searcher,
    events: Receiver<Event>,
}

/// Moves that are compared in each position.
const COMPARED: usize = 6;
const TABLE_MEBIBYTES: usize = 16;

impl<'a> Student<'a> {
    pub(super) fn new(study: &'a Study) -> Self {
        let (mut searcher, events) = Searcher::new(TABLE_MEBIBYTES);
        searcher.set_network(study.network.clone());
        Self { study, searcher, events }
    }

    /// The best few moves with their scores, best first, as the last iteration has them that
    /// compared them all.
    pub(super) fn moves(&mut self, position: &Position) -> Vec<(Move, Score)> {
        let seat = BoardId::A.seat(position.side_to_move());
        let view = View::of_board(seat, position.clone(), OutcomeRules::default());
        self.searcher.clear(); // what was studied before must not matter
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
