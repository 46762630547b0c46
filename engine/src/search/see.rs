//! Static exchange evaluation (SEE).

use tandem_rules::{Bitboard, Color, Move, MoveKind, PieceType, Position, Square};

use crate::eval;

/// True if a move wins at least `threshold` centipawns once all exchanges on its target square are
/// over, each side capturing with its least valuable man and stopping where that is better (SEE as
/// a threshold).
///
/// A move that captures nothing, and a drop, put the man that arrives there at stake. Only men on
/// the board take part: neither drops in between nor pins are seen.
pub(super) fn is_at_least(position: &Position, m: Move, threshold: i32) -> bool {
    let to = m.to();
    let us = position.side_to_move();
    let from = m.from().map_or(Bitboard::EMPTY, Bitboard::of);
    let mut occupied = position.occupied().without(from) | Bitboard::of(to);
    let worth = |square| eval::worth_at(position, square);
    let moved = m.from().map_or(0, worth);
    let (won, at_stake) = match m.kind() {
        MoveKind::EnPassant { from, to } => {
            let victim = Square::new(to.file(), from.rank());
            occupied = occupied.without(Bitboard::of(victim));
            (worth(victim), moved)
        }
        MoveKind::Promotion { piece, .. } => {
            let promoted = eval::promoted(position, piece);
            (worth(to) + promoted - moved, promoted)
        }
        MoveKind::Drop { piece, .. } => (0, eval::value(position.variant(), piece)),
        MoveKind::Castle { .. } => return threshold <= 0,
        MoveKind::Normal { .. } => (worth(to), moved),
    };
    // The capturing side's gain above the threshold if the exchange stops here.
    let mut balance = won - threshold;
    if balance < 0 {
        return false;
    }
    balance -= at_stake;
    if balance >= 0 {
        return true;
    }
    let mut side = !us;
    loop {
        let attackers = position.attackers_to(to, occupied) & occupied;
        let Some(taker) = least_taker(position, attackers, side) else { break };
        let is_king = position.king(side) == taker;
        if is_king && (attackers & position.men(!side)).any() {
            break; // a king cannot capture a defended man
        }
        balance = -balance - 1 - worth(taker);
        occupied = occupied.without(Bitboard::of(taker));
        side = !side;
        if balance >= 0 {
            break;
        }
    }
    side != us
}

/// True if a capture loses material, by SEE.
pub(super) fn loses(position: &Position, m: Move) -> bool {
    let worth = |square| eval::worth_at(position, square);
    // Capturing a man of at least equal value cannot lose material.
    let is_cheap = m.from().is_some_and(|from| worth(from) <= worth(m.to()));
    !is_cheap && !is_at_least(position, m, 0)
}

/// The least valuable man of `side` among the attackers.
fn least_taker(position: &Position, attackers: Bitboard, side: Color) -> Option<Square> {
    let own = attackers & position.men(side);
    let least =
        PieceType::DROPPABLE.into_iter().find_map(|piece| (own & position.of_type(piece)).first());
    least.or_else(|| own.first())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{MoveRules, Variant, notation::Fen};

    /// (position, capture, its SEE value), with pawns at 100, minor pieces at 310 and 320, rooks at
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
    fn see_values_are_those_of_the_table() {
        for &(fen, m, expected) in EXCHANGES {
            let position = Fen::position(fen, Variant::Chess, MoveRules::default()).expect("sound");
            let m = position.parse_coordinate(m).expect("legal");
            assert!(is_at_least(&position, m, expected), "{fen}");
            assert!(!is_at_least(&position, m, expected + 1), "{fen}");
            assert_eq!(loses(&position, m), expected < 0, "{fen}");
        }
    }

    #[test]
    fn a_drop_puts_at_stake_what_is_dropped() {
        let fen = "4k3/8/3p4/8/8/8/8/4K3[NP] w - - 0 1";
        let position = Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("sound");
        let at_least = |m: &str, threshold| {
            let m = position.parse_coordinate(m).expect("legal");
            is_at_least(&position, m, threshold)
        };
        let knight = eval::value(Variant::Bughouse, PieceType::Knight);
        assert!(at_least("N@f5", 0) && !at_least("N@f5", 1));
        assert!(at_least("N@e5", -knight) && !at_least("N@e5", 1 - knight));
    }

    #[test]
    fn a_promoted_piece_is_more_than_a_pawn_and_less_than_its_type() {
        let fen = "4k3/2p5/1Q~6/8/8/8/8/4K3[] b - - 0 1";
        let position = Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("sound");
        let m = position.parse_coordinate("c7b6").expect("legal");
        let [pawn, queen] =
            [PieceType::Pawn, PieceType::Queen].map(|piece| eval::value(Variant::Bughouse, piece));
        assert!(is_at_least(&position, m, pawn + 1) && !is_at_least(&position, m, queen * 2 / 3));
    }
}
