//! Fuzzes networks: the bytes as they are, and as the weights of a network of the right shape.
#![no_main]

mod wire;

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tandem_nets::architecture::{FEATURES, OUTPUTS, THREATS};
use tandem_nets::{Arithmetic, Evaluator, Network, Networks, Row, ThreatRow};
use tandem_rules::notation::Fen;
use tandem_rules::{MoveRules, Position, Variant};

/// Boards with few pieces and with many, on the board and held.
const BOARDS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/4K3[QQRRRRBBBBNNNNPPPPPPPPPPPPPPPPqqrrrrbbbbnnnnpppppppppppppppp] b - - 0 1",
    "4k3/Q~Q~6/8/8/8/8/6q~q~/K7[] b - - 0 1",
];

fuzz_target!(|bytes: &[u8]| {
    match Networks::parse(bytes) {
        Ok(networks) => assert_eq!(networks.to_bytes(), bytes),
        Err(error) => wire::assert_one_message(&error),
    }
    if let Some(&first) = bytes.first() {
        let network = of_bytes(bytes);
        every_arithmetic_gives_the_same(&network, usize::from(first));
        both_are_read_as_they_were_written(&network, of_bytes(&bytes[bytes.len() / 2..]));
    }
});

/// A network whose weights are these bytes, repeated.
fn of_bytes(bytes: &[u8]) -> Network {
    let mut bytes = bytes.iter().copied().cycle();
    let mut next = || bytes.next().expect("not empty, and without an end");
    let mut row = || Row(std::array::from_fn(|_| i16::from_le_bytes([next(), next()])));
    let features = (0..FEATURES).map(|_| row()).collect();
    let bias = row();
    let threats = (0..2 * THREATS).map(|_| ThreatRow(*row().0.first_chunk().expect("a wider row")));
    let threats = threats.collect();
    let outputs = (0..OUTPUTS).map(|_| [row(), row()]).collect();
    let output_bias = [(); OUTPUTS].map(|()| i32::from_le_bytes([(); 4].map(|()| next())));
    Network::new(features, bias, threats, outputs, output_bias)
}

/// Checks that networks are read as they were written: these for all variants, and for crazyhouse one
/// that differs from them.
fn both_are_read_as_they_were_written(network: &Network, other: Network) {
    let one = Networks::from(network.clone());
    let both = one.with(Variant::Crazyhouse, other).expect("a variant with drops");
    for networks in [one, both] {
        let file = networks.to_bytes();
        let read = Networks::parse(&file).expect("its own bytes");
        assert_eq!(read.name(), networks.name());
        assert!(read.to_bytes() == file, "they are written as they were read");
    }
}

/// Checks that the evaluation after some moves depends neither on the arithmetic nor on the way.
fn every_arithmetic_gives_the_same(network: &Network, seed: usize) {
    let network = Arc::new(network.clone());
    for fen in BOARDS {
        let position = Fen::position(fen, Variant::Bughouse, MoveRules::default());
        let scores = Arithmetic::all().into_iter().map(|arithmetic| {
            score_of_a_line(&network, position.clone().expect("a sound position"), arithmetic, seed)
        });
        let scores: Vec<i32> = scores.collect();
        assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
    }
}

fn score_of_a_line(
    network: &Arc<Network>,
    mut position: Position,
    arithmetic: Arithmetic,
    seed: usize,
) -> i32 {
    let mut along = Evaluator::with_arithmetic(Arc::clone(network), &position, arithmetic);
    for ply in 0..4 {
        let moves = position.legal_moves();
        let Some(&m) = moves.get((seed + ply) % moves.len().max(1)) else { break };
        let _partner_elsewhere = position.make(m, &mut along.push());
        along.evaluate(&position);
    }
    let afresh =
        Evaluator::with_arithmetic(Arc::clone(network), &position, arithmetic).evaluate(&position);
    assert_eq!(along.evaluate(&position), afresh);
    afresh
}
