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

/// Nodes for each MiB of the transposition table: enough that a search does not forget what it has seen.
const NODES_PER_MEBIBYTE: u64 = 100_000;
/// The rounds in which a position is studied: the number of moves compared (`MultiPV`), the best ones of the
/// round before, and the percentage of the nodes. Most moves are soon seen to be worse; what is left is searched
/// more deeply.
const ROUNDS: [(usize, u64); 3] = [(6, 20), (3, 30), (2, 50)];

impl<'a> Student<'a> {
    pub(super) fn new(study: &'a Study) -> Self {
        let mebibytes = (study.nodes / NODES_PER_MEBIBYTE) as usize;
        let asker = Asker::new(mebibytes.clamp(16, 256), study.networks.clone());
        Self { study, asker }
    }

    /// The best moves with their scores, best first.
    pub(super) fn moves(&mut self, position: &Position) -> Vec<(Move, Score)> {
        self.asker.searcher().clear(); // the result must not depend on earlier positions
        let mut best: Vec<(Move, Score)> = Vec::new();
        for (compared, percent) in ROUNDS {
            let again = best.iter().take(compared).map(|&(m, _)| m).collect();
            let found = self.compare(position, again, (compared, self.study.nodes * percent / 100));
            let Some(&(_, last)) = found.last() else { break };
            // What is not searched again was worse than these, whatever they are worth now.
            let is_again = |m: Move| found.iter().any(|&(one, _)| one == m);
            let rest = best.into_iter().filter(|&(m, _)| !is_again(m));
            let rest: Vec<_> = rest.map(|(m, score)| (m, score.min(last))).collect();
            best = [found, rest].concat();
        }
        best
    }

    /// The best ones of some moves, or of all if there are none, with their scores, best first, from the last
    /// iteration that compared all of them.
    fn compare(
        &mut self,
        position: &Position,
        search_moves: Vec<Move>,
        (multi_pv, nodes): (usize, u64),
    ) -> Vec<(Move, Score)> {
        let seat = BoardId::A.seat(position.side_to_move());
        let view = View::of_board(seat, position.clone(), OutcomeRules::default());
        let limits = Limits { nodes: Some(nodes), multi_pv, search_moves, ..Limits::clock() };
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
