//! The moves that threads are searching now, shared by all threads of a search.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tandem_rules::{Key, Move};

/// The moves being searched now. Lock-free: of two moves in one slot the later counts, and the one
/// that is lost is searched twice, never left out.
pub(crate) struct CurrentlySearching(Box<[AtomicU64]>);

/// Number of slots: a few for each ply of each thread, sparsely filled. A power of two.
const SLOTS: usize = 1 << 12;

impl CurrentlySearching {
    pub(crate) fn new() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect())
    }

    pub(super) fn contains(&self, branch: Branch) -> bool {
        self.slot(branch).load(Relaxed) == branch.0
    }

    pub(super) fn enter(&self, branch: Branch) {
        self.slot(branch).store(branch.0, Relaxed);
    }

    /// Clears the slot, unless another thread has overwritten it.
    pub(super) fn leave(&self, branch: Branch) {
        if self.contains(branch) {
            self.slot(branch).store(0, Relaxed);
        }
    }

    fn slot(&self, branch: Branch) -> &AtomicU64 {
        &self.0[branch.0 as usize % SLOTS]
    }
}

/// The hash of a position and a move; never 0, which marks an empty slot.
#[derive(Clone, Copy)]
pub(super) struct Branch(u64);

impl Branch {
    pub(super) fn new(position: Key, m: Move) -> Self {
        let mixed = u64::from(m.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self((position.0 ^ mixed.rotate_left(32)) | 1 << 63)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(position: u64, m: u16) -> Branch {
        Branch::new(Key(position), Move::from_bits(m).expect("a move"))
    }

    #[test]
    fn a_move_is_in_the_table_from_the_start_of_its_search_to_the_end() {
        let (moves, this, that) = (CurrentlySearching::new(), branch(5, 0o0102), branch(5, 0o0304));
        assert!(!moves.contains(this));
        moves.enter(this);
        assert!(moves.contains(this) && !moves.contains(that));
        moves.enter(that);
        moves.leave(this);
        assert!(!moves.contains(this) && moves.contains(that));
    }

    #[test]
    fn of_two_moves_in_one_slot_the_later_counts() {
        let (moves, earlier, later) =
            (CurrentlySearching::new(), Branch(1 << 63 | 7), Branch(1 << 62 | 7));
        moves.enter(earlier);
        moves.enter(later);
        assert!(!moves.contains(earlier) && moves.contains(later));
        moves.leave(earlier);
        assert!(moves.contains(later));
    }
}
