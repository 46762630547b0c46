//! The search stack: data of the nodes from the root to the current one.

use tandem_rules::Move;

use super::params::MAX_PLY;
use super::piece_to::{PieceTo, PreviousMoves};
use crate::Score;

/// The data of one ply.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// The corrected static evaluation; `None` in check.
    static_eval: Option<Score>,
    /// The move made here; `None` for a null move.
    played: Option<PieceTo>,
    /// Killers: the two quiet moves that last caused a beta cutoff at this ply.
    killers: [Option<Move>; 2],
}

/// The search stack: one frame for each ply.
pub(super) struct Stack {
    frames: Box<[Frame]>,
    /// Seldepth: the greatest ply entered in the current iteration.
    deepest: usize,
}

impl Stack {
    pub(super) fn new() -> Self {
        Self { frames: vec![Frame::default(); MAX_PLY + 2].into(), deepest: 0 }
    }

    /// Begins an iteration, which counts its own seldepth.
    pub(super) fn begin_iteration(&mut self) {
        self.deepest = 0;
    }

    /// Takes note of a node at this ply.
    pub(super) fn enter(&mut self, ply: usize) {
        self.deepest = self.deepest.max(ply);
    }

    /// Seldepth: the greatest ply entered in the current iteration, qsearch included.
    pub(super) fn deepest(&self) -> usize {
        self.deepest
    }

    pub(super) fn set_static_eval(&mut self, ply: usize, eval: Option<Score>) {
        self.frames[ply].static_eval = eval;
    }

    /// Improving: true if the static evaluation is better than two plies ago.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let earlier = ply.checked_sub(2).and_then(|ply| self.frames[ply].static_eval);
        match (self.frames[ply].static_eval, earlier) {
            (Some(now), Some(earlier)) => now > earlier,
            _ => false,
        }
    }

    pub(super) fn set_played(&mut self, ply: usize, played: Option<PieceTo>) {
        self.frames[ply].played = played;
    }

    /// The moves made one and two plies before a node.
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.frames[ply].played))
    }

    /// True if the node was reached by a null move.
    pub(super) fn is_after_null_move(&self, ply: usize) -> bool {
        ply > 0 && self.previous_moves(ply)[0].is_none()
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.frames[ply].killers
    }

    pub(super) fn set_killer(&mut self, ply: usize, m: Move) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }
}
