//! ABDADA: the division of labor between the threads of a search.
//!
//! Two threads do not search the same move of a node side by side: the later one defers it until
//! the others are done, and by then finds it in the TT (Weill, *The ABDADA Distributed Minimax
//! Search Algorithm*, 1996; here with a separate table of the moves being searched, as in Cheng 4).
//! And the exact score of a PV node, once found by one thread, is taken over by the others.

use arrayvec::ArrayVec;
use tandem_rules::{Move, Position};

use super::currently_searching::{Branch, CurrentlySearching};
use super::node::{Candidate, Node};
use super::params::MAX_PLY;
use super::state::Search;
use crate::Score;
use crate::tt::{Bound, Entry};

/// Minimum depth to defer a move: a shallower one is done too soon.
const DEFER_DEPTH: i32 = 3;

/// Deferred moves of a node; a move that does not fit is not deferred.
pub(super) type Deferred = ArrayVec<Candidate, 32>;

impl Search<'_> {
    /// True while another thread searches this move.
    pub(super) fn is_currently_searched(&self, node: &Node, m: Move) -> bool {
        self.shared_at(node).is_some_and(|moves| moves.contains(self.branch(node, m)))
    }

    /// Runs `search` while the move is marked as being searched.
    pub(super) fn while_searching<T>(
        &mut self,
        node: &Node,
        m: Move,
        search: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(moves) = self.shared_at(node) else { return search(self) };
        let branch = self.branch(node, m);
        moves.enter(branch);
        let found = search(self);
        moves.leave(branch);
        found
    }

    /// The exact score of a node as another thread has found it, with its PV, if it is deep enough.
    /// If each thread searched the node for itself, their scores would differ by a little, and so
    /// would the alpha of everything that follows: the bounds found by one would tell the others
    /// nothing.
    pub(super) fn exact_from_others(&mut self, node: &Node, entry: Option<Entry>) -> Option<Score> {
        self.currently_searching?;
        let is_exact =
            |entry: &Entry| entry.bound == Bound::Exact && i32::from(entry.depth) >= node.depth;
        let entry = entry.filter(is_exact)?;
        self.restore_pv(node.position, node.ply, node.depth as usize);
        Some(entry.score)
    }

    /// Restores the PV of a position from the TT, as far as it is there.
    fn restore_pv(&mut self, position: &Position, ply: usize, depth: usize) {
        let mut position = position.clone();
        let mut line = ArrayVec::new();
        for ply in (ply..MAX_PLY).take(depth) {
            let entry = self.tt.probe(self.key(&position, ply), ply);
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
        self.pv.set(ply, line);
    }
}

impl<'a> Search<'a> {
    /// The moves being searched by all threads, if there are several and the depth suffices.
    fn shared_at(&self, node: &Node) -> Option<&'a CurrentlySearching> {
        self.currently_searching.filter(|_| node.depth >= DEFER_DEPTH)
    }

    fn branch(&self, node: &Node, m: Move) -> Branch {
        Branch::new(self.key(node.position, node.ply), m)
    }
}
