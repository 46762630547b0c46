//! Legality of a single move from any source.

use crate::{
    Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, Permission, Piece, PieceType,
    Promotions, Rank, Square, attacks,
};

use super::Position;

impl Position {
    /// True if the move is legal here: its [`Permission`] is `Yes`.
    pub fn is_legal(&self, m: Move) -> bool {
        self.permission(m) == Permission::Yes
    }

    /// True if the move is legal, or merely accepted by the rules: then an opponent or a server may
    /// play it (see [`Permission::Accepted`]).
    pub fn is_accepted(&self, m: Move) -> bool {
        self.permission(m) != Permission::No
    }

    /// True if the move is pseudo-legal: possible on the board, though it may leave the own king in
    /// check.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        self.pseudo_permission(m) != Permission::No
    }

    /// The permission of any move in this position, possible or not.
    pub fn permission(&self, m: Move) -> Permission {
        match self.pseudo_permission(m) {
            Permission::No => Permission::No,
            permission if self.keeps_king_safe(m) => permission,
            _ => Permission::No,
        }
    }

    /// True if the move captures the opponent's king, which was left in check. Such a move is never
    /// legal.
    pub fn captures_king(&self, m: Move) -> bool {
        let MoveKind::Normal { from, to } = m.kind() else { return self.promotes_onto_king(m) };
        let Some(piece) = self.own_piece(from) else { return false };
        let promotes = piece.piece_type == PieceType::Pawn && Bitboard::BACK_RANKS.contains(to);
        !promotes
            && to == self.king(!self.side_to_move)
            && attacks::of(piece.color, piece.piece_type, from, self.occupied()).contains(to)
    }

    /// Adds the moves that are accepted but not legal to `list`; see [`Permission::Accepted`].
    pub fn generate_accepted_only(&self, list: &mut MoveList) {
        let us = self.side_to_move;
        let mut offer = |m: Move| {
            if self.permission(m) == Permission::Accepted {
                list.push(m);
            }
        };
        if let Some((target, _)) = self.en_passant_permission() {
            self.en_passant_capturers(target, self.side_to_move)
                .into_iter()
                .for_each(|from| offer(Move::en_passant(from, target)));
        }
        for side in CastlingSide::ALL {
            if let Some(rook) = self.castling.home(us, side) {
                offer(Move::castle(self.king(us), rook));
            }
        }
        for from in self.dropped_pawns & self.men(us) {
            if let Some(to) = Bitboard::of(from).forward(us).forward(us).first() {
                offer(Move::normal(from, to));
            }
        }
    }

    fn own_piece(&self, square: Square) -> Option<Piece> {
        self.piece_at(square).filter(|piece| piece.color == self.side_to_move)
    }

    fn promotes_onto_king(&self, m: Move) -> bool {
        let MoveKind::Promotion { from, to, .. } = m.kind() else { return false };
        let us = self.side_to_move;
        to == self.king(!us)
            && self.own_piece(from) == Some(Piece::new(us, PieceType::Pawn))
            && attacks::pawn(us, from).contains(to)
    }

    /// The permission of a move if the safety of the own king is ignored.
    fn pseudo_permission(&self, m: Move) -> Permission {
        match m.kind() {
            MoveKind::Drop { piece, to } => self.drop_permission(piece, to),
            MoveKind::Normal { from, to } => self.normal_permission(from, to),
            MoveKind::Promotion { from, to, piece } => self.promotion_permission(from, to, piece),
            MoveKind::EnPassant { from, to } => match self.en_passant_permission() {
                Some((target, permission))
                    if target == to
                        && self.en_passant_capturers(target, self.side_to_move).contains(from) =>
                {
                    permission
                }
                _ => Permission::No,
            },
            MoveKind::Castle { king, rook } => self.castle_permission(king, rook),
        }
    }

    fn drop_permission(&self, piece: PieceType, to: Square) -> Permission {
        let held = self.holdings(self.side_to_move).has(piece);
        let on_back_rank = Bitboard::BACK_RANKS.contains(to) && piece == PieceType::Pawn;
        yes_if(held && self.piece_at(to).is_none() && !on_back_rank)
    }

    fn normal_permission(&self, from: Square, to: Square) -> Permission {
        let Some(piece) = self.own_piece(from) else { return Permission::No };
        if piece.piece_type == PieceType::Pawn {
            return match Bitboard::BACK_RANKS.contains(to) {
                true => Permission::No, // that would be a promotion
                false => self.pawn_permission(piece.color, from, to),
            };
        }
        let reached = attacks::of(piece.color, piece.piece_type, from, self.occupied());
        yes_if(reached.without(self.untouchable()).contains(to))
    }

    fn promotion_permission(&self, from: Square, to: Square, piece: PieceType) -> Permission {
        let us = self.side_to_move;
        let is_pawn = self.own_piece(from) == Some(Piece::new(us, PieceType::Pawn));
        let last = Bitboard::relative_rank(us, Rank::EIGHTH).contains(to);
        let offered = match self.rules.promotions {
            Promotions::All => true,
            Promotions::QueenKnight => matches!(piece, PieceType::Queen | PieceType::Knight),
        };
        match is_pawn && last && offered {
            true => self.pawn_permission(us, from, to),
            false => Permission::No,
        }
    }

    /// The permission of a pawn's capture, single or double step.
    fn pawn_permission(&self, us: Color, from: Square, to: Square) -> Permission {
        let empty = !self.occupied();
        let enemies = self.men(!us).without(self.untouchable());
        if (attacks::pawn(us, from) & enemies).contains(to) {
            return Permission::Yes;
        }
        let single = Bitboard::of(from).forward(us) & empty;
        if single.contains(to) {
            return Permission::Yes;
        }
        let fourth = Bitboard::relative_rank(us, Rank::FOURTH);
        let double = single.forward(us) & empty & fourth;
        if !double.contains(to) {
            return Permission::No;
        }
        match self.dropped_pawns.contains(from) {
            true => self.rules.dropped_pawn_double_step,
            false => Permission::Yes,
        }
    }

    fn castle_permission(&self, king: Square, rook: Square) -> Permission {
        let us = self.side_to_move;
        let side = self.castling.side_of(us, rook);
        match side {
            Some(side) if king == self.king(us) && self.castling_path(us, side).is_some() => {
                self.castling_permission(us, side)
            }
            _ => Permission::No,
        }
    }

    /// Squares that no move may enter: those of the own pieces and of the kings.
    fn untouchable(&self) -> Bitboard {
        self.men(self.side_to_move) | self.of_type(PieceType::King)
    }

    /// True if the own king is not attacked after a move that is otherwise allowed.
    fn keeps_king_safe(&self, m: Move) -> bool {
        let us = self.side_to_move;
        let (occupied, king) = match m.kind() {
            MoveKind::Drop { to, .. } => (self.occupied() | Bitboard::of(to), self.king(us)),
            MoveKind::EnPassant { from, to } => {
                let victim = Bitboard::of(Square::new(to.file(), from.rank()));
                let gone = Bitboard::of(from) | victim;
                (self.occupied().without(gone) | Bitboard::of(to), self.king(us))
            }
            MoveKind::Castle { rook, .. } => {
                let side = self.castling.side_of(us, rook);
                let path = side.and_then(|side| self.castling_path(us, side));
                return path.is_some_and(|path| self.castling_is_safe(us, &path));
            }
            MoveKind::Normal { from, to } | MoveKind::Promotion { from, to, .. } => {
                let king = if from == self.king(us) { to } else { self.king(us) };
                (self.occupied().without(Bitboard::of(from)) | Bitboard::of(to), king)
            }
        };
        let standing = occupied.without(Bitboard::of(m.to()));
        (self.attackers_to(king, occupied) & self.men(!us) & standing).is_empty()
    }
}

fn yes_if(holds: bool) -> Permission {
    if holds { Permission::Yes } else { Permission::No }
}
