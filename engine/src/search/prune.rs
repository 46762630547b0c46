//! Pruning and reductions. Each rule is a function of its own.

use tandem_rules::{Move, PieceType, Position, Variant};

use super::history::Scene;
use super::node::{Here, Known, Trial, Window};
use super::order::{Guide, Picker};
use super::{Search, exchange};
use crate::Score;
use crate::tt::{Bound, Entry};

impl Search<'_> {
    /// Tries the rules that prune a node before its moves are searched, in a zero window only.
    pub(super) fn prune(
        &mut self,
        position: &Position,
        window: Window,
        here: Here,
        known: &Known,
    ) -> Option<Score> {
        let eval = known.eval?;
        let is_whole = self.stack.excluded(here.ply).is_none();
        if !window.is_zero() || !is_whole || window.beta.is_decided() || eval.is_decided() {
            return None;
        }
        if let Some(score) = self.reverse_futility(eval, window, here, known) {
            return Some(score);
        }
        if let Some(score) = self.razor(position, eval, window, here) {
            return Some(score);
        }
        if self.stopped {
            return None;
        }
        if let Some(score) = self.null_move(position, eval, window, here) {
            return Some(score);
        }
        self.probcut(position, window, here, known)
    }

    /// Reverse futility pruning: so far above beta that no single reply should bring the score
    /// below it.
    fn reverse_futility(
        &self,
        eval: Score,
        window: Window,
        here: Here,
        known: &Known,
    ) -> Option<Score> {
        let params = self.params;
        let improving = if known.improving { params.reverse_futility_improving } else { 0 };
        let margin = params.reverse_futility_margin * here.depth - improving;
        let is_safe =
            here.depth <= params.reverse_futility_depth && eval.plus(-margin) >= window.beta;
        is_safe.then(|| Score::evaluation(i32::midpoint(eval.value(), window.beta.value())))
    }

    /// Razoring: so far below alpha that only a capture could help, which qsearch looks for.
    fn razor(
        &mut self,
        position: &Position,
        eval: Score,
        window: Window,
        here: Here,
    ) -> Option<Score> {
        let margin = self.params.razor_margin * here.depth;
        if here.depth > self.params.razor_depth || eval.plus(margin) > window.alpha {
            return None;
        }
        self.watch.nodes -= 1; // qsearch counts the same node again
        let score = self.quiescence(position, window, here.ply, 0);
        (!self.stopped && score <= window.alpha).then_some(score)
    }

    /// Null move pruning: if sitting already keeps the score above beta, a real move will do as
    /// well.
    fn null_move(
        &mut self,
        position: &Position,
        eval: Score,
        window: Window,
        here: Here,
    ) -> Option<Score> {
        let params = self.params;
        let allowed = here.depth >= params.null_move_depth
            && eval >= window.beta
            && !self.stack.after_null(here.ply)
            && can_pass(position);
        if !allowed {
            return None;
        }
        let excess = (eval.value() - window.beta.value()) / params.null_move_margin_divisor;
        let depth = here.depth
            - params.null_move_reduction
            - here.depth / params.null_move_depth_divisor
            - excess.min(3);
        let mut next = position.clone();
        next.make_null();
        self.table.prefetch(self.key(&next, here.ply + 1));
        self.keys.push(position.repetition_key());
        self.stack.set_played(here.ply, None);
        let child = Here { depth, ply: here.ply + 1, expects_cut: !here.expects_cut };
        let score = -self.node(&next, window.turned(), child);
        self.keys.pop();
        (!self.stopped && score >= window.beta).then_some(match score.is_decided() {
            true => window.beta, // a mate after a null move is not proved
            false => score,
        })
    }

    /// `ProbCut`: a capture far above beta in a shallower search will be above beta in this one.
    fn probcut(
        &mut self,
        position: &Position,
        window: Window,
        here: Here,
        known: &Known,
    ) -> Option<Score> {
        let params = self.params;
        let beta = window.beta.plus(params.probcut_margin);
        let is_refuted = known.entry.is_some_and(|Entry { score, depth, bound, .. }| {
            i32::from(depth) >= here.depth - 3 && bound != Bound::Lower && score < beta
        });
        if here.depth < params.probcut_depth || is_refuted {
            return None;
        }
        let need = beta.value() - known.eval?.value();
        let window = Window { alpha: beta.plus(-1), beta };
        let scene = Scene { position, before: self.stack.before(here.ply) };
        let mut picker = Picker::captures(position, known.table_move());
        let guide = |search: &Self, picker: &mut Picker| {
            picker.next(Guide { scene, history: search.history, params: search.params })
        };
        while let Some(m) = guide(self, &mut picker) {
            if !exchange::is_at_least(position, m, need) {
                continue;
            }
            let depth = here.depth - 3;
            let score =
                self.search_child(position, Trial::first(m), window, Here { depth, ..here });
            if self.stopped {
                return None;
            }
            if score >= beta {
                self.keep_bound(position, (score, m), Here { depth, ..here });
                return (!score.is_decided()).then_some(score);
            }
        }
        None
    }

    fn keep_bound(&self, position: &Position, (score, m): (Score, Move), here: Here) {
        let depth = here.depth.clamp(0, 255) as u8;
        let bound = Bound::Lower;
        let entry = Entry { m: Some(m), score, eval: None, depth, bound, was_pv: false };
        self.table.store(self.key(position, here.ply), here.ply, entry);
    }

    /// True for a late, hopeless or losing move near the leaves (LMP, futility and SEE pruning). A
    /// move that gives check is never pruned.
    pub(super) fn is_futile(
        &self,
        (position, m, place): (&Position, Move, usize),
        picker: &mut Picker,
        (window, here): (Window, Here),
        known: &Known,
    ) -> bool {
        let params = self.params;
        let Here { depth, .. } = here;
        if picker.checks().gives(position, m) {
            return false;
        }
        if !position.is_quiet(m) {
            let threshold = -params.see_capture_margin * depth * depth;
            return depth <= params.see_depth && !exchange::is_at_least(position, m, threshold);
        }
        if position.in_check() {
            return false;
        }
        let most =
            params.late_move_pruning_base + params.late_move_pruning_factor * depth * depth / 16;
        let most = if known.improving { most } else { most * 3 / 4 };
        if depth <= params.late_move_pruning_depth && place as i32 > most {
            picker.leave_quiets();
            return true;
        }
        let reach = params.futility_base + params.futility_margin * depth;
        let is_hopeless = known.eval.is_some_and(|eval| eval.plus(reach) <= window.alpha);
        if depth <= params.futility_depth && is_hopeless && !window.alpha.is_decided() {
            return true;
        }
        depth <= params.see_depth
            && !exchange::is_at_least(position, m, -params.see_quiet_margin * depth)
    }

    /// The late move reduction at the root, in plies: nothing is known of the move but that others
    /// looked better.
    pub(super) fn root_reduction(&self, m: Move, place: usize, depth: i32) -> i32 {
        let params = self.params;
        if !self.view.own.is_quiet(m)
            || depth <= params.lmr_depth
            || (place as i32) < params.lmr_move_count
        {
            return 0;
        }
        let logs = log(depth as usize) * log(place) / 1024;
        let reduction = params.lmr_base + logs * params.lmr_slope / 1024;
        ((reduction - params.lmr_pv) / 1024).max(0)
    }

    /// The late move reduction of a quiet move, in plies.
    pub(super) fn reduction(
        &self,
        (scene, m, place): (Scene, Move, usize),
        picker: &Picker,
        (window, here): (Window, Here),
        known: &Known,
    ) -> i32 {
        let params = self.params;
        let quiet = scene.position.is_quiet(m);
        let is_late = here.depth > params.lmr_depth
            && place as i32 >= params.lmr_move_count
            && quiet
            && !scene.position.in_check();
        if !is_late {
            return 0;
        }
        let logs = log(here.depth as usize) * log(place) / 1024;
        let mut reduction = params.lmr_base + logs * params.lmr_slope / 1024;
        if !window.is_zero() {
            reduction -= params.lmr_pv;
        }
        if known.entry.is_some_and(|entry| entry.was_pv) {
            reduction -= params.lmr_was_pv;
        }
        if known.table_move().is_some_and(|m| !scene.position.is_quiet(m)) {
            reduction += params.lmr_tt_capture;
        }
        if here.expects_cut {
            reduction += params.lmr_cut_node;
        }
        if !known.improving {
            reduction += params.lmr_not_improving;
        }
        if picker.checks().gives(scene.position, m) {
            reduction -= params.lmr_check;
        }
        if picker.checks().is_contact_drop(m) {
            reduction -= params.lmr_contact;
        }
        if self.stack.killers(here.ply).contains(&Some(m)) {
            reduction -= params.lmr_killer;
        }
        reduction -= self.history.quiet(scene, m, params) * 1024 / params.lmr_history;
        (reduction / 1024).max(0)
    }
}

/// The natural logarithm in 1/1024, of at most 255.
fn log(number: usize) -> i32 {
    LOGS[number.min(LOGS.len() - 1)]
}

/// Natural logarithms in 1/1024. `ln` is not available in constants: the binary logarithm comes
/// digit by digit, by repeated squaring, and is then multiplied by ln 2.
const LOGS: [i32; 256] = {
    let mut logs = [0; 256];
    let mut number = 1usize;
    while number < 256 {
        let mut rest = (number as u64) << 32;
        let mut whole = 0i64;
        while rest >= 2 << 32 {
            rest >>= 1;
            whole += 1;
        }
        let mut bits = whole << 20;
        let mut digit = 1 << 19;
        while digit > 0 {
            let squared = ((rest as u128 * rest as u128) >> 32) as u64;
            rest = squared;
            if rest >= 2 << 32 {
                rest >>= 1;
                bits += digit;
            }
            digit >>= 1;
        }
        logs[number] = ((((bits * 45_426) >> 16) + (1 << 9)) >> 10) as i32; // ln 2 is 45426/65536
        number += 1;
    }
    logs
};

/// True if a null move makes sense: sitting is always possible where pieces may arrive; in chess
/// there is zugzwang.
fn can_pass(position: &Position) -> bool {
    let us = position.side_to_move();
    let kings_and_pawns =
        position.pieces(us, PieceType::King) | position.pieces(us, PieceType::Pawn);
    position.variant() != Variant::Chess || position.men(us).without(kings_and_pawns).any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_books() {
        for number in 1..256 {
            let exact = (number as f64).ln() * 1024.0;
            assert!((f64::from(log(number)) - exact).abs() <= 1.0, "ln {number}: {exact}");
        }
    }
}
