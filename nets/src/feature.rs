//! The inputs of a network: features of a position, seen from one of two perspectives.

use tandem_rules::{Color, Piece, PieceType, Square};

use crate::architecture::{FEATURES, HAND, HELD, KING_BUCKETS, KINGS, MEN, PROMOTED, THREATS};

/// An input of the sparse layer, seen from one perspective.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Feature(u16);

/// Offset of each piece type among the holdings features of one side.
const HELD_FROM: [usize; HELD.len()] = {
    let (mut from, mut at) = ([0; HELD.len()], 1);
    while at < HELD.len() {
        from[at] = from[at - 1] + HELD[at - 1] as usize;
        at += 1;
    }
    from
};

/// The board seen from one side: its own end at the bottom, its king mirrored to the files a to d.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perspective {
    side: Color,
    /// Bits flipped in a square index: `0o70` mirrors the ranks, `0o7` the files.
    flip: u8,
    king_bucket: u8,
}

impl Perspective {
    /// The perspective of `side` with its king on `king`.
    pub fn new(side: Color, king: Square) -> Self {
        let ranks = if side == Color::White { 0 } else { 0o70 };
        let files = if king.index() & 0o4 == 0 { 0 } else { 0o7 };
        let flip = ranks | files;
        let seen = king.index() as u8 ^ flip;
        let bucket = KING_BUCKETS[usize::from(seen >> 3) * 4 + usize::from(seen & 3)];
        Self { side, flip, king_bucket: bucket }
    }

    /// The side whose perspective this is.
    pub const fn side(self) -> Color {
        self.side
    }

    /// Index of this perspective among those of its side, below [`Self::VIEWS`]: perspectives of
    /// one side with the same index map pieces and squares to the same features.
    pub const fn view(self) -> usize {
        let mirrored = (self.flip & 1) as usize;
        self.king_bucket as usize * 2 + mirrored
    }

    /// Number of views of a side: king buckets, each mirrored or not.
    pub const VIEWS: usize = 2 * KINGS;

    /// The feature of a piece on a square.
    pub fn man(self, piece: Piece, square: Square) -> Feature {
        let of_type = self.whose(piece.color) * 6 + piece.piece_type.index();
        let at = usize::from(self.king_bucket) * MEN + of_type * 64 + self.seen(square);
        Feature(at as u16)
    }

    /// The feature that marks the piece on a square as promoted.
    pub fn promoted(self, color: Color, square: Square) -> Feature {
        Feature((KINGS * MEN + self.whose(color) * 64 + self.seen(square)) as u16)
    }

    /// The feature of holding at least `count` pieces of a type. `None` for a king, and if `count`
    /// is 0 or above the type's limit in [`HELD`].
    pub fn held(self, color: Color, piece: PieceType, count: u8) -> Option<Feature> {
        let most = *HELD.get(piece.index())?;
        let at = KINGS * MEN + PROMOTED + self.whose(color) * HAND + HELD_FROM[piece.index()];
        (1..=most).contains(&count).then(|| Feature((at + usize::from(count) - 1) as u16))
    }

    /// The feature of a kind of threats against a side, which must be below [`THREATS`]. It is active as
    /// often as the kind occurs in [`Threats`](crate::Threats).
    pub(crate) fn threat(self, side: Color, kind: u8) -> Feature {
        Feature((FEATURES + self.whose(side) * THREATS) as u16 + u16::from(kind))
    }

    /// 0 for the own color, 1 for the other.
    fn whose(self, color: Color) -> usize {
        usize::from(color != self.side)
    }

    fn seen(self, square: Square) -> usize {
        square.index() ^ usize::from(self.flip)
    }
}

impl Feature {
    /// Index among all features of a perspective: below [`FEATURES`](crate::architecture::FEATURES), and
    /// from there on the threats, those against the own side first.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All features of a perspective but the threats, by index.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FEATURES).map(|index| Self(index as u16))
    }

    /// True if there are positions with this feature: pawns are never on the first or the last rank,
    /// and the own king is always seen on the files a to d.
    pub const fn occurs(self) -> bool {
        let index = self.index();
        if index >= KINGS * MEN {
            return true;
        }
        let (of_type, square) = (index % MEN / 64, index % 64);
        let (is_own, piece) = (of_type < 6, of_type % 6);
        if piece == PieceType::Pawn.index() {
            !matches!(square >> 3, 0 | 7)
        } else {
            !is_own || piece != PieceType::King.index() || square & 0o4 == 0
        }
    }

    #[cfg(test)]
    pub(crate) const fn at(index: usize) -> Self {
        Self(index as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }

    #[test]
    fn each_feature_has_a_place_of_its_own_and_none_is_left_out() {
        let mut seen = BTreeSet::new();
        for king in Square::all().filter(|king| king.index() & 0o4 == 0) {
            let perspective = Perspective::new(Color::White, king);
            for color in Color::ALL {
                for at in Square::all() {
                    seen.insert(perspective.promoted(color, at).index());
                    for piece_type in PieceType::ALL {
                        seen.insert(perspective.man(Piece::new(color, piece_type), at).index());
                    }
                }
                for piece in PieceType::DROPPABLE {
                    let held = (0..=20).filter_map(|count| perspective.held(color, piece, count));
                    seen.extend(held.map(Feature::index));
                }
                let threats = (0..THREATS).map(|kind| perspective.threat(color, kind as u8));
                seen.extend(threats.map(Feature::index));
            }
        }
        assert_eq!(seen.len(), FEATURES + 2 * THREATS);
        assert_eq!(seen.last(), Some(&(FEATURES + 2 * THREATS - 1)));
    }

    #[test]
    fn the_features_that_occur_are_those_of_pieces_that_can_stand_where_they_are() {
        let mut seen = BTreeSet::new();
        for king in Square::all() {
            let perspective = Perspective::new(Color::White, king);
            let mut see = |color, piece, at| {
                seen.insert(perspective.man(Piece::new(color, piece), at).index());
            };
            see(Color::White, PieceType::King, king);
            for at in Square::all() {
                see(Color::Black, PieceType::King, at);
                let is_end = matches!(at.index() >> 3, 0 | 7);
                for piece in PieceType::DROPPABLE {
                    if piece != PieceType::Pawn || !is_end {
                        see(Color::White, piece, at);
                        see(Color::Black, piece, at);
                    }
                }
            }
        }
        let men = Feature::all().take(KINGS * MEN).filter(|feature| feature.occurs());
        assert!(men.map(Feature::index).eq(seen));
        assert!(Feature::all().skip(KINGS * MEN).all(Feature::occurs));
    }

    #[test]
    fn both_sides_and_both_wings_see_the_same() {
        let see = |side, king, color, at| {
            let pawn = Piece::new(color, PieceType::Pawn);
            Perspective::new(side, square(king)).man(pawn, square(at))
        };
        let expected = see(Color::White, "b1", Color::White, "c3");
        assert_eq!(see(Color::White, "g1", Color::White, "f3"), expected);
        assert_eq!(see(Color::Black, "b8", Color::Black, "c6"), expected);
        assert_eq!(see(Color::Black, "g8", Color::Black, "f6"), expected);
        assert_ne!(see(Color::Black, "g8", Color::White, "f6"), expected);
    }
}
