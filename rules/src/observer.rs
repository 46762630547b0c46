//! Rules report, evaluation listens.

use crate::{Color, Piece, PieceType, Square};

/// Hears of every change of a position, holdings and arrivals included.
///
/// The unit type listens to nothing and costs nothing.
pub trait Observer {
    /// A piece now stands on `square`.
    fn placed(&mut self, piece: Piece, square: Square, promoted: bool);
    /// A piece left `square`, which held it.
    fn removed(&mut self, piece: Piece, square: Square, promoted: bool);
    /// `color` now holds `count` of `piece`.
    fn held(&mut self, color: Color, piece: PieceType, count: u8);
}

impl Observer for () {
    fn placed(&mut self, _: Piece, _: Square, _: bool) {}
    fn removed(&mut self, _: Piece, _: Square, _: bool) {}
    fn held(&mut self, _: Color, _: PieceType, _: u8) {}
}
