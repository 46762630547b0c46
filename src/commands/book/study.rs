//! Searches that compare the moves of a position.

use std::sync::Arc;

use tandem_engine::{Limits, Score, View};
use tandem_nets::Networks;
use tandem_rules::{BoardId, Move, OutcomeRules, Position};

use crate::search::asker::Asker;

/// Settings of the searches.
pub(super) struct Study {
    pub(super) nodes: u64,
    /// The network that evaluates; `None` means the hand-written evaluation.
    pub(super) networks: Option<Arc<Networks>>,
}

/// A searcher that studies one position after the other.
pub(super) struct Student<'a> {
    study: &'a Study,
    asker: Asker,
}

/// Number of moves compared in each position (`MultiPV`).
const COMPARED: usize = 6;
const TABLE_MEBIBYTES: usize = 16;

impl<'a> Student<'a> {
    pub(super) fn new(study: &'a Study) -> Self {
        Self { study, asker: Asker::new(TABLE_MEBIBYTES, study.networks.clone()) }
    }

    /// The best moves with their scores, best first.
    pub(super) fn moves(&mut self, position: &Position) -> Vec<(Move, Score)> {
        let seat = BoardId::A.seat(position.side_to_move());
        let view = View::of_board(seat, position.clone(), OutcomeRules::default());
        self.asker.searcher().clear(); // the result must not depend on earlier positions
        let limits =
            Limits { nodes: Some(self.study.nodes), multi_pv: COMPARED, ..Limits::clock() };
        self.asker.compare(view, limits).unwrap_or_else(|died| {
            log::error!("{died}");
            Vec::new()
        })
    }
}
