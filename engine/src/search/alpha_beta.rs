//! The alpha-beta node, stage by stage: leaf, mate distance, TT probe, static evaluation, pruning,
//! IIR, moves.

use super::node::{Node, NodeFacts};
use super::params::MAX_PLY;
use super::state::Search;
use super::transposition::cutoff;
use crate::Score;

impl Search<'_> {
    /// Searches a node and returns its score for the side to move.
    pub(super) fn search_node(&mut self, node: &Node) -> Score {
        if let Some(score) = self.leaf(node) {
            return score;
        }
        let mut node = Node { window: node.window.within_mates(node.ply), ..*node };
        if node.window.alpha >= node.window.beta {
            return node.window.alpha;
        }
        let entry = if node.excluded.is_none() { self.probe(&node) } else { None };
        if let Some(score) = entry.and_then(|entry| cutoff(entry, &node)) {
            return score;
        }
        if let Some(score) = self.exact_from_others(&node, entry) {
            return score;
        }
        if let Some(score) = self.contact_mate(&node) {
            return score;
        }
        let facts = self.static_eval(&node, entry);
        if let Some(score) = self.prune(&node, &facts) {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }
        if self.iir(&node, &facts) {
            node.depth -= 1;
        }
        self.search_moves(&node, &facts)
    }

    /// The score where a line ends: a draw, the depth (by qsearch), or a stop.
    fn leaf(&mut self, node: &Node) -> Option<Score> {
        self.pv.clear(node.ply);
        self.stack.enter(node.ply);
        if self.is_drawn(node.position) {
            self.time.nodes += 1;
            return Some(self.draw(node.position));
        }
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return Some(self.qsearch(&node.at_depth(0)));
        }
        if node.excluded.is_none() {
            self.time.nodes += 1;
        }
        if self.time.must_stop(self.id, self.control) {
            self.stopped = true;
            return Some(Score::DRAW);
        }
        None
    }

    /// Internal iterative reduction (IIR): a node without a TT move is searched a ply less, since
    /// its moves are badly ordered.
    fn iir(&self, node: &Node, facts: &NodeFacts) -> bool {
        node.depth >= self.params.iir_depth && facts.tt_move().is_none() && node.excluded.is_none()
    }
}
