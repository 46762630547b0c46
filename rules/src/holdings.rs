//! Holdings: the pieces that a player may drop.

use std::fmt;
use std::str::FromStr;

use crate::name::NameError;
use crate::{Color, Piece, PieceType};

/// The pieces one player holds: a count for each droppable type.
///
/// ```
/// use tandem_rules::{Holdings, PieceType};
///
/// let mut holdings: Holdings = "QPP".parse()?;
/// holdings.add(PieceType::Knight);
/// assert_eq!((holdings.count(PieceType::Pawn), holdings.total()), (2, 4));
/// assert_eq!(holdings.to_string(), "QNPP");
/// # Ok::<(), tandem_rules::NameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Holdings([u8; 5]);

impl Holdings {
    /// Maximum count of one type, almost four times the pawns of two sets. More are not counted.
    pub const MOST: u8 = 63;
    /// Empty holdings.
    pub const EMPTY: Self = Self([0; 5]);

    /// Number of pieces of this type held; always 0 for the king.
    pub const fn count(self, piece: PieceType) -> u8 {
        match piece {
            PieceType::King => 0,
            piece => self.0[piece.index()],
        }
    }

    /// True if at least one piece of this type is held.
    pub const fn has(self, piece: PieceType) -> bool {
        self.count(piece) > 0
    }

    /// True if nothing is held.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Total number of pieces held.
    pub fn total(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Iterates over the types held with their counts, pawns first.
    pub fn iter(self) -> impl Iterator<Item = (PieceType, u8)> {
        PieceType::DROPPABLE.into_iter().zip(self.0).filter(|&(_, count)| count > 0)
    }

    /// FEN letters of the pieces held, one for each piece, in the case of `color`; queens first.
    pub fn letters(self, color: Color) -> String {
        let letters = PieceType::DROPPABLE.into_iter().rev().flat_map(|piece| {
            let letter = Piece::new(color, piece).to_char();
            std::iter::repeat_n(letter, usize::from(self.count(piece)))
        });
        letters.collect()
    }

    /// Sets the count of a type, capped at [`Self::MOST`]; does nothing for the king.
    pub fn set(&mut self, piece: PieceType, count: u8) {
        if let Some(slot) = self.0.get_mut(piece.index()) {
            *slot = count.min(Self::MOST);
        }
    }

    /// Adds one piece of this type, up to [`Self::MOST`]; does nothing for the king.
    pub fn add(&mut self, piece: PieceType) {
        self.set(piece, self.count(piece) + 1);
    }

    /// Removes one piece of this type; does nothing if none is held.
    pub fn remove(&mut self, piece: PieceType) {
        self.set(piece, self.count(piece).saturating_sub(1));
    }
}

impl FromIterator<PieceType> for Holdings {
    fn from_iter<I: IntoIterator<Item = PieceType>>(pieces: I) -> Self {
        let mut holdings = Self::EMPTY;
        pieces.into_iter().for_each(|piece| holdings.add(piece));
        holdings
    }
}

/// Formats the letters of the pieces in upper case, queens first; nothing if nothing is held.
impl fmt::Display for Holdings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.letters(Color::White))
    }
}

/// Parses the letters of the pieces held, in any order and case.
impl FromStr for Holdings {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let refused =
            || NameError::new("list of pieces held", text, "up to 63 of each of Q R B N P");
        let mut holdings = Self::EMPTY;
        for letter in text.chars() {
            let piece = PieceType::from_char(letter).filter(|&piece| piece != PieceType::King);
            let piece = piece.ok_or_else(refused)?;
            if holdings.count(piece) == Self::MOST {
                return Err(refused());
            }
            holdings.add(piece);
        }
        Ok(holdings)
    }
}
