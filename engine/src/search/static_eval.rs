//! The static evaluation of a node: raw, corrected by history, and refined by the TT.

use tandem_rules::Position;

use super::node::{Best, Node, NodeFacts};
use super::state::Search;
use super::transposition::bound_of;
use crate::Score;
use crate::tt::{Bound, Entry};

impl Search<'_> {
    /// Computes the static evaluation of a node and whether it is improving.
    pub(super) fn static_eval(&mut self, node: &Node, entry: Option<Entry>) -> NodeFacts {
        let Node { position, ply, .. } = *node;
        let raw_eval = (!position.in_check()).then(|| self.raw_eval(position, entry));
        let static_eval = raw_eval.map(|raw| self.corrected(position, raw));
        self.stack.set_static_eval(ply, static_eval);
        let eval = static_eval.map(|eval| refined(eval, entry));
        let improving = self.stack.is_improving(ply);
        NodeFacts { entry, raw_eval, static_eval, eval, improving }
    }

    /// The raw static evaluation, from the TT entry if it is there.
    pub(super) fn raw_eval(&mut self, position: &Position, entry: Option<Entry>) -> Score {
        entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position))
    }

    /// The raw static evaluation of the last position of the line, for its side to move.
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position, self.view.seat.color, &self.view.prices)
    }

    /// A raw static evaluation after correction history.
    pub(super) fn corrected(&self, position: &Position, raw: Score) -> Score {
        let correction = self.history.correction(position) * self.params.correction_history / 100;
        Score::evaluation(raw.value() + correction)
    }

    /// Updates correction history, if the score of a node tells the error of its static
    /// evaluation.
    pub(super) fn update_correction_history(
        &self,
        node: &Node,
        best: Best,
        static_eval: Option<Score>,
    ) {
        let Some(eval) = static_eval else { return };
        // A capture's gain is no error of the static evaluation.
        let is_loud = best.m.is_some_and(|m| !node.position.is_quiet(m));
        if self.params.correction_history == 0 || is_loud || best.score.is_decided() {
            return;
        }
        let tells = match bound_of(best, node.window) {
            Bound::Exact => true,
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
        };
        if tells {
            let error = best.score.value() - eval.value();
            self.history.update_correction(node.position, error, node.depth);
        }
    }
}

/// The static evaluation, replaced by the TT score as far as its bound tells.
pub(super) fn refined(eval: Score, entry: Option<Entry>) -> Score {
    match entry {
        Some(Entry { score, bound, .. }) if !score.is_decided() => match bound {
            Bound::Exact => score,
            Bound::Lower => eval.max(score),
            Bound::Upper => eval.min(score),
        },
        _ => eval,
    }
}
