//! `tandem bench`: the node count that identifies the search, and the speedup by threads.

mod compare;

use std::io::{self, Write, stdout};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use crossbeam::channel::Receiver;
use tandem_engine::{Event, Info, Limits, Searcher, View};
use tandem_nets::Network;
use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, MoveRules, OutcomeRules, Variant};

use crate::eval_args::EvalArgs;
use crate::param_args::ParamArgs;

/// Searches fixed positions to a fixed depth.
///
/// The node count identifies the search: with one thread it is the same on every machine, and a
/// commit that changes it has changed how Tandem plays.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Depth in plies; the signature is that of the default
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Size of the transposition table in MiB; the signature is that of the default
    #[arg(long, default_value_t = 16, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=4096))]
    hash: u64,
    /// Number of search threads; with more than one, node counts differ from run to run
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Compare --threads threads with one, in nodes/s and in time to the depth, on forty positions
    /// from games: medians of ROUNDS searches each
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(1..=99))]
    compare: Option<u32>,
    #[command(flatten)]
    params: ParamArgs,
    #[command(flatten)]
    eval: EvalArgs,
}

/// The bench positions: openings, middlegames full of drops, attacks on bare kings, endings, and
/// one side in check.
const POSITIONS: &[(Variant, &str)] = &[
    (Variant::Bughouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
    (
        Variant::Bughouse,
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[PNpb] w KQkq - 0 7",
    ),
    (Variant::Bughouse, "r3k2r/1PpQ~1ppp/5n2/4p3/4P3/2N5/1pPP1PPP/R1B1K2R[NBPqn] b KQkq - 0 20"),
    (Variant::Bughouse, "r1bq1rk1/ppp2ppp/2n5/3Np1N1/2B1P1b1/8/PPPP1nPP/R1BQ1RK1[BPrp] w - - 0 12"),
    (Variant::Bughouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1"),
    (Variant::Bughouse, "3R2k1/5ppp/8/8/8/8/5PPP/6K1[n] b - - 0 1"),
    (Variant::Bughouse, "r4k1r/ppN2ppp/3Pp3/2Np4/1n1P4/4Pq2/PPPKBb1P/R2Q1Bq1[Nrnp] w - - 4 27"),
    (Variant::Bughouse, "r1bqkb1r/ppp2ppp/2np1n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R[] w KQkq - 0 5"),
    (Variant::Crazyhouse, "r2q1rk1/pp1nbppp/2p1pn2/3p1b2/3P4/2N1PN2/PPQ1BPPP/R1B2RK1[] w - - 4 10"),
    (
        Variant::Crazyhouse,
        "r1b1k2r/ppppqppp/2n2n2/4p3/1bB1P3/2NP1N2/PPPB1PPP/R2QK2R[Pp] b KQkq - 2 7",
    ),
    (Variant::Crazyhouse, "3rr1k1/pp3ppp/2p5/8/8/2P5/PP3PPP/R4RK1[QNBqnbp] w - - 0 22"),
    (Variant::Chess, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 4 9"),
];

const TABLE_MEBIBYTES: u64 = 16;

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    if let Some(rounds) = args.compare {
        return compare::run(args, rounds);
    }
    let start = Instant::now();
    let mut bench = Bench::new(args.hash, args.threads);
    bench.searcher.set_params(args.params.params()?);
    bench.searcher.set_network(args.eval.network()?);
    let total = search_all(bench, args.depth, |fen, info| {
        let (nodes, score) = (info.nodes, info.score.to_string());
        let table_use = f64::from(info.table_use) / 10.0;
        writeln!(stdout(), "{nodes:>10} nodes  {score:>8}  {table_use:>5.1}% of the table  {fen}")
    })?;
    let rate = total as f64 / start.elapsed().as_secs_f64();
    writeln!(stdout(), "{total} nodes {rate:.0} nodes/s")?;
    Ok(())
}

/// The node count of a bench to this depth, with one thread and a table of the default size.
pub(super) fn nodes_to_depth(depth: u32, network: Option<Arc<Network>>) -> anyhow::Result<u64> {
    let mut bench = Bench::new(TABLE_MEBIBYTES, 1);
    bench.searcher.set_network(network);
    search_all(bench, depth, |_, _| Ok(()))
}

/// Searches all positions, shows the result of each, and returns the total node count.
fn search_all(
    mut bench: Bench,
    depth: u32,
    mut show: impl FnMut(&str, &Info) -> io::Result<()>,
) -> anyhow::Result<u64> {
    let mut total = 0;
    for (variant, fen) in POSITIONS {
        let info = bench.search(*variant, fen, depth)?;
        show(fen, &info)?;
        total += info.nodes;
    }
    Ok(total)
}

/// A searcher for the bench positions, one after the other.
struct Bench {
    searcher: Searcher,
    events: Receiver<Event>,
}

impl Bench {
    fn new(table_mebibytes: u64, threads: u64) -> Self {
        let (mut searcher, events) = Searcher::new(table_mebibytes as usize);
        searcher.set_threads(threads as usize);
        Self { searcher, events }
    }

    /// Searches a position with an empty table, as if it were the first.
    fn search(&mut self, variant: Variant, fen: &str, depth: u32) -> anyhow::Result<Info> {
        let own = Fen::position(fen, variant, MoveRules::default()).context("a bench position")?;
        let seat = BoardId::A.seat(own.side_to_move());
        let view = View::of_board(seat, own, OutcomeRules::default());
        self.searcher.clear();
        self.searcher.start(view, Limits::to_depth(depth));
        loop {
            if let Event::Done(_, _, info) = self.events.recv().context("the search ended early")? {
                return Ok(info);
            }
        }
    }
}
