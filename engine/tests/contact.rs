//! Contact mates compared with the rules after the drop is made.

#[allow(dead_code, reason = "shared with the laws of the rules")]
#[path = "../../rules/tests/common/mod.rs"]
mod common;

use common::lines;
use proptest::prelude::*;
use tandem_engine::contact_mates;
use tandem_rules::{
    Color, Holdings, Move, MoveRules, PieceType, PieceTypes, Position, Square, Standing, Variant,
    attacks, notation::Fen,
};

/// The contact mates, found by making every drop there is.
fn by_playing(position: &Position, attacker: Color) -> PieceTypes {
    let mut before = position.clone();
    if position.side_to_move() != attacker {
        if position.in_check() {
            return PieceTypes::NONE;
        }
        before.make_null();
    }
    PieceType::DROPPABLE.into_iter().filter(|&piece| mates_by_playing(&before, piece)).collect()
}

fn mates_by_playing(before: &Position, piece: PieceType) -> bool {
    let attacker = before.side_to_move();
    let king = before.king(!attacker);
    let near = attacks::king(king) | attacks::knight(king);
    let mut before = before.clone();
    before.set_holdings(attacker, Holdings::from_iter([piece]), &mut ());
    near.into_iter().any(|square: Square| {
        let drop = Move::drop(piece, square);
        before.is_legal(drop) && {
            let mut after = before.clone();
            let _partner_elsewhere = after.make(drop, &mut ());
            after.standing(PieceTypes::DROPPABLE) == Standing::Mated
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn contact_mates_are_those_that_playing_the_drop_shows(line in lines()) {
        line.visit(|position| {
            for attacker in Color::ALL {
                let found = contact_mates(position, attacker);
                let expected = by_playing(position, attacker);
                prop_assert_eq!(found, expected, "{} attacks in {}", attacker, position.to_fen());
            }
            Ok(())
        })?;
    }
}

/// (position, attacker, drops that mate, reason)
const CASES: &[(&str, Color, &str, &str)] = &[
    ("6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1", Color::White, "N", "smothered"),
    ("6rk/6pp/8/8/8/8/8/6K1[] b - - 0 1", Color::White, "N", "the attacker need not be on turn"),
    ("5rrk/6pp/8/8/8/8/8/6K1[] w - - 0 1", Color::White, "", "the rook takes on f7"),
    ("6k1/5ppp/8/8/8/8/8/3R2K1[] b - - 0 1", Color::White, "", "a rook on d8 can be blocked"),
    ("4kr2/8/4K3/8/8/8/8/8[] w - - 0 1", Color::White, "Q", "only a queen reaches d8 too"),
    ("3rkr2/8/4K3/8/8/8/8/8[] w - - 0 1", Color::White, "NRQ", "no flight is open"),
    ("3rkr2/8/4K3/6b1/8/8/8/8[] w - - 0 1", Color::White, "N", "the bishop takes on e7"),
    ("3rkb2/3npp2/8/8/Q7/8/8/4K3[] w - - 0 1", Color::White, "N", "the pinned d7 cannot take"),
    ("k7/1pP5/1P6/8/8/8/8/4K3[] w - - 0 1", Color::White, "RQ", "no pawn is dropped on b8"),
    ("6kr/5p1p/5P2/8/8/8/8/4K3[] w - - 0 1", Color::White, "Q", "g7 is guarded by a pawn"),
    ("4k3/8/8/8/8/8/4r3/4K3[] w - - 0 1", Color::Black, "", "the defender is in check"),
    ("3rkr2/8/4K3/8/4r3/8/8/8[] w - - 0 1", Color::White, "", "no drop answers the check"),
];

#[test]
fn contact_mates_are_those_of_the_table() {
    for &(fen, attacker, expected, why) in CASES {
        let position = Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("sound");
        let expected: PieceTypes = expected.chars().filter_map(PieceType::from_char).collect();
        assert_eq!(by_playing(&position, attacker), expected, "{fen}: {why}, by playing");
        assert_eq!(contact_mates(&position, attacker), expected, "{fen}: {why}");
    }
}
