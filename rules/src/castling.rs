//! Castling: who may, with which rook, and where king and rook end.

use crate::{Bitboard, Color, File, Rank, Square};

/// Towards which rook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingSide {
    /// Towards the rook nearer to the h-file.
    King,
    /// Towards the rook nearer to the a-file.
    Queen,
}

impl CastlingSide {
    /// King's side first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];
}

/// A set of (color, side) pairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No right.
    pub const NONE: Self = Self(0);

    const fn bit(color: Color, side: CastlingSide) -> u8 {
        1 << (color as u8 * 2 + side as u8)
    }

    /// True if the pair is in the set.
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & Self::bit(color, side) != 0
    }

    /// True if `color` has a right on either side.
    pub const fn has_any(self, color: Color) -> bool {
        self.has(color, CastlingSide::King) || self.has(color, CastlingSide::Queen)
    }

    /// Puts the pair into the set.
    pub fn grant(&mut self, color: Color, side: CastlingSide) {
        self.0 |= Self::bit(color, side);
    }

    /// Takes the pair out of the set.
    pub fn revoke(&mut self, color: Color, side: CastlingSide) {
        self.0 &= !Self::bit(color, side);
    }

    /// Takes both rights of `color` out of the set.
    pub fn revoke_all(&mut self, color: Color) {
        self.revoke(color, CastlingSide::King);
        self.revoke(color, CastlingSide::Queen);
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }
}

/// Where king and rook of one color go when it castles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
enum Target {
    /// King to the g- or c-file, rook beside it; so in Chess960 too.
    #[default]
    Usual,
    /// King and queen are set up the wrong way round and the rule set lets the king, on the
    /// d-file, go two squares towards either rook: short on the queen's side, long on the king's.
    Crossed,
}

/// The castling state of a position.
///
/// A *right* says that the rook now on its home square may castle. What a dropped rook could
/// win back is kept apart, as `regainable`, and stays empty under rules that forbid it; its
/// meaning is the rule's (see [`MoveRules`](crate::MoveRules)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling {
    pub(crate) rights: CastlingRights,
    pub(crate) regainable: CastlingRights,
    homes: [[Option<File>; 2]; 2],
    targets: [Target; 2],
    chess960: bool,
}

/// One castling move in squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) king: Square,
    pub(crate) rook: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
    /// Squares on which nobody but this king and this rook may stand.
    pub(crate) clear: Bitboard,
    /// Squares the king passes or reaches.
    pub(crate) walk: Bitboard,
}

impl Castling {
    /// Homes on the a- and h-file, no right granted.
    pub fn standard() -> Self {
        Self { homes: [[Some(File::H), Some(File::A)]; 2], ..Self::default() }
    }

    /// No right, and rooks at home nowhere, for a position whose castling is spelled Chess960's way.
    pub fn chess960() -> Self {
        Self { chess960: true, ..Self::default() }
    }

    /// The same rights, spelled Chess960's way: a rook without a right has no known home, as the
    /// text of such a position names none.
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

    /// The rights there are now.
    pub const fn rights(self) -> CastlingRights {
        self.rights
    }

    /// True if castling moves are written as king takes rook.
    pub const fn is_chess960(self) -> bool {
        self.chess960
    }

    /// Where the rook of this side started, if known.
    pub const fn home(self, color: Color, side: CastlingSide) -> Option<Square> {
        match self.homes[color as usize][side as usize] {
            Some(file) => Some(Square::new(file, back_rank(color))),
            None => None,
        }
    }

    /// The side on which `square` is the home of a rook of this color.
    pub(crate) fn side_of(self, color: Color, square: Square) -> Option<CastlingSide> {
        CastlingSide::ALL.into_iter().find(|&side| self.home(color, side) == Some(square))
    }

    /// Grants a right with the rook on `file`.
    pub fn grant(&mut self, color: Color, side: CastlingSide, file: File) {
        self.homes[color.index()][side as usize] = Some(file);
        self.rights.grant(color, side);
    }

    /// Lets this color castle by the rule for a crossed set-up.
    pub(crate) fn cross(&mut self, color: Color) {
        self.targets[color.index()] = Target::Crossed;
    }

    /// True if this color castles by the rule for a crossed set-up.
    pub(crate) fn is_crossed(self, color: Color) -> bool {
        self.targets[color.index()] == Target::Crossed
    }

    /// The pair whose rook's home is `square`.
    pub(crate) fn pair_at(self, square: Square) -> Option<(Color, CastlingSide)> {
        let color = match square.rank() {
            Rank::FIRST => Color::White,
            Rank::EIGHTH => Color::Black,
            _ => return None,
        };
        let [king_side, queen_side] = self.homes[color.index()];
        match Some(square.file()) {
            file if file == king_side => Some((color, CastlingSide::King)),
            file if file == queen_side => Some((color, CastlingSide::Queen)),
            _ => None,
        }
    }

    /// How king and rook go, `None` where the rook has no known home.
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
