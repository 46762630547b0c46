//! Colors, piece types and pieces.

use std::fmt;
use std::ops::Not;

/// A color: White or Black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// Both colors: White, then Black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Index of the color: 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// FEN letter of the color: `w` or `b`.
    pub const fn to_char(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A type of piece, without its color. The order is by rising value, from pawn to king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum PieceType {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceType {
    /// All six piece types, from pawn to king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// The five piece types that can be held and dropped: all but the king.
    pub const DROPPABLE: [Self; 5] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// Index of the piece type, from 0 (pawn) to 5 (king).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece type with this index; `None` if `index` is 6 or more.
    pub const fn from_index(index: u16) -> Option<Self> {
        Some(match index {
            0 => Self::Pawn,
            1 => Self::Knight,
            2 => Self::Bishop,
            3 => Self::Rook,
            4 => Self::Queen,
            5 => Self::King,
            _ => return None,
        })
    }

    /// The piece type with this English letter, `P N B R Q K` in either case; `None` for any other.
    pub const fn from_char(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'N' => Self::Knight,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'Q' => Self::Queen,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// The English letter of the piece type, in upper case.
    pub const fn to_char(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Number of pieces of this type and one color in two chess sets, which a bughouse game uses.
    pub const fn in_two_sets(self) -> usize {
        match self {
            Self::Pawn => 16,
            Self::Knight | Self::Bishop | Self::Rook => 4,
            Self::Queen | Self::King => 2,
        }
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}

/// A piece: a piece type with a color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Color of the piece.
    pub color: Color,
    /// Type of the piece.
    pub piece_type: PieceType,
}

impl Piece {
    /// The piece of the given color and type.
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        Self { color, piece_type }
    }

    /// The piece with this FEN letter, upper case for White; `None` for any other character.
    pub const fn from_char(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_char(letter) {
            Some(piece_type) => Some(Self { color, piece_type }),
            None => None,
        }
    }

    /// FEN letter of the piece: upper case for White, lower case for Black.
    pub const fn to_char(self) -> char {
        match self.color {
            Color::White => self.piece_type.to_char(),
            Color::Black => self.piece_type.to_char().to_ascii_lowercase(),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.piece_type)
    }
}

/// A set of piece types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PieceTypes(u8);

impl PieceTypes {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// All types that can be dropped: every type but the king.
    pub const DROPPABLE: Self = Self(0b1_1111);

    /// The set with `piece_type` added.
    #[must_use]
    pub const fn with(self, piece_type: PieceType) -> Self {
        Self(self.0 | 1 << piece_type.index())
    }

    /// The set with `piece_type` removed.
    #[must_use]
    pub const fn without(self, piece_type: PieceType) -> Self {
        Self(self.0 & !(1 << piece_type.index()))
    }

    /// True if `piece_type` is in the set.
    pub const fn contains(self, piece_type: PieceType) -> bool {
        self.0 >> piece_type.index() & 1 != 0
    }

    /// The union of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as bits: bit `n` is set if the type with index `n` is in the set.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Iterates over the types in the set that can be dropped, pawn first; a king is skipped.
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        PieceType::DROPPABLE.into_iter().filter(move |&piece| self.contains(piece))
    }
}

impl FromIterator<PieceType> for PieceTypes {
    fn from_iter<I: IntoIterator<Item = PieceType>>(types: I) -> Self {
        types.into_iter().fold(Self::NONE, Self::with)
    }
}
