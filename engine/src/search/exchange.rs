//! What comes of a capture when both sides go on taking on its square.

use arrayvec::ArrayVec;
use tandem_rules::{Bitboard, Color, Move, MoveKind, PieceType, Position, Square};

use crate::eval;

/// No more men than this attack one square.
const MOST: usize = 32;

/// What a capture wins once all exchanges on its square are over, in centipawns, each side taking
/// with its least man and stopping where that is better (a static exchange evaluation).
///
/// Only men on the board take part: neither drops in between nor pins are seen.
pub(super) fn value(position: &Position, m: Move) -> i32 {
    let (Some(from), to) = (m.from(), m.to()) else { return 0 };
    let us = position.side_to_move();
    let mut occupied = position.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
    let (won, mut at_stake) = match m.kind() {
        MoveKind::EnPassant { .. } => {
            let victim = Square::new(to.file(), from.rank());
            occupied = occupied.without(Bitboard::of(victim));
            (eval::worth_at(position, victim), eval::worth_at(position, from))
        }
        MoveKind::Promotion { piece, .. } => {
            let [pawn, promoted] =
                [eval::worth_at(position, from), eval::promoted(position, piece)];
            (eval::worth_at(position, to) + promoted - pawn, promoted)
        }
        _ => (eval::worth_at(position, to), eval::worth_at(position, from)),
    };
    // Each entry is what its taker is ahead if the exchange ends with it.
    let mut ahead = ArrayVec::<i32, { MOST + 1 }>::new();
    ahead.push(won);
    let mut side = !us;
    while let Some(taker) = least_taker(position, to, occupied, side) {
        let before = ahead.last().copied().unwrap_or(0);
        if ahead.try_push(at_stake - before).is_err() {
            break;
        }
        at_stake = eval::worth_at(position, taker);
        occupied = occupied.without(Bitboard::of(taker));
        side = !side;
    }
    // From the end: whoever is worse off by taking does not.
    ahead.into_iter().rev().reduce(|after, here| here.min(-after)).unwrap_or(0)
}

/// True if a capture loses material.
pub(super) fn loses(position: &Position, m: Move) -> bool {
    let worth = |square| eval::worth_at(position, square);
    // What takes something dearer cannot lose by it.
    let is_cheap = m.from().is_some_and(|from| worth(from) <= worth(m.to()));
    !is_cheap && value(position, m) < 0
}

/// The least man of a side that can take on a square; the king only what nobody defends.
fn least_taker(position: &Position, to: Square, occupied: Bitboard, side: Color) -> Option<Square> {
    let attackers = position.attackers_to(to, occupied) & occupied;
    let own = attackers & position.men(side);
    let least =
        PieceType::DROPPABLE.into_iter().find_map(|piece| (own & position.of_type(piece)).first());
    let is_defended = (attackers & position.men(!side)).any();
    least.or_else(|| own.first().filter(|_| !is_defended))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{MoveRules, Variant, notation::Fen};

    /// (position, capture, what it wins) with pawns at 100, minor pieces at 310 and 320, rooks at
    /// 500 and queens at 950.
    const EXCHANGES: &[(&str, &str, i32)] = &[
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
        ("4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", -210),
        ("4k3/8/4p3/3p4/4P3/2N5/8/4K3 w - - 0 1", "c3d5", -110),
        ("3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 310),
        ("3rk3/3r4/8/3n4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -190),
        ("4k3/8/2b5/3n4/8/8/8/3QK3 w - - 0 1", "d1d5", -640),
        ("8/8/4k3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", -210),
        ("8/8/4k3/3p4/2P5/2N5/8/4K3 w - - 0 1", "c3d5", 100),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", 100),
        ("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 310 + 850 - 950),
        ("3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 310 + 850),
        ("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", 950),
    ];

    #[test]
    fn exchanges_are_worth_what_the_table_says() {
        for &(fen, m, expected) in EXCHANGES {
            let position = Fen::position(fen, Variant::Chess, MoveRules::default()).expect("sound");
            let m = position.parse_coordinate(m).expect("legal");
            assert_eq!(value(&position, m), expected, "{fen}");
            assert_eq!(loses(&position, m), expected < 0, "{fen}");
        }
    }

    #[test]
    fn a_promoted_piece_is_more_than_a_pawn_and_less_than_its_type() {
        let fen = "4k3/2p5/1Q~6/8/8/8/8/4K3[] b - - 0 1";
        let position = Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("sound");
        let m = position.parse_coordinate("c7b6").expect("legal");
        let [pawn, queen] =
            [PieceType::Pawn, PieceType::Queen].map(|piece| eval::value(Variant::Bughouse, piece));
        let won = value(&position, m);
        assert!(pawn < won && won < queen * 2 / 3, "{won}");
    }
}
