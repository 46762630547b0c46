//! Mates and near misses of every kind, confirmed by exhaustive search.

use tandem_engine::{MateLimits, MateSolver, ProofKind, Supply, Verdict};
use tandem_rules::{MoveRules, Position, Variant, notation::Fen};

use crate::exhaustive::Exhaustive;
use crate::replay::assert_line_mates;

use Variant::{Bughouse, Chess, Crazyhouse};

const ANY: Supply = Supply::ANY;
const FROZEN: Supply = Supply::Frozen;

/// (position, variant, supply of the defender, moves to mate or none, reason)
type Case = (&'static str, Variant, Supply, Option<u32>, &'static str);

const CASES: &[Case] = &[
    ("6k1/5ppp/8/8/8/8/8/3R2K1[] w - - 0 1", Bughouse, FROZEN, Some(1), "back rank"),
    ("6k1/5ppp/8/8/8/8/8/3R2K1[] w - - 0 1", Bughouse, ANY, None, "a piece arrives"),
    ("6k1/5ppp/8/8/8/8/8/3R2K1[n] w - - 0 1", Bughouse, FROZEN, None, "a drop blocks"),
    ("6k1/5ppp/8/8/8/8/8/3R2K1[p] w - - 0 1", Bughouse, FROZEN, Some(1), "no pawn on d8"),
    ("6k1/5ppp/8/8/8/8/8/3R2K1[] w - - 0 1", Crazyhouse, ANY, Some(1), "nothing arrives"),
    ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", Chess, FROZEN, Some(1), "nothing is dropped"),
    ("5r1k/6pp/7N/8/2Q5/8/8/6K1[] w - - 0 1", Bughouse, ANY, Some(2), "smothered"),
    ("5rk1/5Npp/8/8/2Q5/8/8/6K1[] w - - 0 1", Bughouse, ANY, Some(3), "a double check"),
    ("7k/5P2/6K1/8/8/8/8/8[] w - - 0 1", Bughouse, FROZEN, Some(1), "a pawn promotes"),
    ("7k/5P2/6K1/8/8/8/8/8[] w - - 0 1", Bughouse, ANY, None, "but g8 can be blocked"),
    ("4R1R1/8/8/8/8/5k2/8/4K2R[] w K - 0 1", Bughouse, FROZEN, Some(1), "castling mates"),
    ("3rkb2/3npp2/8/8/Q7/8/8/4K3[N] w - - 0 1", Bughouse, ANY, Some(1), "a pinned defender"),
    ("3rkb2/3npp2/8/8/8/8/8/4K3[N] w - - 0 1", Bughouse, ANY, Some(1), "the same unpinned"),
    ("3rkr2/8/4K3/6b1/8/8/8/8[R] w - - 0 1", Bughouse, ANY, None, "the bishop takes on e7"),
    ("3rkr2/8/4K3/6p1/8/8/8/8[R] w - - 0 1", Bughouse, ANY, Some(1), "a pawn does not"),
    ("6k1/8/8/8/8/8/8/KQ6[] w - - 0 1", Bughouse, FROZEN, None, "checks without end"),
    ("6k1/8/8/8/8/8/8/KQ6[] w - - 0 1", Bughouse, ANY, None, "checks without end, helped"),
    ("R7/8/7R/1k6/4N3/8/N1PN4/4K3[] w - - 0 1", Bughouse, ANY, Some(1), "a double step"),
    ("R7/8/7R/1k6/3pN3/8/N1PN4/4K3[] w - - 0 1", Bughouse, FROZEN, Some(3), "taken en passant"),
];

fn position(fen: &str, variant: Variant) -> Position {
    Fen::position(fen, variant, MoveRules::default()).expect(fen)
}

#[test]
fn verdicts_are_those_of_the_table() {
    for &(fen, variant, supply, expected, why) in CASES {
        let position = position(fen, variant);
        let plain = Exhaustive::new(supply, 2_000_000).shortest(&position, 3);
        let verdict = MateSolver::new(1).solve(&position, supply, MateLimits::nodes(20_000));
        let moves = match &verdict {
            Verdict::Mate(proof) => {
                assert_line_mates(&position, proof, supply);
                let is_frozen = variant == Bughouse && supply == FROZEN;
                assert_eq!(proof.kind == ProofKind::Frozen, is_frozen, "{fen}");
                Some(proof.plies.div_ceil(2) as u32)
            }
            Verdict::NoMate | Verdict::Unknown => None,
        };
        assert_eq!((moves, plain.ok().flatten()), (expected, expected), "{fen}: {why}");
    }
}
