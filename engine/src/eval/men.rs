//! Place and mobility of the men of one color, and their attacks.

use tandem_rules::{Bitboard, Color, PieceType, Position, Square, attacks};

use super::layout::{COVERED, MOBILITY, PLACE, REACH, RING};
use super::tally::Tally;

/// The squares that the men of one color attack.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    pub(super) by_pawns: Bitboard,
    /// Attacked by men other than the king.
    pub(super) covered: Bitboard,
    pub(super) attacked: Bitboard,
}

/// The index of a square from its owner's side, with the files e to h mirrored onto d to a: 0 to
/// 31.
const FOLDED: [[u8; 64]; 2] = folded();

const fn folded() -> [[u8; 64]; 2] {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let file = if file < 4 { file } else { 7 - file };
        table[0][square] = (rank * 4 + file) as u8;
        table[1][square] = ((7 - rank) * 4 + file) as u8;
        square += 1;
    }
    table
}

/// The squares that the pawns of one color attack, westward and eastward.
pub(super) fn pawn_attacks(position: &Position, color: Color) -> [Bitboard; 2] {
    let forward = position.pieces(color, PieceType::Pawn).forward(color);
    [forward.west(), forward.east()]
}

/// Counts the men of `color`: their worth, and the danger to the enemy king. Returns their attacks.
pub(super) fn count<T: Tally>(
    position: &Position,
    color: Color,
    enemy_pawns: Bitboard,
    worth: &mut T,
    danger: &mut T,
) -> Reach {
    let ring = attacks::king(position.king(!color));
    let occupied = position.occupied();
    let [west, east] = pawn_attacks(position, color);
    let by_pawns = west | east;
    let mut covered = by_pawns;
    danger.add(RING.at(0), ((west & ring).count() + (east & ring).count()) as i32);
    place(worth, PieceType::Pawn, color, position.pieces(color, PieceType::Pawn));
    let open = !(position.men(color) | enemy_pawns);
    let mut see = |piece: PieceType, reached: fn(Square, Bitboard) -> Bitboard| {
        for square in position.pieces(color, piece) {
            let reached = reached(square, occupied);
            covered |= reached;
            place(worth, piece, color, Bitboard::of(square));
            let kind = piece.index() - 1;
            worth.add(MOBILITY.at(kind * REACH + (reached & open).count()), 1);
            if (reached & ring).any() {
                danger.add(RING.at(piece.index()), (reached & ring).count() as i32);
            }
        }
    };
    see(PieceType::Knight, |square, _| attacks::knight(square));
    see(PieceType::Bishop, attacks::bishop);
    see(PieceType::Rook, attacks::rook);
    see(PieceType::Queen, attacks::queen);
    let king = position.king(color);
    place(worth, PieceType::King, color, Bitboard::of(king));
    let pawns = position.pieces(color, PieceType::Pawn);
    let minors =
        position.pieces(color, PieceType::Knight) | position.pieces(color, PieceType::Bishop);
    worth.add(COVERED.at(0), (pawns & by_pawns).count() as i32);
    worth.add(COVERED.at(1), (minors & by_pawns).count() as i32);
    Reach { by_pawns, covered, attacked: covered | attacks::king(king) }
}

#[inline]
fn place<T: Tally>(worth: &mut T, piece: PieceType, color: Color, men: Bitboard) {
    for square in men {
        let square = FOLDED[color.index()][square.index()];
        worth.add(PLACE.at(piece.index() * 32 + usize::from(square)), 1);
    }
}
