//! The search's access to the transposition table: keys, probe, store, cutoffs.

use tandem_rules::{Key, Move, Position};

use super::node::{Best, Node};
use super::state::Search;
use super::window::Window;
use crate::Score;
use crate::tt::{Bound, Entry};

impl Search<'_> {
    /// The TT key of a position at `ply`.
    pub(super) fn key(&self, position: &Position, ply: usize) -> Key {
        position.key() ^ self.salts(ply)
    }

    /// Hash that separates TT entries at `ply` that hold only under the present prices, forecast or
    /// state of the other board.
    fn salts(&self, ply: usize) -> Key {
        self.salt ^ self.forecast.salt(ply) ^ self.elsewhere.salt(ply)
    }

    /// Prefetches the TT entry of the position after a move at `ply`, before the move is made, so that
    /// the memory is loaded meanwhile. If a piece arrives first, the key is another one, and no harm is
    /// done.
    pub(super) fn prefetch(&self, position: &Position, m: Move, ply: usize) {
        self.tt.prefetch(position.key_after(m) ^ self.salts(ply + 1));
    }

    /// The TT entry of a node.
    pub(super) fn probe(&self, node: &Node) -> Option<Entry> {
        self.tt.probe(self.key(node.position, node.ply), node.ply)
    }

    /// Stores in the TT that a node is worth its static evaluation, as in qsearch by standing pat,
    /// unless it has an entry: so the position need not be evaluated again.
    pub(super) fn store_stand_pat(
        &self,
        node: &Node,
        entry: Option<Entry>,
        eval: Score,
        raw_eval: Option<Score>,
    ) {
        if entry.is_none() {
            let best = Best { score: eval, m: None };
            self.store(&node.at_depth(0), best, Bound::Lower, raw_eval);
        }
    }

    /// Stores the result of a node in the TT.
    pub(super) fn store(&self, node: &Node, best: Best, bound: Bound, raw_eval: Option<Score>) {
        let entry = Entry {
            m: best.m,
            score: best.score,
            eval: raw_eval,
            depth: node.depth.clamp(0, i32::from(u8::MAX)) as u8,
            bound,
            was_pv: node.is_pv() && node.depth > 0, // qsearch tells nothing of the PV
        };
        self.tt.store(self.key(node.position, node.ply), node.ply, entry);
    }
}

/// TT cutoff: the stored score, if it is deep enough and decides against the window. A PV node is
/// not cut short, unless by a decided score: that is final.
pub(super) fn cutoff(entry: Entry, node: &Node) -> Option<Score> {
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= node.window.beta,
        Bound::Upper => entry.score <= node.window.alpha,
    };
    let may_cut = !node.is_pv() || entry.score.is_decided();
    (may_cut && decides && i32::from(entry.depth) >= node.depth).then_some(entry.score)
}

/// The bound that a search in this window has found.
pub(super) fn bound_of(best: Best, window: Window) -> Bound {
    if best.score >= window.beta {
        Bound::Lower
    } else if best.m.is_some() {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
