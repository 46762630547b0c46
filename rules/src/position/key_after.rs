//! The key of the position after a move, before the move is made.

use crate::{Color, Key, Move, MoveKind, Piece, PieceType, Square, Variant, keys};

use super::Position;

impl Position {
    /// A fast estimate of the key after a move: changes of castling rights, new en passant rights
    /// and castling itself are ignored. Good enough to prefetch memory before the move is made.
    ///
    /// ```
    /// use tandem_rules::{MoveRules, Position, Variant};
    ///
    /// let mut position = Position::start(Variant::Bughouse, MoveRules::default());
    /// let m = position.parse_san("Nf3").unwrap();
    /// let expected = position.key_after(m);
    /// position.make(m, &mut ());
    /// assert_eq!(position.key(), expected);
    /// ```
    pub fn key_after(&self, m: Move) -> Key {
        let us = self.side_to_move;
        let key = self.key() ^ self.en_passant_key() ^ keys::side_to_move(Color::Black);
        match m.kind() {
            MoveKind::Drop { piece, to } => {
                key ^ self.held_change(piece, -1) ^ keys::man(Piece::new(us, piece), to)
            }
            MoveKind::Promotion { from, to, piece } => {
                let queen = keys::man(Piece::new(us, piece), to) ^ keys::promoted(to);
                key ^ self.man_key(from) ^ queen ^ self.captured_key(to)
            }
            MoveKind::Normal { from, to } | MoveKind::EnPassant { from, to } => {
                let Some(piece) = self.piece_at(from) else { return key };
                let mark = match self.promoted.contains(from) {
                    true => keys::promoted(to),
                    false => Key(0),
                };
                let victim = match m.kind() {
                    MoveKind::EnPassant { .. } => Square::new(to.file(), from.rank()),
                    _ => to,
                };
                key ^ self.man_key(from) ^ keys::man(piece, to) ^ mark ^ self.captured_key(victim)
            }
            MoveKind::Castle { .. } => key,
        }
    }

    /// The part of the key that comes from the piece on a square, its marks included.
    fn man_key(&self, square: Square) -> Key {
        let mut key = self.piece_at(square).map_or(Key(0), |piece| keys::man(piece, square));
        if self.promoted.contains(square) {
            key ^= keys::promoted(square);
        }
        if self.dropped_pawns.contains(square) {
            key ^= keys::dropped_pawn(square);
        }
        key
    }

    /// The change of the key by a capture: a piece leaves the board, and in crazyhouse it is held.
    fn captured_key(&self, square: Square) -> Key {
        let Some(piece) = self.piece_at(square) else { return Key(0) };
        let held = match self.variant {
            Variant::Crazyhouse if self.promoted.contains(square) => {
                self.held_change(PieceType::Pawn, 1)
            }
            Variant::Crazyhouse => self.held_change(piece.piece_type, 1),
            Variant::Bughouse | Variant::Chess => Key(0),
        };
        self.man_key(square) ^ held
    }

    /// The change of the key if the side to move holds `by` more pieces of a type.
    fn held_change(&self, piece: PieceType, by: i8) -> Key {
        let us = self.side_to_move;
        let held = self.holdings(us).count(piece);
        keys::held(us, piece, held) ^ keys::held(us, piece, held.saturating_add_signed(by))
    }
}
