//! Castling: rights, home squares of the rooks, and the paths of king and rook.

use std::fmt;

use crate::{Bitboard, Color, File, Key, Permission, Piece, PieceType, Rank, Square, keys};

/// A castling side, kingside or queenside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingSide {
    /// Kingside: towards the rook nearer to the h-file.
    King,
    /// Queenside: towards the rook nearer to the a-file.
    Queen,
}

impl CastlingSide {
    /// Both sides: kingside, then queenside.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];
}

/// Formats the side as `kingside` or `queenside`.
impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::King => "kingside",
            Self::Queen => "queenside",
        })
    }
}

/// A set of castling rights, each for a color and a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No castling rights.
    pub const NONE: Self = Self(0);

    const fn bit(color: Color, side: CastlingSide) -> u8 {
        1 << (color as u8 * 2 + side as u8)
    }

    /// True if `color` has the right to castle on `side`.
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & Self::bit(color, side) != 0
    }

    /// True if `color` has a right on either side.
    pub const fn has_any(self, color: Color) -> bool {
        self.has(color, CastlingSide::King) || self.has(color, CastlingSide::Queen)
    }

    /// Adds the right of `color` to castle on `side`.
    pub fn grant(&mut self, color: Color, side: CastlingSide) {
        self.0 |= Self::bit(color, side);
    }

    /// Removes the right of `color` to castle on `side`.
    pub fn revoke(&mut self, color: Color, side: CastlingSide) {
        self.0 &= !Self::bit(color, side);
    }

    /// Removes both rights of `color`.
    pub fn revoke_all(&mut self, color: Color) {
        self.revoke(color, CastlingSide::King);
        self.revoke(color, CastlingSide::Queen);
    }

    /// The rights of each color for the other.
    fn exchanged(self) -> Self {
        let mut exchanged = Self::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL.into_iter().filter(|&side| self.has(color, side)) {
                exchanged.grant(!color, side);
            }
        }
        exchanged
    }

    /// True if no color has a right.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// Target squares of king and rook when a color castles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
enum Target {
    /// King to the g- or c-file, rook beside it; the same in Chess960.
    #[default]
    Usual,
    /// King and queen are set up the wrong way round, and the rule set lets the king, on the
    /// d-file, go two squares towards either rook: short on the queenside, long on the kingside.
    Crossed,
}

/// The castling state of a position: rights, home squares of the rooks, and the way of writing.
///
/// A *right* means that the rook now on its home square may castle. The rights that a dropped
/// rook could regain are kept separately and are empty under rules that forbid it; their meaning
/// depends on the rule (see [`MoveRules`](crate::MoveRules)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling {
    pub(crate) rights: CastlingRights,
    pub(crate) regainable: CastlingRights,
    homes: [[Option<File>; 2]; 2],
    targets: [Target; 2],
    chess960: bool,
}

/// The squares of one castling move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) king: Square,
    pub(crate) rook: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
    /// Squares that must be empty; those of this king and this rook are left out.
    pub(crate) clear: Bitboard,
    /// Squares from the origin of the king to its target, both included.
    pub(crate) walk: Bitboard,
}

impl Castling {
    /// No rights, with the rooks' homes on the a- and h-file, as in standard chess.
    pub fn standard() -> Self {
        Self { homes: [[Some(File::H), Some(File::A)]; 2], ..Self::default() }
    }

    /// No rights and no known homes of rooks, for a position with castling written as in Chess960.
    pub fn chess960() -> Self {
        Self { chess960: true, ..Self::default() }
    }

    /// The rights, homes and way of writing alone, without what a position derives from its rules.
    pub(crate) fn as_given(self) -> Self {
        let (regainable, targets) = (CastlingRights::NONE, [Target::Usual; 2]);
        Self { regainable, targets, ..self }
    }

    /// The same rights, written as in Chess960: a rook without a right has no known home, as the
    /// FEN of such a position names none.
    pub(crate) fn as_chess960(self) -> Self {
        let mut castling = Self { chess960: true, ..self };
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if !self.rights.has(color, side) {
                    castling.homes[color.index()][side as usize] = None;
                }
            }
        }
        castling
    }

    /// The castling of each color for the other.
    pub(crate) fn exchanged(self) -> Self {
        let ([white, black], [by_white, by_black]) = (self.homes, self.targets);
        Self {
            rights: self.rights.exchanged(),
            regainable: self.regainable.exchanged(),
            homes: [black, white],
            targets: [by_black, by_white],
            chess960: self.chess960,
        }
    }

    /// The current castling rights.
    pub const fn rights(self) -> CastlingRights {
        self.rights
    }

    /// The change of a key from these rights to others: of the part that players see, and of the part
    /// that rules remember.
    pub(crate) fn key_change(self, after: Self) -> [Key; 2] {
        if (self.rights, self.regainable) == (after.rights, after.regainable) {
            return [Key(0); 2];
        }
        let seen = keys::rights(self.rights) ^ keys::rights(after.rights);
        [seen, keys::regainable(self.regainable) ^ keys::regainable(after.regainable)]
    }

    /// True if castling is written as in Chess960: moves as king takes rook, rights as files.
    pub const fn is_chess960(self) -> bool {
        self.chess960
    }

    /// Home square of the rook that castles on this side, if known.
    pub const fn home(self, color: Color, side: CastlingSide) -> Option<Square> {
        match self.homes[color as usize][side as usize] {
            Some(file) => Some(Square::new(file, back_rank(color))),
            None => None,
        }
    }

    /// The castling side of the rook of this color whose home is `square`.
    pub(crate) fn side_of(self, color: Color, square: Square) -> Option<CastlingSide> {
        if square.rank() != back_rank(color) {
            return None;
        }
        let file = Some(square.file());
        CastlingSide::ALL.into_iter().find(|&side| self.homes[color.index()][side as usize] == file)
    }

    /// Grants a right, with the rook's home on `file`.
    pub fn grant(&mut self, color: Color, side: CastlingSide, file: File) {
        self.homes[color.index()][side as usize] = Some(file);
        self.rights.grant(color, side);
    }

    /// Takes away a right, and the home that came with it: that of a rook without a right is the
    /// usual one, or unknown in Chess960. Castling without any right is that of standard chess, as
    /// only rights tell Chess960 from it.
    pub(crate) fn drop(&mut self, color: Color, side: CastlingSide) {
        self.rights.revoke(color, side);
        if Color::ALL.into_iter().all(|color| !self.rights.has_any(color)) {
            *self = Self::standard();
            return;
        }
        let usual = if self.chess960 { Self::chess960() } else { Self::standard() };
        let home = usual.homes[color.index()][side as usize];
        self.homes[color.index()][side as usize] = home;
    }

    /// Makes this color castle by the rule for a crossed set-up.
    pub(crate) fn cross(&mut self, color: Color) {
        self.targets[color.index()] = Target::Crossed;
    }

    /// True if this color castles by the rule for a crossed set-up.
    pub(crate) fn is_crossed(self, color: Color) -> bool {
        self.targets[color.index()] == Target::Crossed
    }

    /// The state after this piece has left a square by itself; `dropped` is the rule for dropped rooks.
    pub(crate) fn after_leaving(mut self, piece: Piece, from: Square, dropped: Permission) -> Self {
        let color = piece.color;
        match piece.piece_type {
            PieceType::King => {
                self.rights.revoke_all(color);
                self.regainable.revoke_all(color);
            }
            PieceType::Rook => {
                if let Some(side) = self.side_of(color, from) {
                    self.rights.revoke(color, side);
                    if dropped == Permission::Accepted {
                        self.regainable.revoke(color, side); // the server saw a rook move
                    }
                }
            }
            _ => {}
        }
        self
    }

    /// The state after this piece was captured on a square.
    pub(crate) fn after_capture(mut self, piece: Piece, square: Square) -> Self {
        if let Some(side) = self.side_of(piece.color, square) {
            self.rights.revoke(piece.color, side);
        }
        self
    }

    /// The state after this piece was dropped on a square: a rook on its home regains the right if the
    /// rule for dropped rooks allows it.
    pub(crate) fn after_drop(mut self, piece: Piece, square: Square, dropped: Permission) -> Self {
        if piece.piece_type == PieceType::Rook
            && dropped == Permission::Yes
            && let Some(side) = self.side_of(piece.color, square)
            && self.regainable.has(piece.color, side)
        {
            self.rights.grant(piece.color, side);
        }
        self
    }

    /// The path of king and rook; `None` if the rook has no known home.
    pub(crate) fn path(
        self,
        color: Color,
        side: CastlingSide,
        king: Square,
    ) -> Option<CastlingPath> {
        let rook = self.home(color, side)?;
        let (king_file, rook_file) = match (self.targets[color.index()], side) {
            (Target::Usual, CastlingSide::King) => (File::G, File::F),
            (Target::Usual, CastlingSide::Queen) => (File::C, File::D),
            (Target::Crossed, CastlingSide::King) => (File::F, File::E),
            (Target::Crossed, CastlingSide::Queen) => (File::B, File::C),
        };
        let king_to = Square::new(king_file, back_rank(color));
        let rook_to = Square::new(rook_file, back_rank(color));
        let both = Bitboard::of(king) | Bitboard::of(rook);
        let walk = span(king, king_to);
        let clear = (walk | span(rook, rook_to)).without(both);
        Some(CastlingPath { king, rook, king_to, rook_to, clear, walk })
    }
}

/// The squares from `a` to `b` along their rank, both included.
fn span(a: Square, b: Square) -> Bitboard {
    crate::attacks::between(a, b) | Bitboard::of(a) | Bitboard::of(b)
}

pub(crate) const fn back_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::FIRST,
        Color::Black => Rank::EIGHTH,
    }
}
