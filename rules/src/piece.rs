//! Colors, piece types and pieces.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::name::{NameError, single};

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

/// Parses `White` or `w`, `Black` or `b`, in either case.
impl FromStr for Color {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Ok(Self::White),
            "black" | "b" => Ok(Self::Black),
            _ => Err(NameError::new("color", text, "White or Black")),
        }
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

    /// English name of the piece type, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
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
        f.write_str(self.name())
    }
}

/// Parses the English name or letter of a piece type, `knight` or `N`, in either case.
impl FromStr for PieceType {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let named = Self::ALL.into_iter().find(|piece| text.eq_ignore_ascii_case(piece.name()));
        named.or_else(|| single(text).and_then(Self::from_char)).ok_or_else(|| {
            NameError::new("piece type", text, "a name such as knight, or P N B R Q K")
        })
    }
}

/// A piece: a piece type with a color.
///
/// ```
/// use tandem_rules::{Color, Piece, PieceType};
///
/// let knight = Piece::new(Color::Black, PieceType::Knight);
/// assert_eq!((knight.to_char(), knight.to_string().as_str()), ('n', "Black knight"));
/// assert_eq!("n".parse(), Ok(knight));
/// assert_eq!("Black knight".parse(), Ok(knight));
/// ```
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

/// Parses a FEN letter, upper case for White, or a name such as `White knight`.
impl FromStr for Piece {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let named = || {
            let (color, piece_type) = text.split_once(' ')?;
            Some(Self::new(color.parse().ok()?, piece_type.parse().ok()?))
        };
        single(text).and_then(Self::from_char).or_else(named).ok_or_else(|| {
            NameError::new("piece", text, "a FEN letter, or a name such as White knight")
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_and_pieces_survive_their_names_and_letters() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.to_char().to_string().parse(), Ok(color));
            for piece_type in PieceType::ALL {
                assert_eq!(piece_type.to_string().parse(), Ok(piece_type));
                assert_eq!(piece_type.to_char().to_string().parse(), Ok(piece_type));
                let piece = Piece::new(color, piece_type);
                assert_eq!(piece.to_string().parse(), Ok(piece));
                assert_eq!(piece.to_char().to_string().parse(), Ok(piece));
            }
        }
    }

    #[test]
    fn other_names_are_refused_and_quoted() {
        for text in ["", " ", "x", "knights", "white  knight", "é"] {
            let error = text.parse::<Piece>().expect_err("no piece");
            assert_eq!(error.text(), text);
            assert!(error.to_string().starts_with(&format!("`{text}` is not a piece")), "{error}");
            assert!(text.parse::<PieceType>().is_err() && text.parse::<Color>().is_err());
        }
    }
}
