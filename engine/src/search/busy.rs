//! Deferred moves: the division of labor between the threads of a search.
//!
//! Two threads do not search the same move of a node side by side: the later one defers it until
//! the others are done, and by then finds it in the TT (ABDADA; Weill, *The ABDADA Distributed
//! Minimax Search Algorithm*, 1996; here with a separate table of the moves being searched, as in
//! Cheng 4). And the exact score of a PV node, once found by one thread, is taken over by the
//! others.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;
use tandem_rules::{Key, Move, Position};

use super::Search;
use super::history::blank;
use super::node::Here;
use super::params::MAX_PLY;
use crate::Score;
use crate::tt::{Bound, Entry};

/// The moves being searched now. Lock-free: of two moves in one slot the later counts, and the one
/// that is lost is searched twice, never left out.
pub(crate) struct Busy(Box<[AtomicU64]>);

/// Number of slots: a few for each ply of each thread, sparsely filled. A power of two.
const PLACES: usize = 1 << 12;
/// Minimum depth to defer a move: a shallower one is done too soon.
const LEAST_DEPTH: i32 = 3;

/// Deferred moves of a node, each with its move count; a move that does not fit is not deferred.
pub(super) type PutOff = ArrayVec<(Move, usize), 32>;

impl Busy {
    pub(crate) fn new() -> Self {
        Self(blank(PLACES))
    }

    fn contains(&self, branch: Branch) -> bool {
        self.place(branch).load(Relaxed) == branch.0
    }

    fn enter(&self, branch: Branch) {
        self.place(branch).store(branch.0, Relaxed);
    }

    /// Clears the slot, unless another thread has overwritten it.
    fn leave(&self, branch: Branch) {
        if self.contains(branch) {
            self.place(branch).store(0, Relaxed);
        }
    }

    fn place(&self, branch: Branch) -> &AtomicU64 {
        &self.0[branch.0 as usize % PLACES]
    }
}

/// The hash of a position and a move; never 0, which marks an empty slot.
#[derive(Clone, Copy)]
struct Branch(u64);

impl Branch {
    fn new(position: Key, m: Move) -> Self {
        let mixed = u64::from(m.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self((position.0 ^ mixed.rotate_left(32)) | 1 << 63)
    }
}

impl Search<'_> {
    /// True while another thread searches this move.
    pub(super) fn is_busy(&self, position: &Position, m: Move, here: Here) -> bool {
        self.others_at(here).is_some_and(|busy| busy.contains(self.branch(position, m, here)))
    }

    /// Runs `search` while the move is marked as being searched.
    pub(super) fn while_busy<T>(
        &mut self,
        (position, m, here): (&Position, Move, Here),
        search: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(busy) = self.others_at(here) else { return search(self) };
        let branch = self.branch(position, m, here);
        busy.enter(branch);
        let found = search(self);
        busy.leave(branch);
        found
    }

    /// The exact score of a node as another thread has found it, with its PV, if it is deep enough.
    /// If each thread searched the node for itself, their scores would differ by a little, and so
    /// would the alpha of everything that follows: the bounds found by one would tell the others
    /// nothing.
    pub(super) fn settled_by_others(
        &mut self,
        position: &Position,
        entry: Option<Entry>,
        Here { depth, ply, .. }: Here,
    ) -> Option<Score> {
        self.others?;
        let is_settled =
            |entry: &Entry| entry.bound == Bound::Exact && i32::from(entry.depth) >= depth;
        let entry = entry.filter(is_settled)?;
        self.recall(position, ply, depth as usize);
        Some(entry.score)
    }

    /// Restores the PV of a position from the TT, as far as it is there.
    fn recall(&mut self, position: &Position, ply: usize, depth: usize) {
        let mut position = position.clone();
        let mut line = ArrayVec::new();
        for ply in (ply..MAX_PLY).take(depth) {
            let entry = self.table.probe(self.key(&position, ply), ply);
            let is_exact = |entry: &Entry| entry.bound == Bound::Exact;
            let Some(m) = entry.filter(is_exact).and_then(|entry| entry.m) else { break };
            if !position.is_legal(m) {
                break;
            }
            line.push(m);
            let _to_partner = position.make(m, &mut ());
            if let Some(arrival) = self.forecast.after(ply) {
                position.receive(arrival, &mut ());
            }
        }
        self.lines.set(ply, line);
    }
}

impl<'a> Search<'a> {
    /// The moves being searched by all threads, if there are several and the depth suffices.
    fn others_at(&self, here: Here) -> Option<&'a Busy> {
        self.others.filter(|_| here.depth >= LEAST_DEPTH)
    }

    fn branch(&self, position: &Position, m: Move, here: Here) -> Branch {
        Branch::new(self.key(position, here.ply), m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(position: u64, m: u16) -> Branch {
        Branch::new(Key(position), Move::from_bits(m).expect("a move"))
    }

    #[test]
    fn a_move_is_busy_from_when_somebody_begins_with_it_until_he_ends() {
        let (busy, this, that) = (Busy::new(), branch(5, 0o0102), branch(5, 0o0304));
        assert!(!busy.contains(this));
        busy.enter(this);
        assert!(busy.contains(this) && !busy.contains(that));
        busy.enter(that);
        busy.leave(this);
        assert!(!busy.contains(this) && busy.contains(that));
    }

    #[test]
    fn of_two_moves_that_fall_on_one_place_the_later_counts() {
        let (busy, earlier, later) = (Busy::new(), Branch(1 << 63 | 7), Branch(1 << 62 | 7));
        busy.enter(earlier);
        busy.enter(later);
        assert!(!busy.contains(earlier) && busy.contains(later));
        busy.leave(earlier);
        assert!(busy.contains(later));
    }
}
