//! The key of the position after a move, before the move is made.

use crate::{Castling, Color, Key, Move, MoveKind, Piece, PieceType, Square, Variant, keys};

use super::make::passed_by_double_step;
use super::{EnPassant, Position};

impl Position {
    /// The key after a move that is accepted here, so that memory can be prefetched before the move is
    /// made.
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
        let key = self.key() ^ self.en_passant_key() ^ keys::side_to_move(Color::Black);
        match m.kind() {
            MoveKind::Drop { piece, to } => key ^ self.drop_key(piece, to),
            MoveKind::Normal { from, to } => key ^ self.step_key(from, to),
            MoveKind::EnPassant { from, to } => {
                let victim = Square::new(to.file(), from.rank());
                key ^ self.step_key(from, to) ^ self.captured_key(victim)
            }
            MoveKind::Promotion { from, to, piece } => {
                let promoted = keys::man(Piece::new(self.side_to_move, piece), to);
                let castling = self.castling_after_capture(to);
                key ^ self.man_key(from)
                    ^ (promoted ^ keys::promoted(to))
                    ^ self.captured_key(to)
                    ^ self.castling_key(castling)
            }
            MoveKind::Castle { king, rook } => key ^ self.castle_key(king, rook),
        }
    }

    /// The change of the key by a drop.
    fn drop_key(&self, piece: PieceType, to: Square) -> Key {
        let us = self.side_to_move;
        let man = Piece::new(us, piece);
        let mut key = self.held_change(piece, -1) ^ keys::man(man, to);
        if piece == PieceType::Pawn && self.is_noted(us, to) {
            key ^= keys::dropped_pawn(to);
        }
        if let Some(right) = self.en_passant.filter(|right| right.target != to) {
            key ^= self.key_of_right(EnPassant { fresh: false, ..right }, !us);
        }
        let dropped = self.rules.castling_with_dropped_rook;
        key ^ self.castling_key(self.castling.after_drop(man, to, dropped))
    }

    /// The change of the key by a man that goes from square to square, and captures what is there.
    fn step_key(&self, from: Square, to: Square) -> Key {
        let Some(piece) = self.piece_at(from) else { return Key(0) };
        let mut key = self.man_key(from) ^ keys::man(piece, to) ^ self.captured_key(to);
        if self.promoted.contains(from) {
            key ^= keys::promoted(to);
        }
        if piece.piece_type == PieceType::Pawn
            && let Some(target) = passed_by_double_step(from, to)
        {
            key ^= self.key_of_right(EnPassant { target, fresh: true }, !piece.color);
        }
        let dropped = self.rules.castling_with_dropped_rook;
        let castling = self.castling_after_capture(to).after_leaving(piece, from, dropped);
        key ^ self.castling_key(castling)
    }

    /// The change of the key by castling.
    fn castle_key(&self, king: Square, rook: Square) -> Key {
        let us = self.side_to_move;
        let side = self.castling.side_of(us, rook);
        let path = side.and_then(|side| self.castling.path(us, side, king));
        let (Some(path), Some(man)) = (path, self.piece_at(rook)) else { return Key(0) };
        let piece = Piece::new(us, PieceType::King);
        let mut key = self.man_key(king) ^ keys::man(piece, path.king_to);
        key ^= self.man_key(rook) ^ keys::man(man, path.rook_to);
        if self.promoted.contains(rook) {
            key ^= keys::promoted(path.rook_to);
        }
        let dropped = self.rules.castling_with_dropped_rook;
        key ^ self.castling_key(self.castling.after_leaving(piece, king, dropped))
    }

    /// The castling state after a capture on this square; the present one if it is empty.
    fn castling_after_capture(&self, square: Square) -> Castling {
        self.piece_at(square)
            .map_or(self.castling, |piece| self.castling.after_capture(piece, square))
    }

    /// The change of the key from the present castling state to another one.
    fn castling_key(&self, after: Castling) -> Key {
        let [seen, remembered] = self.castling.key_change(after);
        seen ^ remembered
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

    /// The change of the key by a capture, castling aside: a piece leaves the board, and in crazyhouse it
    /// is held.
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
