//! Laws of the key of the holdings: it tells what players see apart, and nothing else.

use proptest::prelude::*;
use tandem_rules::notation::Fen;
use tandem_rules::{
    Color, EnPassant, Handoff, Holdings, Move, MoveRules, PieceType, Position, Setup, Variant,
};

fn after(moves: &[&str], rules: MoveRules) -> Position {
    let mut position = Position::start(Variant::Bughouse, rules);
    for text in moves {
        let m = position.parse_san(text).expect("the table holds legal moves");
        let _partner_elsewhere = position.make(m, &mut ());
    }
    position
}

/// Two orders of the same moves, and whether the positions at their ends are the same.
const ORDERS: &[(&[&str], &[&str], bool)] = &[
    (&["d4", "d5", "e4"], &["e4", "d5", "d4"], true),
    (&["e4", "e6", "d4", "d5"], &["d4", "d5", "e4", "e6"], true),
    // The pawn on d4 can capture on e3 or c3 in the second order only.
    (&["e4", "d5", "a3", "d4", "c3"], &["c3", "d5", "a3", "d4", "e4"], false),
    (&["c4", "d5", "a3", "d4", "e3"], &["e3", "d5", "a3", "d4", "c4"], false),
];

#[test]
fn positions_that_differ_in_a_right_nobody_can_use_have_one_key() {
    let keys = |moves, rules| {
        let position = after(moves, rules);
        (position.placement_key(), position.holdings_key())
    };
    for rules in [MoveRules::FICS, MoveRules::FIDE, MoveRules::WBN] {
        for &(first, second, are_same) in ORDERS {
            let same = keys(first, rules) == keys(second, rules);
            assert_eq!(same, are_same, "{first:?} and {second:?}");
        }
    }
}

fn setup(fen: &str) -> Setup {
    Fen::parse(fen).expect("a sound position").setup
}

/// The setup of a position with just as much as players see of it.
fn seen(position: &Position) -> Setup {
    let usable = |right: &EnPassant| {
        let legal = |m: &Move| *m == Move::en_passant(m.from().unwrap_or(m.to()), right.target);
        position.legal_moves().iter().any(legal)
    };
    let en_passant = position.en_passant().filter(usable).map(|right| right.target);
    Setup { en_passant, ..position.to_setup() }
}

/// A position from which double steps, captures en passant and drops of pawns are frequent.
const PAWNS: &str = "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3[Pp] w - - 0 1";

proptest! {
    #[test]
    fn the_key_is_that_of_the_position_as_it_is_seen(
        start in proptest::sample::select(vec![Setup::start(), setup(PAWNS)]),
        numbers in proptest::collection::vec(any::<u16>(), 0..60),
    ) {
        let mut position = Position::from_setup(&start, Variant::Bughouse, MoveRules::FICS)
            .expect("both starts are sound");
        for number in numbers {
            let again = Position::from_setup(&seen(&position), Variant::Bughouse, MoveRules::FIDE);
            let again = again.expect("the setup of a position is one");
            prop_assert_eq!(again.holdings_key(), position.holdings_key(), "{}", position.to_fen());
            let moves = position.legal_moves();
            if moves.is_empty() { break }
            let handoff = position.make(moves[usize::from(number) % moves.len()], &mut ());
            // What one player captures, the other gets, so that drops are frequent.
            if let Some(Handoff { color, piece }) = handoff {
                position.receive(Handoff { color, piece }, &mut ());
            }
        }
    }

    #[test]
    fn a_piece_more_in_hand_changes_the_key_until_it_is_gone(
        piece in proptest::sample::select(&PieceType::DROPPABLE[..]),
        color in proptest::sample::select(&Color::ALL[..]),
    ) {
        let mut position = after(&["e4", "d5"], MoveRules::FICS);
        let before = position.holdings_key();
        position.set_holdings(color, [piece].into_iter().collect(), &mut ());
        prop_assert_ne!(position.holdings_key(), before);
        position.set_holdings(color, Holdings::EMPTY, &mut ());
        prop_assert_eq!(position.holdings_key(), before);
    }
}

#[test]
fn a_promoted_mark_changes_the_key() {
    let key =
        |fen| Fen::position(fen, Variant::Bughouse, MoveRules::FICS).map(|p| p.holdings_key());
    assert_ne!(key("4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1"), key("4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1"));
}
