//! One board with both players' holdings.

mod generate;
mod key_after;
mod legality;
mod make;
mod material;
mod setup;
mod standing;

use crate::castling::CastlingPath;
use crate::{
    Bitboard, BoardId, Castling, CastlingSide, Color, Holdings, Key, Move, MoveRules, Permission,
    Piece, PieceType, Square, attacks, keys,
};

pub use generate::Stage;
pub use setup::{PositionError, Setup};
pub use standing::Standing;

/// Where a captured piece goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// To the partner: [`Position::make`] hands it over.
    #[default]
    Bughouse,
    /// To the capturer's own holdings, its color changed.
    Crazyhouse,
    /// Out of the game.
    Chess,
}

impl Variant {
    /// The boards that a game is played on: both in bughouse, otherwise A alone.
    pub const fn boards(self) -> &'static [BoardId] {
        match self {
            Self::Bughouse => &BoardId::ALL,
            Self::Crazyhouse | Self::Chess => &[BoardId::A],
        }
    }
}

/// A captured piece on its way to the partner's holdings; a promoted piece is a pawn again.
#[must_use = "the partner is owed this piece"]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handoff {
    /// The color of the piece, and of the partner who gets it.
    pub color: Color,
    /// What arrives.
    pub piece: PieceType,
}

/// The right to capture a pawn that has just advanced two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnPassant {
    /// The square the pawn passed.
    pub target: Square,
    /// False once a drop came in between: then the rules say what is left of the right.
    pub fresh: bool,
}

/// One board with both players' holdings: all that decides which moves are legal on it.
///
/// There is exactly one king of each color, no pawn on a back rank, and a promoted mark only
/// on what a pawn can become. [`Setup`] is the way in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    by_type: [Bitboard; 6],
    by_color: [Bitboard; 2],
    promoted: Bitboard,
    /// Pawns dropped on their second rank and still there; kept only where the rules ask.
    dropped_pawns: Bitboard,
    checkers: Bitboard,
    placement_key: Key,
    /// What `key` has beyond `placement_key`: holdings, marks, en passant.
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
    /// The usual start with empty hands.
    pub fn start(variant: Variant, rules: MoveRules) -> Self {
        Self::from_setup(&Setup::start(), variant, rules).expect("the start position is sound")
    }

    /// Where captured pieces go.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// What may be moved here.
    pub const fn rules(&self) -> MoveRules {
        self.rules
    }

    /// Whose turn it is.
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Every man on the board.
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The men of one color.
    pub const fn men(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// The men of one type, both colors.
    pub const fn of_type(&self, piece: PieceType) -> Bitboard {
        self.by_type[piece.index()]
    }

    /// The men of one color and type.
    pub fn pieces(&self, color: Color, piece: PieceType) -> Bitboard {
        self.by_color[color.index()] & self.by_type[piece.index()]
    }

    /// Promoted pieces, which are pawns again once captured. In chess that means nothing: such
    /// marks are not read, written or compared there.
    pub const fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// What stands on a square.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// The square of a king.
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).first().expect("a position has both kings")
    }

    /// What a player may drop.
    pub const fn holdings(&self, color: Color) -> Holdings {
        self.holdings[color.index()]
    }

    /// Castling rights and rooks' homes.
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// The pawn that may be captured in passing, if any.
    pub const fn en_passant(&self) -> Option<EnPassant> {
        self.en_passant
    }

    /// Plies since the last capture, pawn move or drop.
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move to be played, from 1.
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Names the position with all that decides about moves: men, promoted marks, holdings,
    /// turn, rights and what the rules remember.
    pub fn key(&self) -> Key {
        self.placement_key ^ self.extra_key
    }

    /// Names men, turn and castling rights. Holdings, promoted marks and en passant are left
    /// out.
    pub const fn placement_key(&self) -> Key {
        self.placement_key
    }

    /// Names what a claim of repetition compares. In bughouse that is the placement: what is held
    /// comes and goes by the other board. Elsewhere it is all that decides what can be played
    /// (FIDE 9.2): holdings and promoted marks in crazyhouse, and en passant where a pawn may
    /// really capture so.
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

    /// The opponent's men that give check to the side to move.
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// True if the side to move is in check.
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// All men of both colors that attack `square` on a board occupied like this.
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

    /// True if `by` attacks `square` on a board occupied like this; men that are not in
    /// `occupied` do not count.
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        (self.attackers_to(square, occupied) & self.men(by) & occupied).any()
    }

    /// True if the side to move could take the king: the last move left it in check.
    pub fn king_en_prise(&self) -> bool {
        let them = !self.side_to_move;
        self.is_attacked(self.king(them), self.side_to_move, self.occupied())
    }

    /// Men of `color` that may not leave the line to their own king.
    pub fn pinned(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let theirs = self.men(!color);
        let diagonal = (self.by_type[2] | self.by_type[4]) & theirs;
        let straight = (self.by_type[3] | self.by_type[4]) & theirs;
        // From the king through our own men: what sees it with only theirs on the board.
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

    /// How king and rook would go, where `allowed` holds for the pair and the rook is at home.
    fn castling_path(&self, color: Color, side: CastlingSide) -> Option<CastlingPath> {
        let path = self.castling.path(color, side, self.king(color))?;
        let rook_there = self.pieces(color, PieceType::Rook).contains(path.rook);
        let clear = (path.clear & self.occupied()).is_empty();
        (rook_there && clear).then_some(path)
    }

    /// What the rules say of castling on this side, its path and safety aside.
    fn castling_permission(&self, color: Color, side: CastlingSide) -> Permission {
        if self.castling.rights.has(color, side) {
            match self.castling.is_crossed(color) {
                true => self.rules.crossed_castling,
                false => Permission::Yes,
            }
        } else if self.castling.regainable.has(color, side) {
            match self.rules.castling_with_dropped_rook {
                Permission::Accepted => Permission::Accepted,
                // A drop has granted the right where it was won back.
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

    /// What the rules say of the en passant capture now, the capturing pawn aside; `None` where
    /// there is no such right for the side to move.
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

    /// The pawns of the side to move that attack `target`.
    fn en_passant_capturers(&self, target: Square) -> Bitboard {
        attacks::pawn(!self.side_to_move, target) & self.pieces(self.side_to_move, PieceType::Pawn)
    }

    /// Recomputes `key` and `placement_key` from nothing; they are kept up incrementally.
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
        for color in Color::ALL {
            for (piece, count) in self.holdings(color).iter() {
                extra ^= keys::held(color, piece, count);
            }
        }
        (placement ^ extra, placement)
    }

    fn promoted_key(&self) -> Key {
        self.promoted.into_iter().fold(Key(0), |key, square| key ^ keys::promoted(square))
    }

    fn can_capture_en_passant(&self) -> bool {
        let Some(EnPassant { target, .. }) = self.en_passant else { return false };
        let capturers = self.en_passant_capturers(target);
        capturers.into_iter().any(|from| self.is_legal(Move::en_passant(from, target)))
    }

    /// A fresh right counts where a pawn stands to use it, so that a double step nobody can
    /// answer leaves no trace; one that drops do not clear counts always.
    fn en_passant_key(&self) -> Key {
        let Some(EnPassant { target, fresh }) = self.en_passant else { return Key(0) };
        let mut key = Key(0);
        if fresh && self.en_passant_capturers(target).any() {
            key ^= keys::en_passant(target.file());
        }
        if self.rules.en_passant_after_drops != Permission::No {
            key ^= keys::remembered(target.file());
        }
        key
    }
}
