//! `tandem bench`: the node count that identifies the search, and the speedup by threads.

mod compare;
mod searcher;

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;
use tandem_engine::{Info, bench};
use tandem_nets::{Arithmetic, Networks};

use self::searcher::Bench;
use crate::args::evaluation::EvalArgs;
use crate::args::params::ParamArgs;
use crate::fault::with_causes;

/// Searches fixed positions to a fixed depth.
///
/// The node count identifies the search: with one thread it is the same on every machine, and a
/// commit that changes it has changed how Tandem plays.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Depth in plies; the signature is that of the default
    #[arg(long, default_value_t = bench::DEPTH, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Size of the transposition table in MiB; the signature is that of the default
    #[arg(long, default_value_t = bench::TABLE_MEBIBYTES as u64, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=4096))]
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

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    if let Some(rounds) = args.compare {
        return compare::run([args.hash, args.threads], args.depth, rounds);
    }
    writeln!(stdout(), "{}", first_row())?;
    let start = Instant::now();
    let mut bench = Bench::new(args.hash, args.threads, args.eval.networks()?);
    bench.set_params(args.params.params()?);
    let total =
        bench.search_all(args.depth, |fen, info| writeln!(stdout(), "{}", row(fen, info)))?;
    writeln!(stdout(), "{}", last_row(total, start))?;
    Ok(())
}

/// The rows that `tandem bench` prints, for a front-end that asks for them.
pub(crate) fn rows() -> Vec<String> {
    let start = Instant::now();
    let mut rows = vec![first_row()];
    let mut usual = Bench::new(bench::TABLE_MEBIBYTES as u64, 1, Some(Networks::embedded()));
    let total = usual.search_all(bench::DEPTH, |fen, info| {
        rows.push(row(fen, info));
        Ok(())
    });
    rows.push(match total {
        Ok(total) => last_row(total, start),
        Err(error) => format!("no bench: {}", with_causes(&error)),
    });
    rows
}

fn first_row() -> String {
    format!("arithmetic: {}", Arithmetic::best().describe())
}

fn row(fen: &str, info: &Info) -> String {
    let (nodes, score) = (info.nodes, info.score.to_string());
    let table_use = f64::from(info.table_use) / 10.0;
    format!("{nodes:>10} nodes  {score:>8}  {table_use:>5.1}% of the table  {fen}")
}

/// The form that engine-testing frameworks such as OpenBench look for at the end.
fn last_row(total: u64, start: Instant) -> String {
    format!("{total} nodes {:.0} nps", total as f64 / start.elapsed().as_secs_f64())
}

/// The node count of a bench to this depth, with one thread and a table of the default size.
#[cfg(feature = "train")]
pub(super) fn nodes_to_depth(
    depth: u32,
    networks: Option<std::sync::Arc<Networks>>,
) -> anyhow::Result<u64> {
    Bench::new(bench::TABLE_MEBIBYTES as u64, 1, networks).search_all(depth, |_, _| Ok(()))
}
