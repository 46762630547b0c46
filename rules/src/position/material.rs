//! Mating material.

use crate::{Bitboard, Color, PieceType, Variant};

use super::Position;

const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

impl Position {
    /// True if the material on this board is insufficient: fewer than two minor pieces in all and
    /// nothing else but kings, holdings ignored. In chess, where nothing is dropped, any number of
    /// bishops on squares of one color is insufficient as well.
    pub fn lacks_material(&self) -> bool {
        match self.variant {
            Variant::Chess => Color::ALL.into_iter().all(|color| !self.can_mate(color)),
            Variant::Bughouse | Variant::Crazyhouse => {
                self.majors().is_empty() && !self.minors().more_than_one()
            }
        }
    }

    /// True if `color` has mating material on this board: a pawn, rook or queen, or two minor
    /// pieces. Holdings do not count.
    ///
    /// In chess, a minor piece is enough if the opponent's pieces could help it to mate (FIDE Laws
    /// 6.9), and bishops on squares of one color count as one piece.
    pub fn can_mate(&self, color: Color) -> bool {
        let ours = self.men(color);
        let minors = self.minors() & ours;
        if (self.majors() & ours).any() {
            return true;
        }
        match self.variant {
            Variant::Chess => self.can_be_helped_to_mate(color, minors),
            Variant::Bughouse | Variant::Crazyhouse => minors.more_than_one(),
        }
    }

    /// True if `color`, which has minor pieces only, could mate with the help of pieces that block
    /// their own king. Queens do not help against a lone knight: they would capture it. Bishops on
    /// squares of one color need a piece that blocks a square of the other color.
    fn can_be_helped_to_mate(&self, color: Color, minors: Bitboard) -> bool {
        let [knights, bishops, queens, kings] =
            [PieceType::Knight, PieceType::Bishop, PieceType::Queen, PieceType::King]
                .map(|piece| self.of_type(piece));
        if (minors & knights).any() {
            return minors.more_than_one() || self.men(!color).without(queens | kings).any();
        }
        let on_one_color =
            (bishops & DARK_SQUARES).is_empty() || bishops.without(DARK_SQUARES).is_empty();
        let has_other_men = (knights | self.of_type(PieceType::Pawn)).any();
        minors.any() && (!on_one_color || has_other_men)
    }

    /// Pawns, rooks and queens of both colors.
    fn majors(&self) -> Bitboard {
        self.of_type(PieceType::Pawn)
            | self.of_type(PieceType::Rook)
            | self.of_type(PieceType::Queen)
    }

    /// Knights and bishops of both colors.
    fn minors(&self) -> Bitboard {
        self.of_type(PieceType::Knight) | self.of_type(PieceType::Bishop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveRules;
    use crate::notation::Fen;

    /// (FEN, chess, other variants); each array tells if White can mate, if Black can, and if the
    /// position lacks material.
    type Case = (&'static str, [bool; 3], [bool; 3]);

    const NOBODY: [bool; 3] = [false, false, true];
    const WHITE: [bool; 3] = [true, false, false];
    const BOTH: [bool; 3] = [true, true, false];
    /// Neither color by its own pieces alone, but the position does not lack material.
    const TOGETHER: [bool; 3] = [false; 3];

    const CASES: &[Case] = &[
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", NOBODY, NOBODY),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", NOBODY, NOBODY),
        ("4k3/8/8/8/8/8/8/3BK3 w - - 0 1", NOBODY, NOBODY),
        ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", WHITE, WHITE),
        ("4k3/8/8/8/8/8/8/2BBK3 w - - 0 1", WHITE, WHITE),
        ("4k3/8/8/8/8/8/8/1B1BK3 w - - 0 1", NOBODY, WHITE),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", WHITE, WHITE),
        ("3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", BOTH, TOGETHER),
        ("3nk3/8/8/8/8/8/8/3BK3 w - - 0 1", BOTH, TOGETHER),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", NOBODY, TOGETHER),
        ("4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1", BOTH, TOGETHER),
        ("3qk3/8/8/8/8/8/8/3NK3 b - - 0 1", [false, true, false], [false, true, false]),
        ("3rk3/8/8/8/8/8/8/3NK3 b - - 0 1", BOTH, [false, true, false]),
        ("3rk3/8/8/8/8/8/8/3BK3 b - - 0 1", [false, true, false], [false, true, false]),
        ("4k3/p7/8/8/8/8/8/3BK3 w - - 0 1", BOTH, [false, true, false]),
    ];

    #[test]
    fn mating_material_is_as_in_the_table() {
        for &(fen, chess, elsewhere) in CASES {
            for (variant, expected) in [
                (Variant::Chess, chess),
                (Variant::Crazyhouse, elsewhere),
                (Variant::Bughouse, elsewhere),
            ] {
                let position = Fen::position(fen, variant, MoveRules::FICS).expect("sound");
                let [white, black] = Color::ALL.map(|color| position.can_mate(color));
                assert_eq!(
                    [white, black, position.lacks_material()],
                    expected,
                    "{fen} {variant:?}"
                );
            }
        }
    }
}
