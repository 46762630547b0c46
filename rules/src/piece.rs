//! Colors, piece types and pieces.

use std::fmt;
use std::ops::Not;

/// White or Black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`.
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

/// A kind of piece, in rising order of worth.
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
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// The five that can be held and dropped.
    pub const DROPPABLE: [Self; 5] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// 0 for the pawn to 5 for the king.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece type with this index, `None` from 6 on.
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

    /// The type of a letter in either case: `P N B R Q K`.
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

    /// Its English letter in upper case.
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

    /// How many of this type one color has in the two sets of a bughouse game.
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

/// A piece type with its color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub piece_type: PieceType,
}

impl Piece {
    /// The piece of this color and type.
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        Self { color, piece_type }
    }

    /// The piece of a FEN letter: upper case is White's.
    pub const fn from_char(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_char(letter) {
            Some(piece_type) => Some(Self { color, piece_type }),
            None => None,
        }
    }

    /// Its FEN letter.
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
    /// No type.
    pub const NONE: Self = Self(0);
    /// Everything that can be dropped.
    pub const DROPPABLE: Self = Self(0b1_1111);

    /// The set with `piece_type` in it too.
    #[must_use]
    pub const fn with(self, piece_type: PieceType) -> Self {
        Self(self.0 | 1 << piece_type.index())
    }

    /// The set without `piece_type`.
    #[must_use]
    pub const fn without(self, piece_type: PieceType) -> Self {
        Self(self.0 & !(1 << piece_type.index()))
    }

    /// True if `piece_type` is in the set.
    pub const fn contains(self, piece_type: PieceType) -> bool {
        self.0 >> piece_type.index() & 1 != 0
    }

    /// Everything that is in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// A bit for each type, the pawn's lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The types in the set that can be dropped, the pawn first.
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        PieceType::DROPPABLE.into_iter().filter(move |&piece| self.contains(piece))
    }
}

impl FromIterator<PieceType> for PieceTypes {
    fn from_iter<I: IntoIterator<Item = PieceType>>(types: I) -> Self {
        types.into_iter().fold(Self::NONE, Self::with)
    }
}
