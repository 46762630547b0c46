//! Singular extension: the TT move is searched a ply deeper if no other move comes near it.

use tandem_rules::Move;

use super::node::{Node, NodeFacts};
use super::state::Search;
use super::window::Window;
use crate::Score;
use crate::tt::Bound;

/// The consequence of a search without the TT move.
pub(super) enum Singularity {
    /// The TT move is searched by so many plies deeper; shallower if it is negative.
    Extension(i32),
    /// Multi-cut: another move reaches beta too, so the node is cut with this score.
    MultiCut(Score),
}

impl Search<'_> {
    /// Decides whether a move is extended: by one ply if it is the TT move and singular, never if it is
    /// another one.
    ///
    /// A shallower search without the TT move (it is [`Node::excluded`]) asks if any other move
    /// reaches the TT score less a margin. If one does, and that is beta or more, some move will reach
    /// beta in the full search as well (multi-cut, Björnsson and Marsland 1999); if a cutoff is expected
    /// at least, the TT move needs less depth.
    pub(super) fn singular(&mut self, node: &Node, facts: &NodeFacts, m: Move) -> Singularity {
        const NO_EXTENSION: Singularity = Singularity::Extension(0);
        let Some(entry) = facts.entry else { return NO_EXTENSION };
        let Node { depth, ply, .. } = *node;
        let params = self.params;
        let may_be_singular = depth >= params.singular_depth
            && entry.m == Some(m)
            && node.excluded.is_none()
            && i32::from(entry.depth) >= depth - 3
            && entry.bound != Bound::Upper
            && !entry.score.is_decided()
            && ply < 2 * self.iteration as usize;
        if !may_be_singular {
            return NO_EXTENSION;
        }
        let beta = entry.score.plus(-params.singular_margin * depth);
        let score = self.search_node(&Node {
            window: Window::below(beta),
            depth: (depth - 1) / 2,
            excluded: Some(m),
            ..*node
        });
        self.pv.clear(ply); // that was a line without the TT move
        if self.stopped {
            return NO_EXTENSION;
        }
        if score < beta {
            return Singularity::Extension(1);
        }
        if params.multi_cut > 0 && !node.is_pv() && beta >= node.window.beta {
            return Singularity::MultiCut(beta);
        }
        match entry.score >= node.window.beta || node.cut_node {
            true => Singularity::Extension(-params.negative_extension),
            false => NO_EXTENSION,
        }
    }
}
