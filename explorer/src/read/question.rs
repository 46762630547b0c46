//! A question: about the position of a board, or about a pair of positions.

use tandem_rules::{BoardId, Boards, Position};

use crate::edge::{Edge, Flags};
use crate::game::PairKey;
use crate::replay::holdings;
use crate::tally::Key;

/// A position or a pair of positions, with the key by which it is looked up.
pub(super) enum Question {
    Position { placement: u64, holdings: u32, key: Key },
    Pair(PairKey),
}

/// The boards that a filter lets through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// Those that pass.
    Boards,
    /// Those that pass, and their partners.
    Games,
}

impl Question {
    pub(super) fn about(position: &Position, key: Key) -> Self {
        let placement = position.placement_key().0;
        Self::Position { placement, holdings: holdings(position), key }
    }

    pub(super) fn about_both(boards: &Boards) -> Self {
        Self::Pair(PairKey::of(boards))
    }

    /// The key in the index.
    pub(super) const fn key(&self) -> u64 {
        match self {
            Self::Position { placement, .. } => *placement,
            Self::Pair(pair) => pair.key,
        }
    }

    pub(super) const fn scope(&self) -> Scope {
        match self {
            Self::Position { .. } => Scope::Boards,
            Self::Pair(_) => Scope::Games,
        }
    }

    /// The board of the question on which an edge was played.
    pub(super) fn board(&self, edge: Edge) -> BoardId {
        match self {
            Self::Position { .. } => BoardId::A,
            Self::Pair(pair) => pair.board(edge.holdings()),
        }
    }

    /// For an edge that counts for its move, true if it also counts for the position: the games of an
    /// edge counted for another move of the position otherwise.
    pub(super) fn counts(&self, edge: Edge) -> Option<bool> {
        let flags = edge.flags();
        let (is_asked, again) = match self {
            Self::Position { holdings, key: Key::WithHoldings, .. } => (
                !flags.has(Flags::UNKNOWN) && edge.holdings() == *holdings,
                flags.has(Flags::HELD_AGAIN),
            ),
            Self::Position { key: Key::Structure, .. } => {
                (!flags.has(Flags::MOVED_AGAIN), flags.has(Flags::PLACED_AGAIN))
            }
            Self::Pair(_) => (true, flags.has(Flags::PLACED_AGAIN)),
        };
        is_asked.then_some(!again)
    }
}
