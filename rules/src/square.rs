//! Squares, files and ranks of one board.

use std::fmt;
use std::str::FromStr;

use crate::name::{NameError, single};

/// A file of the board, numbered from `A = 0` to `H = 7`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct File(u8);

/// A rank of the board, numbered from White's first rank (0) to the eighth (7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

/// A square of one board, numbered rank by rank from `A1 = 0` to `H8 = 63`.
///
/// Invariant: the index is below 64. Only this module builds squares.
///
/// ```
/// use tandem_rules::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::new(File::E, Rank::FOURTH));
/// assert_eq!((square.index(), square.to_string().as_str()), (28, "e4"));
/// # Ok::<(), tandem_rules::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Error for text that does not name a square; contains the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a square, expected a file a-h and a rank 1-8")]
pub struct SquareError(pub String);

macro_rules! named {
    ($kind:ident: $($name:ident = $index:literal),+) => {
        #[allow(missing_docs, reason = "the names say it all")]
        impl $kind { $(pub const $name: Self = Self($index);)+ }
    };
}
named!(File: A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7);
named!(Rank: FIRST = 0, SECOND = 1, THIRD = 2, FOURTH = 3, FIFTH = 4, SIXTH = 5, SEVENTH = 6, EIGHTH = 7);

impl File {
    /// Iterates over all files from a to h.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..8).map(Self)
    }

    /// The file with this index; `None` if `index` is 8 or more.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self(index)) } else { None }
    }

    /// The file with this lower-case letter, `a` to `h`; `None` for any other character.
    pub const fn from_char(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// Index of the file, 0 (a) to 7 (h).
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Letter of the file, `a` to `h`.
    pub const fn to_char(self) -> char {
        (b'a' + self.0) as char
    }
}

impl Rank {
    /// Iterates over all ranks from White's first to the eighth.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..8).map(Self)
    }

    /// The rank with this index; `None` if `index` is 8 or more.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self(index)) } else { None }
    }

    /// The rank with this digit, `1` to `8`; `None` for any other character.
    pub const fn from_char(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// Index of the rank, 0 (White's first) to 7.
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// Digit of the rank, `1` to `8`.
    pub const fn to_char(self) -> char {
        (b'1' + self.0) as char
    }
}

impl Square {
    /// The square on this file and rank.
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 * 8 + file.0)
    }

    /// The square with this index; `None` if `index` is 64 or more.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square with the index in the lowest six bits; the other bits are ignored.
    pub(crate) const fn from_low_bits(bits: u16) -> Self {
        Self((bits & 63) as u8)
    }

    /// Iterates over all squares from a1 to h8, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }

    /// Index of the square, 0 (a1) to 63 (h8).
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize // the mask lets the compiler drop bounds checks
    }

    /// File of the square.
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// Rank of the square.
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

impl FromStr for File {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let file = single(text).and_then(Self::from_char);
        file.ok_or_else(|| NameError::new("file", text, "a letter a-h"))
    }
}

impl FromStr for Rank {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let rank = single(text).and_then(Self::from_char);
        rank.ok_or_else(|| NameError::new("rank", text, "a digit 1-8"))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().to_char(), self.rank().to_char())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(rank), None) => File::from_char(file).zip(Rank::from_char(rank)),
            _ => None,
        }
        .map(|(file, rank)| Self::new(file, rank))
        .ok_or_else(|| SquareError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_survives_its_text() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for (file, rank) in File::all().zip(Rank::all()) {
            assert_eq!(file.to_string().parse(), Ok(file));
            assert_eq!(rank.to_string().parse(), Ok(rank));
        }
    }

    #[test]
    fn an_invalid_square_is_refused() {
        for text in ["", "a", "a9", "i1", "a10", "A1", "é4"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError(text.to_owned())));
        }
    }
}
