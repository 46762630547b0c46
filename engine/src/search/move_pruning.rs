//! Pruning of single moves in the move loop: late move pruning, futility, SEE.

use tandem_rules::{Move, Variant};

use super::move_picker::MovePicker;
use super::node::{Candidate, Node, NodeFacts};
use super::params::Params;
use super::see;
use super::state::Search;

/// The parameters of LMP for one variant. Those of crazyhouse, which reach to greater depths, lose in
/// bughouse (`docs/experiments.md`).
struct LateMovePruning {
    depth: i32,
    base: i32,
    factor: i32,
}

impl LateMovePruning {
    fn of(params: &Params, variant: Variant) -> Self {
        match variant {
            Variant::Crazyhouse => Self {
                depth: params.crazyhouse_late_move_pruning_depth,
                base: params.crazyhouse_late_move_pruning_base,
                factor: params.crazyhouse_late_move_pruning_factor,
            },
            Variant::Bughouse | Variant::Chess => Self {
                depth: params.late_move_pruning_depth,
                base: params.late_move_pruning_base,
                factor: params.late_move_pruning_factor,
            },
        }
    }
}

impl Search<'_> {
    /// True for a late, hopeless or losing move near the leaves, which is not searched. A move that
    /// gives check is never pruned.
    pub(super) fn prune_move(
        &self,
        node: &Node,
        facts: &NodeFacts,
        candidate: Candidate,
        picker: &mut MovePicker,
    ) -> bool {
        let m = candidate.m;
        if picker.checks().gives_check(node.position, m) {
            return false;
        }
        if !node.position.is_quiet(m) {
            let margin = self.params.see_capture_margin * node.depth * node.depth;
            return self.see_pruning(node, m, margin);
        }
        if node.position.in_check() {
            return false;
        }
        if self.late_move_pruning(node, facts, candidate) {
            picker.skip_quiets();
            return true;
        }
        self.futility(node, facts)
            || self.see_pruning(node, m, self.params.see_quiet_margin * node.depth)
    }

    /// Late move pruning (LMP): quiet moves beyond a move count are skipped.
    fn late_move_pruning(&self, node: &Node, facts: &NodeFacts, candidate: Candidate) -> bool {
        let params = self.params;
        let LateMovePruning { depth, base, factor } =
            LateMovePruning::of(params, node.position.variant());
        let most = base + factor * node.depth * node.depth / 16;
        let most = if facts.improving { most } else { most * 3 / 4 };
        node.depth <= depth && candidate.move_count as i32 > most
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
