//! A node of the search tree, and the values that belong to it.

use tandem_rules::{Move, Position};

use super::window::Window;
use crate::Score;
use crate::tt::Entry;

/// A node of the search tree as it is entered: its position, and the search asked for.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_field_names, reason = "a cut node is called so")]
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    /// Open at PV nodes, a zero window at all others.
    pub(super) window: Window,
    /// Remaining depth in plies; in qsearch 0 at the first node and negative below it.
    pub(super) depth: i32,
    /// Distance from the root, in plies.
    pub(super) ply: usize,
    /// True at an expected cut node: some move is expected to score at least beta.
    pub(super) cut_node: bool,
    /// The move left out in a singular search, which asks if another is as good.
    pub(super) excluded: Option<Move>,
}

impl<'p> Node<'p> {
    /// True at a PV node: its window is open.
    pub(super) fn is_pv(&self) -> bool {
        !self.window.is_zero()
    }

    /// The node after a move, with its own window and depth.
    pub(super) fn child<'c>(
        &self,
        position: &'c Position,
        window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Node<'c> {
        Node { position, window, depth, ply: self.ply + 1, cut_node, excluded: None }
    }

    /// This node with alpha raised to the best score so far.
    pub(super) fn with_alpha(&self, alpha: Score) -> Self {
        Node { window: Window { alpha, ..self.window }, ..*self }
    }

    /// This node at another depth.
    pub(super) fn at_depth(&self, depth: i32) -> Node<'p> {
        Node { depth, ..*self }
    }
}

/// The TT entry and the static evaluation of a node, known before its moves are searched. All
/// evaluations are `None` in check.
#[derive(Clone, Copy)]
pub(super) struct NodeFacts {
    pub(super) entry: Option<Entry>,
    /// The raw static evaluation, as the TT stores it.
    pub(super) raw_eval: Option<Score>,
    /// The static evaluation after correction history.
    pub(super) static_eval: Option<Score>,
    /// The static evaluation, refined by the score of the TT entry.
    pub(super) eval: Option<Score>,
    /// Improving: the static evaluation is better than two plies ago.
    pub(super) improving: bool,
}

impl NodeFacts {
    /// The TT move.
    pub(super) fn tt_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.m)
    }
}

/// A move about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) m: Move,
    /// Move count: moves picked at this node before this one.
    pub(super) move_count: usize,
}

impl Candidate {
    /// The first move of a node, searched in full.
    pub(super) const fn first(m: Move) -> Self {
        Self { m, move_count: 0 }
    }
}

/// The best score of a node so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) score: Score,
    /// The move that raised alpha last; `None` if none has.
    pub(super) m: Option<Move>,
}

impl Best {
    /// No move searched yet.
    pub(super) const NONE: Self = Self { score: Score::LOWEST, m: None };
}
