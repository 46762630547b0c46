//! Benchmark of the network evaluation after one move.
//!
//! `cargo bench --bench network` times the update of the accumulators of both perspectives and one
//! output; the move itself is not made.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use tandem_nets::architecture::{FEATURES, OUTPUTS, THREAT_WIDTH, THREATS, WIDTH};
use tandem_nets::{Arithmetic, Evaluator, Network, Row, ThreatRow};
use tandem_rules::notation::Fen;
use tandem_rules::{Color, MoveRules, Observer, Piece, PieceType, Position, Square, Variant};

const BOARD: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7";

/// A network with arbitrary weights: their values do not affect the time.
fn network() -> Arc<Network> {
    let row = |seed: usize| Row(std::array::from_fn(|at| ((seed + 7 * at) % 61) as i16 - 30));
    let features = (0..FEATURES).map(row).collect();
    let outputs = (0..OUTPUTS).map(|bucket| [row(bucket), row(bucket + 3)]).collect();
    let threats = vec![ThreatRow([5; THREAT_WIDTH]); 2 * THREATS].into_boxed_slice();
    Arc::new(Network::new(features, Row([10; WIDTH]), threats, outputs, [0; OUTPUTS]))
}

fn square(name: &str) -> Square {
    name.parse().expect("the table holds squares")
}

fn quiet(observer: &mut dyn Observer) {
    let knight = Piece::new(Color::White, PieceType::Knight);
    observer.removed(knight, square("f3"), false);
    observer.placed(knight, square("g5"), false);
}

fn capture(observer: &mut dyn Observer) {
    let knight = Piece::new(Color::White, PieceType::Knight);
    observer.removed(Piece::new(Color::Black, PieceType::Pawn), square("e5"), false);
    observer.removed(knight, square("f3"), false);
    observer.placed(knight, square("e5"), false);
}

fn drop_knight(observer: &mut dyn Observer) {
    observer.held(Color::White, PieceType::Knight, 0);
    observer.placed(Piece::new(Color::White, PieceType::Knight), square("f5"), false);
}

/// A move: its name, and a function that reports its changes to an observer.
type Told = (&'static str, fn(&mut dyn Observer));

fn judge(criterion: &mut Criterion) {
    let position = Fen::position(BOARD, Variant::Bughouse, MoveRules::FICS);
    let position: Position = position.expect("the table holds sound positions");
    let moves: [Told; 3] = [("quiet", quiet), ("capture", capture), ("drop", drop_knight)];
    for arithmetic in Arithmetic::all() {
        let mut evaluator = Evaluator::with_arithmetic(network(), &position, arithmetic);
        let _first = evaluator.evaluate(&position);
        let mut group = criterion.benchmark_group(format!("{arithmetic:?}"));
        for (name, tell) in moves {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    tell(&mut evaluator.push());
                    let score = evaluator.evaluate(black_box(&position));
                    evaluator.pop();
                    score
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, judge);
criterion_main!(benches);
