//! Sets of squares, one bit each.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Color, File, Rank, Square};

/// A set of squares of one board: bit `n` is the square with index `n`.
///
/// ```
/// use tandem_rules::{Bitboard, Color, Rank, Square};
///
/// let second = Bitboard::relative_rank(Color::Black, Rank::SECOND);
/// let in_front = second.forward(Color::Black);
/// assert_eq!(in_front, Bitboard::rank(Rank::SIXTH));
/// let squares: Vec<String> = in_front.into_iter().take(2).map(|s| s.to_string()).collect();
/// assert_eq!(squares, ["a6", "b6"]);
/// # let _: Option<Square> = in_front.first();
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// The first and the eighth rank, on which no pawn may stand.
    pub const BACK_RANKS: Self = Self(0xff00_0000_0000_00ff);

    /// The eight squares of a file.
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// The eight squares of a rank.
    pub const fn rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank.index()))
    }

    /// The eight squares of a rank as seen by `color`: its own back rank is [`Rank::FIRST`].
    pub const fn relative_rank(color: Color, rank: Rank) -> Self {
        match color {
            Color::White => Self(0xff << (8 * rank.index())),
            Color::Black => Self(0xff << (56 - 8 * rank.index())),
        }
    }

    /// The set of a single square.
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// True if no square is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if at least one square is in the set.
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// True if two squares or more are in the set.
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Number of squares in the set.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square of the set with the lowest index; `None` if the set is empty.
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// The squares of `self` that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set shifted one rank towards the eighth, without the squares that leave the board.
    #[must_use]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// The set shifted one rank towards the first, without the squares that leave the board.
    #[must_use]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// The set shifted one file towards h, without the squares that leave the board.
    #[must_use]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::file(File::H).0) << 1)
    }

    /// The set shifted one file towards a, without the squares that leave the board.
    #[must_use]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::file(File::A).0) >> 1)
    }

    /// The set shifted one rank forward as seen by `color`.
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => self.north(),
            Color::Black => self.south(),
        }
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

macro_rules! bit_operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl $trait for Bitboard {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
        impl $assign for Bitboard {
            fn $assign_method(&mut self, other: Self) {
                self.0.$assign_method(other.0);
            }
        }
    };
}
bit_operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
bit_operator!(BitOr, bitor, BitOrAssign, bitor_assign);
bit_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Iterator over the squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = Square::from_index(self.0.trailing_zeros() as u8)?;
        self.0 &= self.0.wrapping_sub(1);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
