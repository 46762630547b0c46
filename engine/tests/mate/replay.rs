//! Proofs played on a board.

use tandem_engine::{Proof, Supply};
use tandem_rules::Position;

use crate::exhaustive::{answers, help};

/// Plays the line of a proof and checks it: legal checks, accepted answers, no answer at the end.
pub(crate) fn assert_line_mates(position: &Position, proof: &Proof, supply: Supply) {
    let fen = position.to_fen();
    let attacker = position.side_to_move();
    let mut position = position.clone();
    assert!(proof.line.len() <= proof.plies);
    for &m in &proof.line {
        if position.side_to_move() == attacker {
            assert!(position.is_legal(m), "{fen}: {m:?} in {:?}", proof.line);
        } else {
            help(&mut position, supply);
            assert!(answers(&position).contains(&m), "{fen}: {m:?} in {:?}", proof.line);
        }
        let _partner_elsewhere = position.make(m, &mut ());
        let checks = position.side_to_move() == attacker || position.in_check();
        assert!(checks, "{fen}: {m:?} is no check in {:?}", proof.line);
    }
    assert_ne!(position.side_to_move(), attacker, "{fen}: {:?} ends too soon", proof.line);
    help(&mut position, supply);
    assert!(answers(&position).is_empty(), "{fen}: {:?} ends too soon", proof.line);
}
