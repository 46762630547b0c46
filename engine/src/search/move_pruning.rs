//! Pruning of single moves in the move loop: late move pruning, futility, SEE.

use tandem_rules::Move;

use super::lmr;
use super::move_picker::MovePicker;
use super::node::{Candidate, Node, NodeFacts};
use super::see;
use super::state::Search;

impl Search<'_> {
    /// True for a late, hopeless or losing move near the leaves, which is not searched. A move that
    /// gives check is pruned for what it loses alone.
    pub(super) fn prune_move(
        &self,
        node: &Node,
        facts: &NodeFacts,
        candidate: Candidate,
        picker: &mut MovePicker,
    ) -> bool {
        let (m, params) = (candidate.m, self.params);
        if picker.checks().gives_check(node.position, m) {
            let margin = params.see_check_margin * node.depth;
            return margin > 0 && self.see_pruning(node, m, margin);
        }
        if !node.position.is_quiet(m) {
            let margin = params.see_capture_margin * node.depth * node.depth;
            return self.see_pruning(node, m, margin);
        }
        if node.position.in_check() {
            return false;
        }
        if self.late_move_pruning(node, facts, candidate) {
            picker.skip_quiets();
            return true;
        }
        let node = &self.at_lmr_depth(node, candidate);
        self.futility(node, facts)
            || self.see_pruning(node, m, params.see_quiet_margin * node.depth)
    }

    /// The node at the depth that LMR by move count would leave: the later a move, the less it takes to
    /// prune it.
    fn at_lmr_depth<'p>(&self, node: &Node<'p>, candidate: Candidate) -> Node<'p> {
        let (params, move_count) = (self.params, candidate.move_count);
        let applies = params.prune_at_lmr_depth > 0 && move_count as i32 >= params.lmr_move_count;
        let reduction = if applies { lmr::base(params, node.depth, move_count) / 1024 } else { 0 };
        node.at_depth((node.depth - reduction).max(1))
    }

    /// Late move pruning (LMP): quiet moves beyond a move count are skipped.
    fn late_move_pruning(&self, node: &Node, facts: &NodeFacts, candidate: Candidate) -> bool {
        let params = self.params;
        let most = params.late_move_pruning_base
            + params.late_move_pruning_factor * node.depth * node.depth / 16;
        let most = if facts.improving { most } else { most * 3 / 4 };
        node.depth <= params.late_move_pruning_depth && candidate.move_count as i32 > most
    }

    /// Futility pruning: so far below alpha that a quiet move will not help.
    fn futility(&self, node: &Node, facts: &NodeFacts) -> bool {
        let params = self.params;
        let alpha = node.window.alpha;
        let margin = params.futility_base + params.futility_margin * node.depth;
        let is_hopeless = facts.eval.is_some_and(|eval| eval.plus(margin) <= alpha);
        node.depth <= params.futility_depth && is_hopeless && !alpha.is_decided()
    }

    /// SEE pruning: a move that loses more than `margin` by SEE.
    fn see_pruning(&self, node: &Node, m: Move, margin: i32) -> bool {
        node.depth <= self.params.see_depth && !see::is_at_least(node.position, m, -margin)
    }
}
