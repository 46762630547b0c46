//! Benchmarks of the rules: making moves, generating the moves of a stage, and perft.
//!
//! `cargo bench --bench moves` runs all; a word after `--` picks benchmarks by name. A time is that
//! of one pass over a position of the table; throughput is given in moves for `make` and in leaves
//! for `perft`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tandem_rules::notation::Fen;
use tandem_rules::perft::{perft, perft_counting};
use tandem_rules::{MoveList, MoveRules, Position, Stage, Variant};

/// Positions: name, FEN, and the depth at which perft takes some milliseconds.
const BOARDS: [(&str, &str, u32); 4] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 4),
    ("opening", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7", 3),
    (
        "attack",
        "r2q1rk1/ppp2pPp/3p1n1b/4p3/2B1P1n1/2NPBq~2/PPP2P1P/R2QR1K1[NNPPPrbpp] w - - 0 18",
        3,
    ),
    ("in check", "4k3/8/8/8/4R3/8/8/4K3[QRPqrbnp] b - - 0 1", 3),
];

const STAGES: [(&str, Stage); 5] = [
    ("captures", Stage::Captures),
    ("quiets", Stage::Quiets),
    ("drops", Stage::Drops),
    ("checking drops", Stage::CheckingDrops),
    ("all", Stage::All),
];

fn boards() -> impl Iterator<Item = (&'static str, Position, u32)> {
    BOARDS.into_iter().map(|(name, fen, depth)| {
        let position = Fen::position(fen, Variant::Bughouse, MoveRules::FICS);
        (name, position.expect("the table holds sound positions"), depth)
    })
}

/// Makes every legal move on a copy of the position, as the search does: there is no unmake.
fn make(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make");
    for (name, position, _) in boards() {
        let moves = position.legal_moves();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for m in &moves {
                    let mut next = position.clone();
                    let _partner_elsewhere = next.make(m, &mut ());
                    black_box(&next);
                }
            });
        });
    }
    group.finish();
}

fn generate(criterion: &mut Criterion) {
    for (name, position, _) in boards() {
        let mut group = criterion.benchmark_group(format!("generate/{name}"));
        for (stage_name, stage) in STAGES {
            group.bench_function(stage_name, |bencher| {
                let mut list = MoveList::new();
                bencher.iter(|| {
                    list.clear();
                    black_box(&position).generate(stage, &mut list);
                    black_box(list.len())
                });
            });
        }
        group.bench_function("count", |bencher| {
            bencher.iter(|| black_box(&position).count_legal());
        });
        group.finish();
    }
}

fn leaf_counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    for (name, position, depth) in boards() {
        group.throughput(Throughput::Elements(perft_counting(&position, depth)));
        group.bench_function(BenchmarkId::new("listing", name), |bencher| {
            bencher.iter(|| perft(black_box(&position), depth));
        });
        group.bench_function(BenchmarkId::new("counting", name), |bencher| {
            bencher.iter(|| perft_counting(black_box(&position), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, make, generate, leaf_counts);
criterion_main!(benches);
