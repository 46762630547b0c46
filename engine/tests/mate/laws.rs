//! Laws over random positions: verdicts agree with exhaustive search, lines can be played.

use proptest::prelude::*;
use tandem_engine::{MateLimits, MateSolver, Supply, Verdict};
use tandem_rules::{PieceType, PieceTypes, Position};

use crate::exhaustive::Exhaustive;
use crate::lines::lines;
use crate::replay::assert_line_mates;

/// Limits of the exhaustive search, in moves and in nodes.
const DEEPEST: u32 = 3;
const PLAIN_NODES: u64 = 20_000;
const NODES: u64 = 20_000;

fn supplies() -> impl Strategy<Value = Supply> {
    let some = PieceTypes::NONE.with(PieceType::Knight).with(PieceType::Pawn);
    proptest::sample::select(vec![Supply::Frozen, Supply::ANY, Supply::Arriving(some)])
}

fn assert_agrees(solver: &mut MateSolver, position: &Position, supply: Supply) {
    let verdict = solver.solve(position, supply, MateLimits::nodes(NODES));
    let deepest = match &verdict {
        Verdict::Mate(proof) => {
            assert_line_mates(position, proof, supply);
            proof.plies.div_ceil(2) as u32
        }
        Verdict::NoMate | Verdict::Unknown => DEEPEST,
    };
    // An unknown result, for want of nodes, is no verdict.
    if verdict == Verdict::Unknown {
        return;
    }
    let Ok(expected) = Exhaustive::new(supply, PLAIN_NODES).shortest(position, deepest) else {
        return;
    };
    let is_mate = matches!(verdict, Verdict::Mate(_));
    assert_eq!(
        is_mate,
        expected.is_some(),
        "{supply:?} {} {verdict:?} {expected:?}",
        position.to_fen()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn verdicts_agree_with_the_plain_way(line in lines(), supply in supplies()) {
        let mut solver = MateSolver::new(1);
        line.visit(|position| {
            assert_agrees(&mut solver, position, supply);
            Ok(())
        })?;
    }
}
