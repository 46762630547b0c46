//! Positions: one board with the holdings of both players.

mod attackers;
mod fault;
mod generate;
mod key_after;
mod legality;
mod make;
mod material;
mod play;
mod queries;
mod setup;
mod soundness;
mod standing;

use crate::castling::CastlingPath;
use crate::{
    Bitboard, Castling, CastlingSide, Color, Holdings, Key, Move, MoveRules, Permission, Piece,
    PieceType, Square, Variant, attacks, keys,
};

pub use fault::{PositionError, SetupFault};
pub use generate::Stage;
pub use play::RefusedMove;
pub use queries::CheckSquares;
pub use setup::Setup;
pub use standing::Standing;

/// A captured piece on its way to the partner's holdings; a promoted piece is a pawn again.
#[must_use = "the partner is owed this piece"]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Handoff {
    /// The color of the piece, and of the partner who gets it.
    pub color: Color,
    /// Type of the piece.
    pub piece: PieceType,
}

/// The right to capture a pawn that has just advanced two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnPassant {
    /// The square that the pawn passed, on which the capture ends.
    pub target: Square,
    /// False once a drop came in between; then the rules decide if the right still exists (see
    /// [`MoveRules`]).
    pub fresh: bool,
}

/// A position: one board with the holdings of both players, the side to move, rights and
/// [`MoveRules`]; all that decides which moves are legal on it.
///
/// Invariant: there is exactly one king of each color, no pawn on a back rank, and a promoted
/// mark only on queens, rooks, bishops and knights. Positions are built from a [`Setup`], which
/// is checked.
///
/// ```
/// use tandem_rules::{Color, Position};
///
/// let position: Position = "4k3/8/8/8/8/8/4r3/4K3[N] w - - 0 1".parse()?;
/// assert!(position.in_check());
/// assert_eq!(position.attackers("e1".parse().unwrap(), Color::Black), position.checkers());
/// let moves: Vec<String> = position.legal_moves().into_iter().map(|m| m.to_string()).collect();
/// assert_eq!(moves, ["e1d1", "e1f1", "e1e2"]);
/// # Ok::<(), tandem_rules::notation::FenError>(())
/// ```
///
/// Equality compares everything, counters and rules included; repetitions are told by
/// [`Self::repetition_key`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    by_type: [Bitboard; 6],
    by_color: [Bitboard; 2],
    promoted: Bitboard,
    /// Pawns dropped on their second rank and still there; kept only where the rules ask.
    dropped_pawns: Bitboard,
    checkers: Bitboard,
    placement_key: Key,
    /// The part of `key` that is not in `placement_key`: holdings, marks, en passant.
    extra_key: Key,
    mailbox: [Option<Piece>; 64],
    holdings: [Holdings; 2],
    castling: Castling,
    en_passant: Option<EnPassant>,
    rules: MoveRules,
    variant: Variant,
    side_to_move: Color,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Position {
    /// The variant, which decides where captured pieces go.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The rules that decide which moves are legal.
    pub const fn rules(&self) -> MoveRules {
        self.rules
    }

    /// The color to move.
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// All pieces on the board.
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The pieces of one color.
    pub const fn men(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// The pieces of one type, of both colors.
    pub const fn of_type(&self, piece: PieceType) -> Bitboard {
        self.by_type[piece.index()]
    }

    /// The pieces of one color and type.
    pub fn pieces(&self, color: Color, piece: PieceType) -> Bitboard {
        self.by_color[color.index()] & self.by_type[piece.index()]
    }

    /// Promoted pieces, which become pawns again when they are captured. In chess the marks mean
    /// nothing: they are not read, written or compared there.
    pub const fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// The piece on a square, `None` if it is empty.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// The square of the king of one color.
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).first().expect("a position has both kings")
    }

    /// The holdings of one color: the pieces it may drop.
    pub const fn holdings(&self, color: Color) -> Holdings {
        self.holdings[color.index()]
    }

    /// Castling rights and the home squares of the rooks.
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// The en passant right, if there is one. It is kept only if a pawn could use it or if, by the
    /// rules, drops do not end it.
    pub const fn en_passant(&self) -> Option<EnPassant> {
        self.en_passant
    }

    /// Plies since the last capture, pawn move or drop.
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Number of the current full move on this board, from 1.
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Key of everything that decides about moves: pieces, promoted marks, holdings, side to move,
    /// rights, and the events that the rules remember.
    pub fn key(&self) -> Key {
        self.placement_key ^ self.extra_key
    }

    /// Key of the pieces, the side to move and the castling rights. Holdings, promoted marks and en
    /// passant are left out.
    pub const fn placement_key(&self) -> Key {
        self.placement_key
    }

    /// Key of everything that is compared for a repetition.
    ///
    /// In bughouse it is the [placement key](Self::placement_key), since holdings change with the
    /// other board. Elsewhere it covers all that decides which moves are possible (FIDE Laws 9.2):
    /// holdings and promoted marks in crazyhouse, and en passant if a pawn can legally capture so.
    pub fn repetition_key(&self) -> Key {
        let all = match self.variant {
            Variant::Bughouse => return self.placement_key,
            Variant::Crazyhouse => self.key(),
            Variant::Chess => self.key() ^ self.promoted_key(),
        };
        match self.can_capture_en_passant() {
            true => all,
            false => all ^ self.en_passant_key(),
        }
    }

    /// Key of the holdings, the promoted marks and an en passant right that a pawn can legally use.
    ///
    /// Together with the [placement key](Self::placement_key) it identifies a position as players see
    /// it. [`Self::key`] also covers events that some rules remember, such as a double step that no
    /// pawn can answer, so there two orders of the same moves can differ.
    ///
    /// ```
    /// use tandem_rules::{MoveRules, Position, Variant};
    ///
    /// let after = |moves: [&str; 3]| {
    ///     let mut position = Position::start(Variant::Bughouse, MoveRules::FICS);
    ///     for text in moves {
    ///         let m = position.parse_san(text).expect("legal");
    ///         position.make(m, &mut ());
    ///     }
    ///     position
    /// };
    /// let (first, second) = (after(["d4", "d5", "e4"]), after(["e4", "d5", "d4"]));
    /// assert_ne!(first.key(), second.key());
    /// assert_eq!(first.placement_key(), second.placement_key());
    /// assert_eq!(first.holdings_key(), second.holdings_key());
    /// ```
    pub fn holdings_key(&self) -> Key {
        let mut key = self.promoted_key() ^ self.held_key();
        if let Some(EnPassant { target, .. }) = self.en_passant
            && self.can_capture_en_passant()
        {
            key ^= keys::en_passant(target.file());
        }
        key
    }

    /// The opponent's pieces that give check to the side to move.
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// True if the side to move is in check.
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// All pieces of both colors that attack `square` on a board occupied like this.
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let diagonal = self.by_type[2] | self.by_type[4];
        let straight = self.by_type[3] | self.by_type[4];
        let white_pawns = self.pieces(Color::White, PieceType::Pawn);
        let black_pawns = self.pieces(Color::Black, PieceType::Pawn);
        (attacks::pawn(Color::Black, square) & white_pawns)
            | (attacks::pawn(Color::White, square) & black_pawns)
            | (attacks::knight(square) & self.of_type(PieceType::Knight))
            | (attacks::king(square) & self.of_type(PieceType::King))
            | (attacks::bishop(square, occupied) & diagonal)
            | (attacks::rook(square, occupied) & straight)
    }

    /// True if `by` attacks `square` on a board occupied like this; pieces that are not in
    /// `occupied` do not count.
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        (self.attackers_to(square, occupied) & self.men(by) & occupied).any()
    }

    /// True if the side to move could capture the opponent's king, which was left in check.
    pub fn king_en_prise(&self) -> bool {
        let them = !self.side_to_move;
        self.is_attacked(self.king(them), self.side_to_move, self.occupied())
    }

    /// Pieces of `color` that are pinned: they may not leave the line to their own king.
    pub fn pinned(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let theirs = self.men(!color);
        let diagonal = (self.by_type[2] | self.by_type[4]) & theirs;
        let straight = (self.by_type[3] | self.by_type[4]) & theirs;
        // The sliders that would see the king if only their own side's pieces were on the board.
        let snipers =
            (attacks::bishop(king, theirs) & diagonal) | (attacks::rook(king, theirs) & straight);
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & self.men(color);
            if !blockers.more_than_one() {
                pinned |= blockers;
            }
        }
        pinned
    }

    /// The path of king and rook, if the rook is at home and the way is clear.
    fn castling_path(&self, color: Color, side: CastlingSide) -> Option<CastlingPath> {
        let path = self.castling.path(color, side, self.king(color))?;
        let rook_there = self.pieces(color, PieceType::Rook).contains(path.rook);
        let clear = (path.clear & self.occupied()).is_empty();
        (rook_there && clear).then_some(path)
    }

    /// The permission to castle on this side by the rights and rules, path and safety aside.
    fn castling_permission(&self, color: Color, side: CastlingSide) -> Permission {
        if self.castling.rights.has(color, side) {
            match self.castling.is_crossed(color) {
                true => self.rules.crossed_castling,
                false => Permission::Yes,
            }
        } else if self.castling.regainable.has(color, side) {
            match self.rules.castling_with_dropped_rook {
                Permission::Accepted => Permission::Accepted,
                // If a right was regained, the drop has granted it already.
                Permission::Yes | Permission::No => Permission::No,
            }
        } else {
            Permission::No
        }
    }

    /// True if the king neither starts, passes nor ends under attack.
    fn castling_is_safe(&self, color: Color, path: &CastlingPath) -> bool {
        let walking = self.occupied().without(Bitboard::of(path.king));
        let landed = walking.without(Bitboard::of(path.rook)) | Bitboard::of(path.rook_to);
        path.walk.into_iter().all(|square| !self.is_attacked(square, !color, walking))
            && !self.is_attacked(path.king_to, !color, landed)
    }

    /// Target and permission of the en passant capture now, the capturing pawn aside; `None` if the
    /// side to move has no such right.
    fn en_passant_permission(&self) -> Option<(Square, Permission)> {
        let EnPassant { target, fresh } = self.en_passant?;
        let ours = Bitboard::relative_rank(self.side_to_move, crate::Rank::SIXTH);
        let passed = Bitboard::of(target).forward(!self.side_to_move);
        let possible = ours.contains(target)
            && self.piece_at(target).is_none()
            && (passed & self.pieces(!self.side_to_move, PieceType::Pawn)).any();
        let permission = if fresh { Permission::Yes } else { self.rules.en_passant_after_drops };
        (possible && permission != Permission::No).then_some((target, permission))
    }

    /// The pawns of `color` that attack `target`.
    fn en_passant_capturers(&self, target: Square, color: Color) -> Bitboard {
        attacks::pawn(!color, target) & self.pieces(color, PieceType::Pawn)
    }

    /// Computes [`Self::key`] and [`Self::placement_key`] from scratch, as a check of those two,
    /// which are updated incrementally.
    pub fn keys_from_scratch(&self) -> (Key, Key) {
        let mut placement = keys::side_to_move(self.side_to_move);
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                placement ^= keys::man(piece, square);
            }
        }
        placement ^= keys::rights(self.castling.rights);
        let mut extra = keys::regainable(self.castling.regainable) ^ self.en_passant_key();
        extra ^= self.promoted_key();
        for square in self.dropped_pawns {
            extra ^= keys::dropped_pawn(square);
        }
        extra ^= self.held_key();
        (placement ^ extra, placement)
    }

    fn held_key(&self) -> Key {
        let mut key = Key(0);
        for color in Color::ALL {
            for (piece, count) in self.holdings(color).iter() {
                key ^= keys::held(color, piece, count);
            }
        }
        key
    }

    fn promoted_key(&self) -> Key {
        self.promoted.into_iter().fold(Key(0), |key, square| key ^ keys::promoted(square))
    }

    fn can_capture_en_passant(&self) -> bool {
        let Some(EnPassant { target, .. }) = self.en_passant else { return false };
        let capturers = self.en_passant_capturers(target, self.side_to_move);
        capturers.into_iter().any(|from| self.is_legal(Move::en_passant(from, target)))
    }

    /// The part of the key that comes from the en passant right. A fresh right counts if a pawn
    /// could use it, so that other double steps leave no trace; under rules by which drops do not
    /// end the right, it always counts.
    fn en_passant_key(&self) -> Key {
        self.en_passant.map_or(Key(0), |right| self.key_of_right(right, self.side_to_move))
    }

    /// The part of the key that comes from this en passant right of `color`.
    fn key_of_right(&self, EnPassant { target, fresh }: EnPassant, color: Color) -> Key {
        let mut key = Key(0);
        if fresh && self.en_passant_capturers(target, color).any() {
            key ^= keys::en_passant(target.file());
        }
        if self.rules.en_passant_after_drops != Permission::No {
            key ^= keys::remembered(target.file());
        }
        key
    }
}
