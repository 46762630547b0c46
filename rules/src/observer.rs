//! Observer of a position's changes, for an evaluation that is updated incrementally.

use crate::{Color, Piece, PieceType, Square};

/// Receives every change of the pieces and the holdings of a position, arrivals included.
///
/// The unit type `()` ignores all changes and costs nothing.
pub trait Observer {
    /// `piece` was placed on `square`; `promoted` is true for a promoted pawn.
    fn placed(&mut self, piece: Piece, square: Square, promoted: bool);
    /// `piece` was removed from `square`; `promoted` is true for a promoted pawn.
    fn removed(&mut self, piece: Piece, square: Square, promoted: bool);
    /// `color` now holds `count` pieces of type `piece`.
    fn held(&mut self, color: Color, piece: PieceType, count: u8);
}

impl Observer for () {
    fn placed(&mut self, _: Piece, _: Square, _: bool) {}
    fn removed(&mut self, _: Piece, _: Square, _: bool) {}
    fn held(&mut self, _: Color, _: PieceType, _: u8) {}
}
