//! Moves on one board, packed into 16 bits.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::name::NameError;
use crate::{PieceType, Square};

/// A move on one board in 16 bits; `Option<Move>` has the same size.
///
/// | bits  | meaning                                                             |
/// |-------|---------------------------------------------------------------------|
/// | 0-5   | target square; for castling the square of the rook                  |
/// | 6-11  | origin square; for a drop the piece type                            |
/// | 12-15 | tag: 0 normal, 1 castle, 2 en passant, 3 drop, 4-7 promotion (N-Q)  |
///
/// ```
/// use tandem_rules::{Move, MoveKind, PieceType, Square};
///
/// let m: Move = "N@f3".parse()?;
/// let f3: Square = "f3".parse()?;
/// assert_eq!(m, Move::drop(PieceType::Knight, f3));
/// assert_eq!(m.kind(), MoveKind::Drop { piece: PieceType::Knight, to: f3 });
/// assert_eq!(m.to_string(), "N@f3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A move does not say on which board it is played, and sitting is not a move; both are part of
/// [`TeamAction`](crate::TeamAction).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "MoveKind", try_from = "MoveKind"))]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// A [`Move`] unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum MoveKind {
    /// A move or capture of one piece, other than en passant and promotion.
    Normal {
        /// Origin square.
        from: Square,
        /// Target square.
        to: Square,
    },
    /// Castling, given by the squares of the king and of its rook.
    Castle {
        /// Square of the king before castling.
        king: Square,
        /// Square of the rook before castling.
        rook: Square,
    },
    /// An en passant capture.
    EnPassant {
        /// Origin square of the capturing pawn.
        from: Square,
        /// Target square, behind the captured pawn.
        to: Square,
    },
    /// A drop of a piece from the holdings.
    Drop {
        /// Type of the dropped piece.
        piece: PieceType,
        /// Target square, which must be empty.
        to: Square,
    },
    /// A pawn move or capture that reaches the last rank.
    Promotion {
        /// Origin square of the pawn.
        from: Square,
        /// Target square.
        to: Square,
        /// Piece type that the pawn becomes: queen, rook, bishop or knight.
        piece: PieceType,
    },
}

const CASTLE: u16 = 1;
const EN_PASSANT: u16 = 2;
const DROP: u16 = 3;
const PROMOTION: u16 = 4; // to a knight; 5, 6, 7 are bishop, rook, queen

impl Move {
    const fn pack(tag: u16, origin: usize, target: Square) -> Self {
        let bits = tag << 12 | (origin as u16) << 6 | target.index() as u16;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // Only a1a1 is all zeros; it becomes h8h8, which is as illegal.
            None => Self(NonZeroU16::new(0o7777).expect("not zero")),
        }
    }

    /// A move or capture of one piece, other than en passant and promotion.
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::pack(0, from.index(), to)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    pub const fn castle(king: Square, rook: Square) -> Self {
        Self::pack(CASTLE, king.index(), rook)
    }

    /// An en passant capture by the pawn on `from`, which ends on `to`.
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(EN_PASSANT, from.index(), to)
    }

    /// A drop of `piece` on `to`.
    ///
    /// # Panics
    /// If `piece` is a king, which is never held.
    pub const fn drop(piece: PieceType, to: Square) -> Self {
        assert!(!matches!(piece, PieceType::King), "a king cannot be dropped");
        Self::drop_held(piece, to)
    }

    /// A drop of a piece that comes from holdings, so that it is no king.
    pub(crate) const fn drop_held(piece: PieceType, to: Square) -> Self {
        Self::pack(DROP, piece.index(), to)
    }

    /// A promotion to `piece`; a pawn or a king is taken as a queen.
    pub const fn promotion(from: Square, to: Square, piece: PieceType) -> Self {
        let tag = match piece {
            PieceType::Knight => PROMOTION,
            PieceType::Bishop => PROMOTION + 1,
            PieceType::Rook => PROMOTION + 2,
            PieceType::Queen | PieceType::Pawn | PieceType::King => PROMOTION + 3,
        };
        Self::pack(tag, from.index(), to)
    }

    /// The move with these bits; `None` if they encode no move: zero, an unknown tag, or a drop of
    /// something that cannot be dropped.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let known = match bits >> 12 {
            DROP => (bits >> 6 & 63) < 5,
            tag => tag < 8,
        };
        match NonZeroU16::new(bits) {
            Some(bits) if known => Some(Self(bits)),
            _ => None,
        }
    }

    /// The 16 bits of the move, never zero.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    const fn tag(self) -> u16 {
        self.bits() >> 12
    }

    /// The target square; for castling the square of the rook.
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.bits())
    }

    /// The origin square, for castling the square of the king; `None` for a drop.
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() { None } else { Some(self.origin()) }
    }

    /// The origin, if it is no drop, and the target, as a board marks them.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.from().into_iter().chain([self.to()])
    }

    const fn origin(self) -> Square {
        Square::from_low_bits(self.bits() >> 6)
    }

    /// True for a drop from the holdings.
    pub const fn is_drop(self) -> bool {
        self.tag() == DROP
    }

    /// True for castling.
    pub const fn is_castle(self) -> bool {
        self.tag() == CASTLE
    }

    /// True for a promotion.
    pub const fn is_promotion(self) -> bool {
        self.tag() >= PROMOTION
    }

    /// Unpacks the move.
    pub const fn kind(self) -> MoveKind {
        let (from, to) = (self.origin(), self.to());
        match self.tag() {
            0 => MoveKind::Normal { from, to },
            CASTLE => MoveKind::Castle { king: from, rook: to },
            EN_PASSANT => MoveKind::EnPassant { from, to },
            DROP => MoveKind::Drop { piece: self.dropped(), to },
            PROMOTION => MoveKind::Promotion { from, to, piece: PieceType::Knight },
            5 => MoveKind::Promotion { from, to, piece: PieceType::Bishop },
            6 => MoveKind::Promotion { from, to, piece: PieceType::Rook },
            _ => MoveKind::Promotion { from, to, piece: PieceType::Queen },
        }
    }

    const fn dropped(self) -> PieceType {
        match PieceType::from_index(self.bits() >> 6 & 7) {
            Some(piece) => piece,
            None => PieceType::Pawn, // `from_bits` lets no other value in
        }
    }
}

impl From<Move> for MoveKind {
    fn from(m: Move) -> Self {
        m.kind()
    }
}

/// Packs a move. A drop of a king and a promotion to a pawn or a king are refused.
impl TryFrom<MoveKind> for Move {
    type Error = NameError;

    fn try_from(kind: MoveKind) -> Result<Self, NameError> {
        use PieceType::{King, Pawn};
        let refused = |piece: PieceType, expected| {
            Err(NameError::new("piece of such a move", piece.name(), expected))
        };
        Ok(match kind {
            MoveKind::Drop { piece: King, .. } => return refused(King, "any type but the king"),
            MoveKind::Promotion { piece: piece @ (Pawn | King), .. } => {
                return refused(piece, "queen, rook, bishop or knight");
            }
            MoveKind::Normal { from, to } => Self::normal(from, to),
            MoveKind::Castle { king, rook } => Self::castle(king, rook),
            MoveKind::EnPassant { from, to } => Self::en_passant(from, to),
            MoveKind::Drop { piece, to } => Self::drop(piece, to),
            MoveKind::Promotion { from, to, piece } => Self::promotion(from, to, piece),
        })
    }
}

/// Formats the move in coordinates as CECP and UCI do, with castling as king takes rook.
///
/// The text of a move that depends on the position is made in [`notation`](crate::notation).
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Formats the move in coordinates as CECP and UCI do, with castling as king takes rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            MoveKind::Drop { piece, to } => write!(f, "{}@{to}", piece.to_char()),
            MoveKind::Promotion { from, to, piece } => {
                write!(f, "{from}{to}{}", piece.to_char().to_ascii_lowercase())
            }
            MoveKind::Normal { from, to }
            | MoveKind::EnPassant { from, to }
            | MoveKind::Castle { king: from, rook: to } => write!(f, "{from}{to}"),
        }
    }
}

/// Parses a drop, a promotion or a plain move in coordinates: `N@f3`, `e7e8q`, `e2e4`.
///
/// Castling and en passant look like plain moves and are read as such, which no position accepts:
/// [`Position::parse_coordinate`](crate::Position::parse_coordinate) tells them apart.
impl FromStr for Move {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let refused = || NameError::new("move", text, "one such as e2e4, e7e8q or N@f3");
        let squares = |from: &str, to: &str| Some((from.parse().ok()?, to.parse().ok()?));
        let droppable = |piece: &PieceType| *piece != PieceType::King;
        let promotes = |piece: &PieceType| !matches!(piece, PieceType::Pawn | PieceType::King);
        let m = match (text.is_ascii(), text.len()) {
            (true, 4) if text.as_bytes()[1] == b'@' => {
                let piece: Option<PieceType> = text[..1].parse().ok().filter(droppable);
                piece.zip(text[2..].parse().ok()).map(|(piece, to)| Self::drop(piece, to))
            }
            (true, 4) => squares(&text[..2], &text[2..]).map(|(from, to)| Self::normal(from, to)),
            (true, 5) => {
                let piece: Option<PieceType> = text[4..].parse().ok().filter(promotes);
                let squares = squares(&text[..2], &text[2..4]);
                squares.zip(piece).map(|((from, to), piece)| Self::promotion(from, to, piece))
            }
            _ => None,
        };
        m.ok_or_else(refused)
    }
}

/// A list of at most 512 moves, stored inline: room for all legal moves of a position.
///
/// The bound is found by search, not proved. Chess has positions with 218 moves; five types in hand
/// add five moves for each empty square, and the pawns of two sets can make more queens. Simulated
/// annealing over the positions that two sets allow has found none with more than 461 moves, the
/// position of the test `the_position_with_most_moves_known_fits`. Queens beyond a dozen take more
/// squares from each other and from the drops than they add.
#[derive(Clone, Default, Debug)]
pub struct MoveList(ArrayVec<Move, 512>);

impl MoveList {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a move. A move beyond the 512th, which only an artificial position could have, is left
    /// out; debug builds panic.
    #[inline]
    pub fn push(&mut self, m: Move) {
        let pushed = self.0.try_push(m);
        debug_assert!(pushed.is_ok(), "more than 512 moves");
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl std::ops::DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

/// Collects moves; those beyond the 512th are left out, as by [`MoveList::push`].
impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        moves.into_iter().for_each(|m| list.push(m));
        list
    }
}

/// Goes through the moves.
///
/// ```
/// use tandem_rules::Position;
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1".parse()?;
/// let mut next = Vec::new();
/// for m in position.legal_moves() {
///     next.push(position.coordinate(m).to_string());
/// }
/// assert_eq!(next.len(), 5);
/// # Ok::<(), tandem_rules::notation::FenError>(())
/// ```
impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, 512>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_and_packing_again_changes_nothing() {
        for m in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert_eq!(Move::try_from(m.kind()), Ok(m));
        }
    }

    #[test]
    fn drops_promotions_and_plain_moves_survive_their_text() {
        for m in (0..=u16::MAX).filter_map(Move::from_bits) {
            let (MoveKind::Castle { king: from, rook: to } | MoveKind::EnPassant { from, to }) =
                m.kind()
            else {
                assert_eq!(m.to_string().parse(), Ok(m));
                continue;
            };
            assert_eq!(m.to_string().parse(), Ok(Move::normal(from, to)));
        }
        for text in ["", "e2", "e2e4e", "e7e8k", "e7e8p", "K@e4", "@e4", "O-O", "éé", "e2é4"] {
            assert_eq!(text.parse::<Move>().expect_err("no move").text(), text);
        }
    }

    #[test]
    #[should_panic(expected = "a king cannot be dropped")]
    fn a_king_is_not_dropped() {
        let _no_move = Move::drop(PieceType::King, "e4".parse().expect("a square"));
    }

    #[test]
    fn the_position_with_most_moves_known_fits() {
        let fen = "k1K1Q3/BNQ4Q/Q4Q2/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2[QRBNP] w - - 0 1";
        let position: crate::Position = fen.parse().expect("sound");
        assert_eq!((position.legal_moves().len(), position.count_legal()), (461, 461));
    }
}
