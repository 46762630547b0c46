//! Positions of random games, for tests.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tandem_rules::notation::Fen;
use tandem_rules::{Color, Handoff, MoveRules, PieceType, Position, Variant};

use crate::example::Example;
use crate::label::Label;
use crate::sample::Sample;

const STARTS: [&str; 2] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r3k2r/1P1Q~4/8/5n~2/8/8/1p6/R3K2R[QPnp] b KQkq - 3 20",
];

/// Positions of bughouse along random moves and arriving pieces.
pub(crate) fn positions(count: usize) -> Vec<Position> {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let mut positions = Vec::new();
    while positions.len() < count {
        let start = Fen::position(STARTS[below(2)], Variant::Bughouse, MoveRules::default());
        let mut position = start.expect("a sound start");
        for _ in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _to_the_partner = position.make(moves[below(moves.len())], &mut ());
            if below(4) == 0 {
                let (color, piece) = (Color::ALL[below(2)], PieceType::DROPPABLE[below(5)]);
                position.receive(Handoff { color, piece }, &mut ());
            }
            positions.push(position.clone());
        }
    }
    positions.truncate(count);
    positions
}

/// A sample whose score is the material balance; its result is won if that is positive, else lost.
pub(crate) fn sample(position: &Position) -> Sample {
    let us = position.side_to_move();
    let men = |color| -> f64 {
        let values = PieceType::DROPPABLE.into_iter().zip([100.0, 200.0, 250.0, 300.0, 500.0]);
        let of = |(piece, value)| {
            let held = usize::from(position.holdings(color).count(piece));
            (position.pieces(color, piece).count() + held) as f64 * value
        };
        values.map(of).sum()
    };
    let score = f64::clamp(men(us) - men(!us), -2_000.0, 2_000.0);
    let result = if score > 0.0 { 1.0 } else { 0.0 };
    let label = Label { score, result, trust: 1.0 };
    Sample::of(&Example { position, label, is_noisy: false })
}

pub(crate) fn samples(count: usize) -> Vec<Sample> {
    positions(count).iter().map(sample).collect()
}
