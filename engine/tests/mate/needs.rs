//! The pieces named as lacking for a mate.

use tandem_engine::{MateLimits, MateSolver, Needs, Supply, Verdict};
use tandem_rules::{Color, Holdings, MoveRules, PieceType, Position, Variant, notation::Fen};

use crate::exhaustive::Exhaustive;

const NODES: u64 = 400_000;

fn position(fen: &str) -> Position {
    Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("the table is sound")
}

fn with_more(position: &Position, pieces: Holdings) -> Position {
    let attacker = position.side_to_move();
    let mut holdings = position.holdings(attacker);
    for (piece, count) in pieces.iter() {
        holdings.set(piece, holdings.count(piece) + count);
    }
    let mut more = position.clone();
    more.set_holdings(attacker, holdings, &mut ());
    more
}

fn verdict(position: &Position, pieces: Holdings, supply: Supply) -> Verdict {
    let position = with_more(position, pieces);
    MateSolver::new(4).solve(&position, supply, MateLimits::nodes(NODES))
}

/// Checks by fresh searches that the named pieces mate, and that none can be left out.
pub(crate) fn assert_named_rightly(position: &Position, needs: &Needs, supply: Supply) {
    let fen = position.to_fen();
    let Some(set) = needs.set else { return };
    let mates = matches!(verdict(position, set.pieces, supply), Verdict::Mate(_));
    assert!(mates, "{fen}: {needs:?}");
    for (piece, _) in set.pieces.iter() {
        let mut fewer = set.pieces;
        fewer.remove(piece);
        let verdict = verdict(position, fewer, supply);
        let plain = Exhaustive::new(supply, 50_000).shortest(&with_more(position, fewer), 2);
        let refuted = !matches!(plain, Ok(Some(_)));
        assert!(refuted && !matches!(verdict, Verdict::Mate(_)), "{fen}: {needs:?}");
        assert!(!set.is_minimal || verdict == Verdict::NoMate, "{fen}: {needs:?}");
    }
    for piece in PieceType::DROPPABLE.into_iter().filter(|&piece| needs.single.contains(piece)) {
        let one = verdict(position, Holdings::from_iter([piece]), supply);
        assert!(matches!(one, Verdict::Mate(_)), "{fen}: {needs:?} {piece}");
    }
}

/// (position, single pieces that mate, the set), with the holdings frozen.
const CASES: &[(&str, &str, &str)] = &[
    ("6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1", "N", "N"),
    ("6k1/5ppp/8/8/8/8/8/6K1[] w - - 0 1", "RQ", "R"),
    ("6k1/5ppp/8/8/8/8/8/6K1[b] w - - 0 1", "", "RN"),
];

#[test]
fn what_is_lacking_is_named() {
    for &(fen, single, set) in CASES {
        let position = position(fen);
        let needs = MateSolver::new(4).needs(&position, Supply::Frozen, MateLimits::nodes(NODES));
        assert_named_rightly(&position, &needs, Supply::Frozen);
        let named = needs.set.expect("two of each are enough");
        assert_eq!(named.pieces.letters(Color::White), set, "{fen}");
        assert!(needs.already.is_none() && named.is_minimal, "{fen}: {needs:?}");
        assert_eq!(needs.single, single.chars().filter_map(PieceType::from_char).collect());
    }
}

#[test]
fn a_side_that_mates_already_needs_no_piece() {
    let position = position("6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1");
    let needs = MateSolver::new(1).needs(&position, Supply::ANY, MateLimits::nodes(NODES));
    assert_eq!(needs.already.map(|proof| proof.plies), Some(1));
    assert_eq!((needs.set, needs.single.is_empty()), (None, true));
}
