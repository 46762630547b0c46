//! `tandem datagen`: records of self-play games for tuning and training.
//!
//! Every game is played to its end. Adjudication of decided games was measured on 600 games of 1500
//! nodes a move and rejected: if both players of a board must score it beyond 2000 centipawns for
//! four plies, 1.6 % of the winners are wrong and 4 % of the nodes are saved; beyond 1000 for six
//! plies, it is 9 % and 13 %. Most games end soon after they are decided, and a few are lost on the
//! other board.

mod between;
mod chosen;
mod clocks;
mod mix;
mod table;

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use tandem_arbiter::schedule::Shard;
use tandem_data::Header;
use tandem_engine::SoftNodes;
use tandem_rules::TimeControl;
use tandem_train::Sample;

use self::mix::Mix;
use self::table::{Conditions, Table};
use super::bench;
use crate::args::evaluation::{self, EvalArgs};
use crate::args::rules::RuleArgs;
use crate::parallel::workers;
use crate::selfplay::games_file::GamesFile;
use crate::selfplay::labeller;

/// Plays Tandem against itself and records every move with its score.
///
/// Tandem plays all four seats of both boards on the node clock: the same command gives the same
/// file, however many games are played at once. Each game begins with random or chosen moves and
/// with clocks as they might be in the middle of a game; some are crazyhouse, begin from a Chess960
/// start or with additional pieces in the holdings. The file grows by whole games in their order;
/// given again after an interruption, the command continues.
#[derive(Args)]
pub(crate) struct DatagenArgs {
    /// Output file for the games
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Total number of games, in all shards together
    #[arg(long, value_name = "N")]
    games: u64,
    /// Seed of the kinds of games, their openings and their clocks
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Soft node limit for each move: no iteration begins after it; one that has begun may take up
    /// to eight times as many
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Soft node limit where a score teaches less: in check, with a best move that captures or promotes, and
    /// beyond 20 pawns; by default as everywhere
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    noisy_nodes: Option<u64>,
    /// Number of games played at once; by default, one for each core
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Play only this part of the games, as in 2/5
    #[arg(long, default_value_t, value_name = "I/N")]
    shard: Shard,
    #[command(flatten)]
    mix: Mix,
    /// Number of random moves before each game, on both boards together; half as many on one
    #[arg(long, default_value_t = 12, value_name = "N")]
    random_plies: usize,
    /// Keep an opening only if a short search calls it even within CP centipawns, for a team on
    /// both boards together, and within twice as many on each
    #[arg(long, default_value_t = 400, value_name = "CP", value_parser = clap::value_parser!(i32).range(0..=10_000))]
    balance: i32,
    /// Size of each board's transposition table in MiB
    #[arg(long, default_value_t = 1, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Time for each player in seconds, as in 60+0.5; a move takes about half a second, and games
    /// begin with a quarter of the time or more
    #[arg(long, default_value = "120", value_name = "CONTROL")]
    tc: TimeControl,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    eval: EvalArgs,
}

/// Depth of the bench in the header: enough to tell one search from another in a moment.
const BENCH_DEPTH: u32 = 4;
/// Number of moves of exactly the soft node limit that take a second by the clocks of the games.
const MOVES_A_SECOND: u64 = 3;

pub(crate) fn run(args: &DatagenArgs) -> anyhow::Result<()> {
    let conditions = Conditions {
        seed: args.seed,
        mix: args.mix,
        random_plies: args.random_plies,
        balance: args.balance,
        rules: args.rules.rule_set()?,
        control: args.tc,
        soft_nodes: SoftNodes {
            quiet: args.nodes,
            noisy: args.noisy_nodes.unwrap_or(args.nodes),
            most_score: Sample::MOST_SCORE,
        },
        most_nodes: args.nodes * labeller::MOST,
        node_rate: args.nodes * MOVES_A_SECOND,
        hash_mebibytes: args.hash as usize,
        networks: args.eval.networks()?,
    };
    let header = header(args, &conditions)?;
    let mut file =
        GamesFile::open(&args.out, &header, args.shard.places().map(|place| place as u64))?;
    let missing = file.missing(args.games)?;
    workers::run(
        args.concurrency.unwrap_or_else(workers::cores),
        missing,
        || Ok(Table::new(&conditions)),
        Table::play,
        |game| file.take(game?).map(ControlFlow::Continue),
    )?;
    writeln!(stdout(), "{}", file.close()?)?;
    Ok(())
}

/// The header: all settings that the content of the file depends on. The number of games is not in
/// it, so that more can be added later.
fn header(args: &DatagenArgs, conditions: &Conditions) -> anyhow::Result<Header> {
    let bench = bench::nodes_to_depth(BENCH_DEPTH, conditions.networks.clone())?;
    let evaluation = evaluation::name(conditions.networks.as_deref());
    let lines = [
        ("Engine", concat!("Tandem ", env!("CARGO_PKG_VERSION")).to_owned()),
        ("Evaluation", evaluation),
        ("Bench", format!("{bench} to depth {BENCH_DEPTH}")),
        ("Seed", args.seed.to_string()),
        ("Shard", args.shard.to_string()),
        ("RandomPlies", args.random_plies.to_string()),
        ("Balance", args.balance.to_string()),
        ("Nodes", args.nodes.to_string()),
        ("NoisyNodes", conditions.soft_nodes.noisy.to_string()),
        ("MostNodes", conditions.most_nodes.to_string()),
        ("NodesPerSecond", conditions.node_rate.to_string()),
        ("Hash", args.hash.to_string()),
        ("TimeControl", args.tc.to_string()),
        ("Rules", args.rules.to_string()),
    ];
    let lines = lines.into_iter().chain(args.mix.lines());
    let lines = lines.map(|(name, value)| (name.to_owned(), value));
    Ok(Header::new(lines.collect())?)
}
