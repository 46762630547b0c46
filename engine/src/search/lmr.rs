//! Late move reductions (LMR), in 1/1024 ply until they are rounded.

use tandem_rules::Move;

use super::move_picker::MovePicker;
use super::node::{Candidate, Node, NodeFacts};
use super::params::Params;
use super::state::Search;

impl Search<'_> {
    /// The late move reduction of a quiet move, in plies.
    pub(super) fn lmr(
        &self,
        node: &Node,
        facts: &NodeFacts,
        candidate: Candidate,
        picker: &MovePicker,
    ) -> i32 {
        let (position, m, params) = (node.position, candidate.m, self.params);
        if !is_late(params, node.depth, candidate.move_count)
            || !position.is_quiet(m)
            || position.in_check()
        {
            return 0;
        }
        let mut reduction = base(params, node.depth, candidate.move_count);
        if node.is_pv() {
            reduction -= params.lmr_pv;
        }
        if facts.entry.is_some_and(|entry| entry.was_pv) {
            reduction -= params.lmr_was_pv;
        }
        if facts.tt_move().is_some_and(|m| !position.is_quiet(m)) {
            reduction += params.lmr_tt_capture;
        }
        if node.cut_node {
            reduction += params.lmr_cut_node;
        }
        if !facts.improving {
            reduction += params.lmr_not_improving;
        }
        if picker.checks().gives_check(position, m) {
            reduction -= params.lmr_check;
        }
        if picker.checks().is_contact_drop(m) {
            reduction -= params.lmr_contact;
        }
        if self.stack.killers(node.ply).contains(&Some(m)) {
            reduction -= params.lmr_killer;
        }
        let previous = self.stack.previous_moves(node.ply);
        let history = self.history.quiet_score(position, previous, m, params);
        reduction -= history * 1024 / params.lmr_history;
        (reduction / 1024).max(0)
    }

    /// The late move reduction at the root, in plies: nothing is known of the move but that others
    /// looked better.
    pub(super) fn root_lmr(&self, m: Move, move_count: usize, depth: i32) -> i32 {
        let params = self.params;
        if !is_late(params, depth, move_count) || !self.view.own.is_quiet(m) {
            return 0;
        }
        ((base(params, depth, move_count) - params.lmr_pv) / 1024).max(0)
    }
}

/// True for a move that comes late enough to be reduced.
fn is_late(params: &Params, depth: i32, move_count: usize) -> bool {
    depth > params.lmr_depth && move_count as i32 >= params.lmr_move_count
}

/// The reduction by depth and move count alone.
pub(super) fn base(params: &Params, depth: i32, move_count: usize) -> i32 {
    let logs = log(depth as usize) * log(move_count) / 1024;
    params.lmr_base + logs * params.lmr_slope / 1024
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
