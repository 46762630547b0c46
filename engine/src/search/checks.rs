//! Moves at the enemy king: checks and contact drops, which are ordered earlier and reduced less.

use tandem_rules::{Bitboard, CheckSquares, Move, Position, attacks};

use super::params::Params;

/// The squares from which the side to move gives check, and those beside the enemy king.
pub(super) struct Checks {
    check_squares: CheckSquares,
    /// Squares beside the enemy king.
    ring: Bitboard,
}

impl Checks {
    pub(super) fn new(position: &Position) -> Self {
        let king = position.king(!position.side_to_move());
        Self { check_squares: position.check_squares(), ring: attacks::king(king) }
    }

    /// True for a move that gives check with the piece that arrives; discovered checks are not
    /// seen.
    pub(super) fn gives_check(&self, position: &Position, m: Move) -> bool {
        self.check_squares.is_check(position, m)
    }

    /// True for a contact drop: one beside the enemy king, where nothing can be dropped in between.
    pub(super) fn is_contact_drop(&self, m: Move) -> bool {
        m.is_drop() && self.ring.contains(m.to())
    }

    /// The bonus of a drop in move ordering.
    pub(super) fn bonus(&self, position: &Position, drop: Move, params: &Params) -> i32 {
        let check = if self.gives_check(position, drop) { params.order_check_drop } else { 0 };
        let contact = if self.is_contact_drop(drop) { params.order_contact_drop } else { 0 };
        check + contact
    }
}
