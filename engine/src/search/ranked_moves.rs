//! Moves with their ranks, from which the best is taken one after the other.

use arrayvec::ArrayVec;
use tandem_rules::{Move, MoveList, Position, Stage};

/// A list of moves with their ranks.
///
/// A rank is the worth and, in its lowest bits, the index in the list, so that the best is a plain
/// maximum, and the earlier one among equals. A move that was taken out has the lowest rank.
pub(super) struct RankedMoves {
    moves: MoveList,
    ranks: ArrayVec<i32, { RankedMoves::MOST }>,
}

impl RankedMoves {
    const MOST: usize = 512;
    const TAKEN: i32 = i32::MIN;

    pub(super) fn new() -> Self {
        Self { moves: MoveList::new(), ranks: ArrayVec::new() }
    }

    /// Generates the moves of a stage; those without a worth are skipped.
    pub(super) fn add(
        &mut self,
        position: &Position,
        stage: Stage,
        mut worth: impl FnMut(Move) -> Option<i32>,
    ) {
        position.generate(stage, &mut self.moves);
        for at in self.ranks.len()..self.moves.len() {
            let rank = worth(self.moves[at]).map_or(Self::TAKEN, |worth| Self::ranked(worth, at));
            self.ranks.push(rank);
        }
    }

    const fn ranked(worth: i32, at: usize) -> i32 {
        worth * Self::MOST as i32 + (Self::MOST - 1 - at) as i32
    }

    /// The best move, its index and its worth.
    pub(super) fn best(&self) -> Option<(usize, Move, i32)> {
        let best = self.ranks.iter().copied().max().filter(|&rank| rank != Self::TAKEN)?;
        let at = Self::MOST - 1 - best.rem_euclid(Self::MOST as i32) as usize;
        Some((at, self.moves[at], best.div_euclid(Self::MOST as i32)))
    }

    /// Takes out the move at an index.
    pub(super) fn remove(&mut self, at: usize) {
        self.ranks[at] = Self::TAKEN;
    }

    /// Changes the worth of the move at an index.
    pub(super) fn rank(&mut self, at: usize, worth: i32) {
        self.ranks[at] = Self::ranked(worth, at);
    }

    /// Takes out the best move.
    pub(super) fn take_best(&mut self) -> Option<Move> {
        let (at, m, _) = self.best()?;
        self.remove(at);
        Some(m)
    }

    /// Takes out all moves of greater worth.
    pub(super) fn drop_above(&mut self, worth: i32) {
        let most = Self::ranked(worth, 0);
        for rank in &mut self.ranks {
            if *rank > most {
                *rank = Self::TAKEN;
            }
        }
    }
}
