//! The choice among the moves that were looked at.

use tandem_rules::Move;

use super::Dice;
use crate::search::LineEvaluator;
use crate::{Info, Score, View};

/// The lines of a search, best liked first: by their scores with errors of this deviation. Decided
/// games are recognised as such.
pub(crate) fn in_order_of_liking(lines: Vec<Info>, deviation: i32, dice: &mut Dice) -> Vec<Info> {
    let mut judged: Vec<(i32, Info)> = lines
        .into_iter()
        .map(|info| {
            let error = if info.score.is_decided() { 0 } else { dice.error(deviation) };
            (info.score.value() + error, info)
        })
        .collect();
    judged.sort_by_key(|(judged, _)| std::cmp::Reverse(*judged));
    judged.into_iter().map(|(_, info)| info).collect()
}

/// The moves as they look without a reply, each as a line of one move, by the static evaluation of
/// the position after them.
pub(crate) fn at_a_glance(view: &View, moves: &[Move], evaluator: &mut LineEvaluator) -> Vec<Info> {
    let us = view.own.side_to_move();
    evaluator.begin(&view.own);
    moves
        .iter()
        .map(|&m| {
            let mut next = view.own.clone();
            let _partner_elsewhere = evaluator.make(&mut next, m, None);
            let score = match next.in_check() && next.count_legal() == 0 {
                true => -Score::mated(1),
                false => -evaluator.evaluate(&next, us, &view.prices),
            };
            evaluator.unmake();
            Info { depth: 1, rank: 1, score, pv: vec![m], ..Info::default() }
        })
        .collect()
}
