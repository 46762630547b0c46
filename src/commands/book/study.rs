//! Searches that compare the moves of a position.

use std::sync::Arc;

use tandem_engine::{Info, Limits, Score, View};
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

    /// The best moves with their scores, best first, from the last iteration that compared all of
    /// them.
    pub(super) fn moves(&mut self, position: &Position) -> Vec<(Move, Score)> {
        let seat = BoardId::A.seat(position.side_to_move());
        let view = View::of_board(seat, position.clone(), OutcomeRules::default());
        self.asker.searcher().clear(); // the result must not depend on earlier positions
        let limits =
            Limits { nodes: Some(self.study.nodes), multi_pv: COMPARED, ..Limits::clock() };
        let (mut now, mut complete) = (Vec::new(), Vec::new());
        let answer = self.asker.ask_showing(view, limits, |Info { rank, score, pv, .. }| {
            if rank == 1 {
                complete = std::mem::take(&mut now);
            }
            now.extend(pv.first().map(|&m| (m, score)));
        });
        if let Err(died) = answer {
            log::error!("{died}");
        }
        // The last iteration may have been cut short.
        if now.len() >= complete.len() { now } else { complete }
    }
}
