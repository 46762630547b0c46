//! The search stack: data of the nodes from the root to the current one.

use tandem_rules::Move;

use super::history::{Act, Before};
use super::params::MAX_PLY;
use crate::Score;

#[derive(Clone, Copy, Default)]
struct Frame {
    /// The corrected static evaluation; `None` in check.
    eval: Option<Score>,
    /// The move made here; `None` for a null move.
    act: Option<Act>,
    killers: [Option<Move>; 2],
    /// The move left out in a singular search: is there another as good?
    excluded: Option<Move>,
}

pub(super) struct Stack(Box<[Frame]>);

impl Stack {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default(); MAX_PLY + 2].into())
    }

    pub(super) fn set_eval(&mut self, ply: usize, eval: Option<Score>) {
        self.0[ply].eval = eval;
    }

    /// Improving: true if the static evaluation is better than two plies ago.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let earlier = ply.checked_sub(2).and_then(|ply| self.0[ply].eval);
        match (self.0[ply].eval, earlier) {
            (Some(now), Some(earlier)) => now > earlier,
            _ => false,
        }
    }

    pub(super) fn set_played(&mut self, ply: usize, act: Option<Act>) {
        self.0[ply].act = act;
    }

    /// The moves made one and two plies before a node.
    pub(super) fn before(&self, ply: usize) -> Before {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.0[ply].act))
    }

    /// True if the node was reached by a null move.
    pub(super) fn after_null(&self, ply: usize) -> bool {
        ply > 0 && self.before(ply)[0].is_none()
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.0[ply].killers
    }

    pub(super) fn set_killer(&mut self, ply: usize, m: Move) {
        let killers = &mut self.0[ply].killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }

    pub(super) fn excluded(&self, ply: usize) -> Option<Move> {
        self.0[ply].excluded
    }

    pub(super) fn set_excluded(&mut self, ply: usize, m: Option<Move>) {
        self.0[ply].excluded = m;
    }
}
