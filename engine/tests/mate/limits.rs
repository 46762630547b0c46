//! Limits of a mate search, and its reproducibility.

use tandem_engine::{MateLimits, MateSolver, Supply, Verdict};
use tandem_rules::{MoveRules, Position, Variant, notation::Fen};

/// A mate in five, one in three and a perpetual check.
const POSITIONS: &[&str] = &[
    "rn1q1R2/pp1k1pPp/2p1pn2/8/3P4/5N1p/P1P1BPPP/b2Q1RK1[QNNPPPqp] w - - 1 20",
    "r4b2/pppk3p/5Pb1/5p1B/8/3P1N2/PPrBKPPP/R7[QRBNNPPqrbnnpp] w - - 0 37",
    "6k1/5ppp/4p3/8/8/8/2q2PPP/1Q4K1[] w - - 0 1",
];

fn positions() -> impl Iterator<Item = Position> {
    let parse =
        |fen: &&str| Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("sound");
    POSITIONS.iter().map(parse)
}

#[test]
fn no_mate_is_claimed_beyond_the_nodes() {
    for position in positions() {
        for nodes in (0..400).chain((400..20_000).step_by(397)) {
            for supply in [Supply::Frozen, Supply::ANY] {
                let limits = MateLimits::nodes(nodes);
                let verdict = MateSolver::new(1).solve(&position, supply, limits);
                if let Verdict::Mate(proof) = verdict {
                    assert!(proof.nodes <= nodes, "{}", position.to_fen());
                }
            }
        }
    }
}

#[test]
fn a_search_that_is_told_to_stop_knows_nothing() {
    for position in positions().take(2) {
        let limits = MateLimits { nodes: u64::MAX, stop: &|| true };
        let verdict = MateSolver::new(1).solve(&position, Supply::Frozen, limits);
        assert_eq!(verdict, Verdict::Unknown, "{}", position.to_fen());
    }
}

#[test]
fn the_same_question_gets_the_same_answer_after_a_clear() {
    let mut solver = MateSolver::new(1);
    for position in positions() {
        let answers: Vec<Verdict> = (0..3)
            .map(|_| {
                solver.clear();
                solver.solve(&position, Supply::ANY, MateLimits::nodes(50_000))
            })
            .collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    }
}

#[test]
fn a_small_table_forgets_but_does_not_err() {
    for position in positions() {
        let limits = MateLimits::nodes(200_000);
        let [small, large] =
            [0, 16].map(|size| MateSolver::new(size).solve(&position, Supply::Frozen, limits));
        assert!(
            small == Verdict::Unknown
                || small.clone().proof().is_some() == large.clone().proof().is_some(),
            "{small:?} {large:?}"
        );
    }
}
