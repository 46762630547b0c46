//! What a network sees of a position.

use tandem_rules::{Color, Piece, PieceType, Square};

use crate::architecture::{HAND, HELD, KING_BUCKETS, KINGS, MEN, PROMOTED};

/// An input of the sparse layer, as one perspective sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Feature(u16);

/// Where the features of each type begin among those of a hand.
const HELD_FROM: [usize; HELD.len()] = {
    let (mut from, mut at) = ([0; HELD.len()], 1);
    while at < HELD.len() {
        from[at] = from[at - 1] + HELD[at - 1] as usize;
        at += 1;
    }
    from
};

/// How one side sees the board: from its own end, with its king on the files a to d.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perspective {
    side: Color,
    /// What is added to a square, in bits, to see it from there.
    flip: u8,
    king_bucket: u8,
}

impl Perspective {
    /// That of a side whose king stands here.
    pub fn new(side: Color, king: Square) -> Self {
        let ranks = if side == Color::White { 0 } else { 0o70 };
        let files = if king.index() & 0o4 == 0 { 0 } else { 0o7 };
        let flip = ranks | files;
        let seen = king.index() as u8 ^ flip;
        let bucket = KING_BUCKETS[usize::from(seen >> 3) * 4 + usize::from(seen & 3)];
        Self { side, flip, king_bucket: bucket }
    }

    /// Whose it is.
    pub const fn side(self) -> Color {
        self.side
    }

    /// A number for everything but the side: perspectives with the same number see a man on a
    /// square as the same feature.
    pub const fn view(self) -> usize {
        let mirrored = (self.flip & 1) as usize;
        self.king_bucket as usize * 2 + mirrored
    }

    /// How many such numbers there are.
    pub const VIEWS: usize = 2 * KINGS;

    /// A man on the board.
    pub fn man(self, piece: Piece, square: Square) -> Feature {
        let of_type = self.whose(piece.color) * 6 + piece.piece_type.index();
        let at = usize::from(self.king_bucket) * MEN + of_type * 64 + self.seen(square);
        Feature(at as u16)
    }

    /// That the man there was a pawn.
    pub fn promoted(self, color: Color, square: Square) -> Feature {
        Feature((KINGS * MEN + self.whose(color) * 64 + self.seen(square)) as u16)
    }

    /// That a hand holds at least so many pieces of a type; `None` for none, and beyond what is
    /// seen.
    pub fn held(self, color: Color, piece: PieceType, count: u8) -> Option<Feature> {
        let most = *HELD.get(piece.index())?;
        let at = KINGS * MEN + PROMOTED + self.whose(color) * HAND + HELD_FROM[piece.index()];
        (1..=most).contains(&count).then(|| Feature((at + usize::from(count) - 1) as u16))
    }

    /// 0 for its own, 1 for the others.
    fn whose(self, color: Color) -> usize {
        usize::from(color != self.side)
    }

    fn seen(self, square: Square) -> usize {
        square.index() ^ usize::from(self.flip)
    }
}

impl Feature {
    /// Its place among all.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::architecture::FEATURES;
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
            }
        }
        assert_eq!(seen.len(), FEATURES);
        assert_eq!(seen.last(), Some(&(FEATURES - 1)));
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
