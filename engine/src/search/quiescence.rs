//! The leaves: captures, promotions and evasions until it is quiet.

use tandem_rules::{MoveList, Position, Stage};

use super::Search;
use super::node::Window;
use super::order::{Picker, captured};
use super::params::{DELTA, EVASION_PLIES, MAX_PLY};
use crate::{Score, eval};

impl Search<'_> {
    /// The value of a position once what hangs has been taken. `depth` counts its plies.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        depth: usize,
    ) -> Score {
        self.lines.clear(ply);
        self.watch.nodes += 1;
        if self.watch.must_stop(self.id, self.control) {
            self.stopped = true;
            return Score::DRAW;
        }
        let calm = self.evaluate(position);
        if ply >= MAX_PLY {
            return calm;
        }
        let all_evasions = position.in_check() && depth < EVASION_PLIES;
        let mut best = Score::LOWEST;
        if !all_evasions {
            best = calm;
            if best >= window.beta {
                return best;
            }
        }
        let mut moves = MoveList::new();
        position.generate(if all_evasions { Stage::All } else { Stage::Captures }, &mut moves);
        if moves.is_empty() && all_evasions {
            return self.no_moves(position, ply);
        }
        let mut alpha = window.alpha.max(best);
        let mut picker = Picker::new(position, moves, self.memory, ply, None);
        while let Some(m) = picker.next() {
            if !all_evasions && picker.is_down_to_losing_captures() {
                break;
            }
            let victim = captured(position, m);
            let hope = victim.map_or(0, |piece| eval::value(position.variant(), piece));
            if !all_evasions && !m.is_promotion() && calm.plus(hope + DELTA) <= alpha {
                continue;
            }
            let mut next = position.clone();
            let _partner_elsewhere = next.make(m, &mut ());
            let window = Window { alpha, beta: window.beta };
            let score = -self.quiescence(&next, window.turned(), ply + 1, depth + 1);
            if self.stopped {
                return Score::DRAW;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.lines.extend(ply, m);
            }
            if score >= window.beta {
                break;
            }
        }
        best
    }
}
