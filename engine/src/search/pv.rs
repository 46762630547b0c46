//! Principal variations (PV).

use arrayvec::ArrayVec;
use tandem_rules::{Move, Position};

use super::params::MAX_PLY;

/// The PV from each ply of the line being searched (a triangular PV table).
pub(super) struct PvTable(Box<[Line]>);

type Line = ArrayVec<Move, { MAX_PLY + 2 }>;

impl PvTable {
    pub(super) fn new() -> Self {
        Self(vec![ArrayVec::new(); MAX_PLY + 2].into())
    }

    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the PV from `ply` to `m` and the PV from the next ply.
    pub(super) fn update(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.0.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(m);
        line.extend(tail[0].iter().copied().take(line.remaining_capacity()));
    }

    pub(super) fn set(&mut self, ply: usize, line: Line) {
        self.0[ply] = line;
    }

    /// The PV from a ply.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

/// The part of a line that can be played with the pieces that are there.
pub(super) fn playable(position: &Position, line: Vec<Move>) -> Vec<Move> {
    let mut position = position.clone();
    let is_legal = |m: &Move| {
        let legal = position.is_legal(*m);
        if legal {
            let _partner_elsewhere = position.make(*m, &mut ());
        }
        legal
    };
    line.into_iter().take_while(is_legal).collect()
}
