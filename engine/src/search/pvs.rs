//! Principal variation search (PVS): a move is made and the position after it searched.

use tandem_rules::Position;

use super::node::{Candidate, Node};
use super::piece_to::PieceTo;
use super::state::Search;
use crate::Score;

impl Search<'_> {
    /// Makes a move and searches the position after it, with this late move reduction in plies.
    /// `node` is the node where the move is made, at the depth due to this move.
    pub(super) fn search_child(
        &mut self,
        node: &Node,
        candidate: Candidate,
        reduction: i32,
    ) -> Score {
        let Node { position, ply, .. } = *node;
        let m = candidate.m;
        let mut next = position.clone();
        let arrival = self.forecast.after(ply);
        let handoff = self.evaluator.make(&mut next, m, arrival);
        let decided = self.decided_elsewhere(node, handoff);
        let score = decided.unwrap_or_else(|| {
            self.keys.push(position.repetition_key());
            self.stack.set_played(ply, Some(PieceTo::of(position, m)));
            let search = |search: &mut Self| search.pvs(node, &next, candidate, reduction);
            let score = self.while_searching(node, m, search);
            self.keys.pop();
            self.forecast.judge(score, position.side_to_move(), ply)
        });
        self.evaluator.unmake();
        score
    }

    /// Searches the position after a move: the first move in full, the others with as little depth
    /// and width as it takes to see that they are no better.
    fn pvs(&mut self, node: &Node, next: &Position, candidate: Candidate, reduction: i32) -> Score {
        let alpha = node.window.alpha;
        let zero = node.window.zero().turned();
        let depth = node.depth - 1;
        let mut score = Score::INFINITE;
        if candidate.move_count > 0 {
            let reduced = (depth - reduction).clamp(depth.min(1), depth);
            score = -self.search_node(&node.child(next, zero, reduced, true));
            if score > alpha && reduced < depth && !self.stopped {
                score = -self.search_node(&node.child(next, zero, depth, !node.cut_node));
            }
        }
        let is_doubtful = candidate.move_count == 0 || score > alpha && node.is_pv();
        if is_doubtful && !self.stopped {
            let cut_node = !node.is_pv() && !node.cut_node;
            score = -self.search_node(&node.child(next, node.window.turned(), depth, cut_node));
        }
        score
    }
}
