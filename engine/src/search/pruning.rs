//! Pruning of a node before its moves are searched: reverse futility, razoring, null move,
//! `ProbCut`. Each rule is a function of its own.

use tandem_rules::{PieceType, Position, Variant};

use super::move_picker::MovePicker;
use super::node::{Best, Candidate, Node, NodeFacts};
use super::see;
use super::state::Search;
use super::window::Window;
use crate::Score;
use crate::tt::{Bound, Entry};

impl Search<'_> {
    /// Tries the rules that prune a node, in a zero window only.
    pub(super) fn prune(&mut self, node: &Node, facts: &NodeFacts) -> Option<Score> {
        let eval = facts.eval?;
        if node.is_pv()
            || node.excluded.is_some()
            || node.window.beta.is_decided()
            || eval.is_decided()
        {
            return None;
        }
        if let Some(score) = self.reverse_futility(node, facts, eval) {
            self.store_stand_pat(node, facts.entry, eval, facts.raw_eval);
            return Some(score);
        }
        if let Some(score) = self.razor(node, eval) {
            return Some(score);
        }
        if self.stopped {
            return None;
        }
        if let Some(score) = self.null_move(node, eval) {
            return Some(score);
        }
        self.probcut(node, facts, eval)
    }

    /// Reverse futility pruning (RFP): so far above beta that no single reply should bring the
    /// score below it.
    fn reverse_futility(&self, node: &Node, facts: &NodeFacts, eval: Score) -> Option<Score> {
        let params = self.params;
        let improving = if facts.improving { params.reverse_futility_improving } else { 0 };
        let margin = params.reverse_futility_margin * node.depth - improving;
        let beta = node.window.beta;
        let is_quiet = |m| node.position.is_quiet(m);
        let is_safe = node.depth <= params.reverse_futility_depth
            && eval.plus(-margin) >= beta
            && (params.reverse_futility_quiet_tt_move > 0
                || !facts.tt_move().is_some_and(is_quiet));
        is_safe.then(|| Score::evaluation(i32::midpoint(eval.value(), beta.value())))
    }

    /// Razoring: so far below alpha that only a capture could help, which qsearch looks for.
    fn razor(&mut self, node: &Node, eval: Score) -> Option<Score> {
        let alpha = node.window.alpha;
        let margin = self.params.razor_margin * node.depth;
        if node.depth > self.params.razor_depth || eval.plus(margin) > alpha {
            return None;
        }
        self.time.nodes -= 1; // qsearch counts the same node again
        let score = self.qsearch(&node.at_depth(0));
        (!self.stopped && score <= alpha).then_some(score)
    }

    /// Null move pruning (NMP): if sitting already keeps the score above beta, a real move will do
    /// as well.
    fn null_move(&mut self, node: &Node, eval: Score) -> Option<Score> {
        let params = self.params;
        let Node { position, ply, window: Window { beta, .. }, .. } = *node;
        let allowed = node.depth >= params.null_move_depth
            && eval >= beta
            && !self.stack.is_after_null_move(ply)
            && can_pass(position);
        if !allowed {
            return None;
        }
        let excess = (eval.value() - beta.value()) / params.null_move_margin_divisor;
        let reduction = params.null_move_reduction
            + node.depth / params.null_move_depth_divisor
            + excess.min(3);
        let mut next = position.clone();
        next.make_null();
        self.tt.prefetch(self.key(&next, ply + 1));
        self.keys.push(position.repetition_key());
        self.stack.set_played(ply, None);
        let depth = node.depth - reduction;
        let child = node.child(&next, node.window.turned(), depth, !node.cut_node);
        let score = -self.search_node(&child);
        self.keys.pop();
        (!self.stopped && score >= beta).then_some(match score.is_decided() {
            true => beta, // a mate after a null move is not proved
            false => score,
        })
    }

    /// `ProbCut`: a capture far above beta in a shallower search will be above beta in this one.
    fn probcut(&mut self, node: &Node, facts: &NodeFacts, eval: Score) -> Option<Score> {
        let params = self.params;
        let beta = node.window.beta.plus(params.probcut_margin);
        let is_refuted = facts.entry.is_some_and(|Entry { score, depth, bound, .. }| {
            i32::from(depth) >= node.depth - 3 && bound != Bound::Lower && score < beta
        });
        if node.depth < params.probcut_depth || is_refuted {
            return None;
        }
        let need = beta.value() - eval.value();
        let shallower = Node { window: Window::below(beta), depth: node.depth - 3, ..*node };
        let mut picker = MovePicker::captures(self.ordering(node), facts.tt_move());
        while let Some(m) = picker.next() {
            self.prefetch(node.position, m, node.ply);
            if !see::is_at_least(node.position, m, need) {
                continue;
            }
            let score = self.search_child(&shallower, Candidate::first(m), 0);
            if self.stopped {
                return None;
            }
            if score >= beta {
                self.store(&shallower, Best { score, m: Some(m) }, Bound::Lower, None);
                return (!score.is_decided()).then_some(score);
            }
        }
        None
    }
}

/// True if a null move makes sense: sitting is always possible where pieces may arrive; in chess
/// there is zugzwang.
fn can_pass(position: &Position) -> bool {
    let us = position.side_to_move();
    let kings_and_pawns =
        position.pieces(us, PieceType::King) | position.pieces(us, PieceType::Pawn);
    position.variant() != Variant::Chess || position.men(us).without(kings_and_pawns).any()
}
