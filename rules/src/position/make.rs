//! Making a move on one board.

use crate::{
    Bitboard, Castling, Color, Move, MoveKind, Observer, Permission, Piece, PieceType, Rank,
    Square, Variant, keys,
};

use super::{EnPassant, Handoff, Position};

impl Position {
    /// Makes a move that is accepted here (see [`Position::is_accepted`]) and returns the captured
    /// piece if it goes to the partner.
    ///
    /// In bughouse a captured piece leaves this board for good and is returned; in crazyhouse it
    /// goes to the capturer's own holdings, and in chess out of the game: then the result is
    /// `None`.
    ///
    /// A move that only leaves its own king in check is made too, for rule sets in which the king
    /// is then captured. Any other move is a mistake of the caller, on which debug builds panic.
    pub fn make(&mut self, m: Move, observer: &mut impl Observer) -> Option<Handoff> {
        debug_assert!(self.is_pseudo_legal(m), "{m:?} cannot be played");
        let us = self.side_to_move;
        self.extra_key ^= self.en_passant_key();
        let remembered = self.en_passant.take();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        let captured = match m.kind() {
            MoveKind::Drop { piece, to } => {
                self.make_drop(piece, to, remembered, observer);
                None
            }
            MoveKind::Normal { from, to } => self.make_normal(from, to, observer),
            MoveKind::Promotion { from, to, piece } => {
                self.make_promotion(from, to, piece, observer)
            }
            MoveKind::EnPassant { from, to } => self.make_en_passant(from, to, observer),
            MoveKind::Castle { king, rook } => {
                self.make_castle(king, rook, observer);
                None
            }
        };
        self.pass_turn();
        if let MoveKind::Normal { from, to } = m.kind() {
            self.en_passant = self.passed_square(from, to);
        }
        self.extra_key ^= self.en_passant_key();
        self.fullmove_number = self.fullmove_number.saturating_add(us.index() as u16);
        self.checkers = self.compute_checkers();
        captured.and_then(|piece| self.route(us, piece, observer))
    }

    /// Makes a null move: gives the turn to the opponent, for a search that looks for threats. The
    /// side to move must not be in check; debug builds panic if it is.
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check(), "a null move out of check");
        self.extra_key ^= self.en_passant_key();
        self.en_passant = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number =
            self.fullmove_number.saturating_add(self.side_to_move.index() as u16);
        self.pass_turn();
        self.checkers = Bitboard::EMPTY;
    }

    /// Adds a piece that the partner has captured to the holdings.
    pub fn receive(&mut self, Handoff { color, piece }: Handoff, observer: &mut impl Observer) {
        self.hold(color, piece, self.holdings(color).count(piece) + 1, observer);
    }

    /// Gives the side to move a piece that it is about to drop, unless it holds one: on a board without
    /// its partner nobody knows when it came.
    pub fn supply(&mut self, piece: PieceType, observer: &mut impl Observer) {
        let color = self.side_to_move();
        if !self.holdings(color).has(piece) {
            self.receive(Handoff { color, piece }, observer);
        }
    }

    /// Sets the holdings of a player, for example to those that a server states.
    pub fn set_holdings(
        &mut self,
        color: Color,
        holdings: crate::Holdings,
        observer: &mut impl Observer,
    ) {
        for piece in PieceType::DROPPABLE {
            if self.holdings(color).count(piece) != holdings.count(piece) {
                self.hold(color, piece, holdings.count(piece), observer);
            }
        }
    }

    fn make_drop(
        &mut self,
        piece: PieceType,
        to: Square,
        remembered: Option<EnPassant>,
        observer: &mut impl Observer,
    ) {
        let us = self.side_to_move;
        self.hold(us, piece, self.holdings(us).count(piece).saturating_sub(1), observer);
        self.put(Piece::new(us, piece), to, false, observer);
        self.halfmove_clock = 0;
        if self.rules.en_passant_after_drops != Permission::No {
            self.en_passant = remembered
                .filter(|right| right.target != to)
                .map(|right| EnPassant { fresh: false, ..right });
        }
        if piece == PieceType::Pawn && self.is_noted(us, to) {
            self.dropped_pawns |= Bitboard::of(to);
            self.extra_key ^= keys::dropped_pawn(to);
        }
        let dropped = self.rules.castling_with_dropped_rook;
        self.set_castling(self.castling.after_drop(Piece::new(us, piece), to, dropped));
    }

    fn make_normal(
        &mut self,
        from: Square,
        to: Square,
        observer: &mut impl Observer,
    ) -> Option<PieceType> {
        let captured = self.capture(to, observer);
        let (piece, promoted) = self.take(from, observer)?;
        self.put(piece, to, promoted, observer);
        if piece.piece_type == PieceType::Pawn {
            self.halfmove_clock = 0;
        }
        let dropped = self.rules.castling_with_dropped_rook;
        self.set_castling(self.castling.after_leaving(piece, from, dropped));
        captured
    }

    fn make_promotion(
        &mut self,
        from: Square,
        to: Square,
        piece: PieceType,
        observer: &mut impl Observer,
    ) -> Option<PieceType> {
        let captured = self.capture(to, observer);
        let (pawn, _) = self.take(from, observer)?;
        self.put(Piece::new(pawn.color, piece), to, true, observer);
        self.halfmove_clock = 0;
        captured
    }

    fn make_en_passant(
        &mut self,
        from: Square,
        to: Square,
        observer: &mut impl Observer,
    ) -> Option<PieceType> {
        let victim = Square::new(to.file(), from.rank());
        let captured = self.capture(victim, observer);
        let (pawn, promoted) = self.take(from, observer)?;
        self.put(pawn, to, promoted, observer);
        captured
    }

    fn make_castle(&mut self, king: Square, rook: Square, observer: &mut impl Observer) {
        let us = self.side_to_move;
        let side = self.castling.side_of(us, rook);
        let Some(path) = side.and_then(|side| self.castling.path(us, side, king)) else { return };
        let taken = (self.take(king, observer), self.take(rook, observer));
        if let (Some((piece, _)), Some((rook, promoted))) = taken {
            self.put(piece, path.king_to, false, observer);
            self.put(rook, path.rook_to, promoted, observer);
            let dropped = self.rules.castling_with_dropped_rook;
            self.set_castling(self.castling.after_leaving(piece, king, dropped));
        }
    }

    /// Removes the piece on `square` and returns its type in the holdings: a pawn if it is
    /// promoted.
    fn capture(&mut self, square: Square, observer: &mut impl Observer) -> Option<PieceType> {
        let (piece, promoted) = self.take(square, observer)?;
        self.halfmove_clock = 0;
        self.set_castling(self.castling.after_capture(piece, square));
        Some(if promoted { PieceType::Pawn } else { piece.piece_type })
    }

    /// Routes a captured piece: returns it as a handoff, or adds it to the capturer's holdings.
    fn route(
        &mut self,
        capturer: Color,
        piece: PieceType,
        observer: &mut impl Observer,
    ) -> Option<Handoff> {
        match self.variant {
            Variant::Bughouse => return Some(Handoff { color: !capturer, piece }),
            Variant::Crazyhouse => self.receive(Handoff { color: capturer, piece }, observer),
            Variant::Chess => {}
        }
        None
    }

    fn pass_turn(&mut self) {
        self.placement_key ^= keys::side_to_move(Color::Black);
        self.side_to_move = !self.side_to_move;
    }

    /// The en passant right that a double step gives the opponent, who is now to move.
    fn passed_square(&self, from: Square, to: Square) -> Option<EnPassant> {
        let is_pawn = self.of_type(PieceType::Pawn).contains(to);
        let target = if is_pawn { passed_by_double_step(from, to) } else { None };
        self.en_passant_after_double_step(target?)
    }

    /// The right after a double step, kept only if a pawn could use it or if drops do not end it.
    pub(super) fn en_passant_after_double_step(&self, target: Square) -> Option<EnPassant> {
        let lasts = self.rules.en_passant_after_drops != Permission::No;
        (lasts || self.en_passant_capturers(target, self.side_to_move).any())
            .then_some(EnPassant { target, fresh: true })
    }

    /// True if the rules remember that a pawn of this color was dropped on this square.
    pub(super) fn is_noted(&self, color: Color, to: Square) -> bool {
        let second = Bitboard::relative_rank(color, Rank::SECOND);
        self.rules.dropped_pawn_double_step != Permission::Yes && second.contains(to)
    }

    fn set_castling(&mut self, castling: Castling) {
        let [seen, remembered] = self.castling.key_change(castling);
        self.placement_key ^= seen;
        self.extra_key ^= remembered;
        self.castling = castling;
    }

    fn put(&mut self, piece: Piece, square: Square, promoted: bool, observer: &mut impl Observer) {
        let bit = Bitboard::of(square);
        self.by_type[piece.piece_type.index()] ^= bit;
        self.by_color[piece.color.index()] ^= bit;
        self.mailbox[square.index()] = Some(piece);
        self.placement_key ^= keys::man(piece, square);
        if promoted {
            self.promoted ^= bit;
            self.extra_key ^= keys::promoted(square);
        }
        observer.placed(piece, square, promoted);
    }

    /// Removes a piece from the board; the second value is true if it was a promoted one.
    fn take(&mut self, square: Square, observer: &mut impl Observer) -> Option<(Piece, bool)> {
        let piece = self.mailbox[square.index()].take()?;
        let bit = Bitboard::of(square);
        self.by_type[piece.piece_type.index()] ^= bit;
        self.by_color[piece.color.index()] ^= bit;
        self.placement_key ^= keys::man(piece, square);
        let promoted = self.promoted.contains(square);
        if promoted {
            self.promoted ^= bit;
            self.extra_key ^= keys::promoted(square);
        }
        if self.dropped_pawns.contains(square) {
            self.dropped_pawns ^= bit;
            self.extra_key ^= keys::dropped_pawn(square);
        }
        observer.removed(piece, square, promoted);
        Some((piece, promoted))
    }

    fn hold(&mut self, color: Color, piece: PieceType, count: u8, observer: &mut impl Observer) {
        let before = self.holdings(color).count(piece);
        self.holdings[color.index()].set(piece, count);
        let after = self.holdings(color).count(piece);
        self.extra_key ^= keys::held(color, piece, before) ^ keys::held(color, piece, after);
        observer.held(color, piece, after);
    }

    pub(super) fn compute_checkers(&self) -> Bitboard {
        let us = self.side_to_move;
        self.attackers_to(self.king(us), self.occupied()) & self.men(!us)
    }
}

/// The square that a pawn passes with a double step; `None` for any other step of a pawn.
pub(super) fn passed_by_double_step(from: Square, to: Square) -> Option<Square> {
    let middle = usize::midpoint(from.index(), to.index());
    let is_double = from.index().abs_diff(to.index()) == 16;
    is_double.then(|| Square::from_index(middle as u8))?
}
