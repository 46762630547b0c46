//! Singular extension: the TT move is searched a ply deeper if no other move comes near it.

use tandem_rules::Move;

use super::node::{Node, NodeFacts};
use super::state::Search;
use super::window::Window;
use crate::tt::Bound;

impl Search<'_> {
    /// The extension of a move in plies: 1 if it is the TT move and singular, 0 otherwise.
    ///
    /// A shallower search without the TT move (it is [`Node::excluded`]) asks if any other move
    /// reaches the TT score less a margin.
    pub(super) fn singular(&mut self, node: &Node, facts: &NodeFacts, m: Move) -> i32 {
        let Some(entry) = facts.entry else { return 0 };
        let Node { depth, ply, .. } = *node;
        let may_be_singular = depth >= self.params.singular_depth
            && entry.m == Some(m)
            && node.excluded.is_none()
            && i32::from(entry.depth) >= depth - 3
            && entry.bound != Bound::Upper
            && !entry.score.is_decided()
            && ply < 2 * self.iteration as usize;
        if !may_be_singular {
            return 0;
        }
        let beta = entry.score.plus(-self.params.singular_margin * depth);
        let score = self.search_node(&Node {
            window: Window::below(beta),
            depth: (depth - 1) / 2,
            excluded: Some(m),
            ..*node
        });
        self.pv.clear(ply); // that was a line without the TT move
        if self.stopped {
            return 0;
        }
        i32::from(score < beta)
    }
}
