//! What is different where a game has one board.

use tandem_rules::notation::Fen;
use tandem_rules::{MoveRules, Position, Variant};

fn position(fen: &str, variant: Variant) -> Position {
    Fen::position(fen, variant, MoveRules::FICS).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Which game, two positions, and whether one repeats the other.
const REPEATED: &[(Variant, &str, &str, bool)] = &[
    // holdings
    (
        Variant::Bughouse,
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        true,
    ),
    (
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        false,
    ),
    (
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Qn] w - - 4 9",
        true,
    ),
    // promoted marks
    (
        Variant::Crazyhouse,
        "4k3/8/8/8/8/8/8/3QK3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/3Q~K3[] w - - 0 1",
        false,
    ),
    (Variant::Chess, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3Q~K3 w - - 0 1", true),
    // turn and castling
    (Variant::Chess, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1", false),
    (Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
    // en passant: possible, without a pawn beside, and with a pawn that is pinned
    (
        Variant::Chess,
        "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1",
        "4k3/8/8/1Pp5/8/8/8/4K3 w - - 0 1",
        false,
    ),
    (Variant::Chess, "4k3/8/8/P1p5/8/8/8/4K3 w - c6 0 1", "4k3/8/8/P1p5/8/8/8/4K3 w - - 0 1", true),
    (Variant::Chess, "4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1", "4k3/8/8/KPp4r/8/8/8/8 w - - 0 1", true),
];

#[test]
fn a_position_repeats_another_if_the_same_can_be_played() {
    for &(variant, one, other, expected) in REPEATED {
        let [first, second] = [one, other].map(|fen| position(fen, variant).repetition_key());
        assert_eq!(first == second, expected, "{one} and {other}");
    }
}

#[test]
fn a_chess_position_is_written_as_chess_programs_write_it() {
    let before = "3Q~4/P5k1/8/8/8/8/8/4K3[] w - - 0 1";
    for (variant, expected) in [
        (Variant::Crazyhouse, "Q~2Q~4/6k1/8/8/8/8/8/4K3[] b - - 0 1"),
        (Variant::Chess, "Q2Q4/6k1/8/8/8/8/8/4K3 b - - 0 1"),
    ] {
        let mut position = position(before, variant);
        let m = position.parse_san("a8=Q").expect("legal");
        let _nobody_gets_it = position.make(m, &mut ());
        assert_eq!(position.to_fen(), expected);
    }
}
