//! `tandem analyze`: evaluation of positions and games.

pub(super) mod analyst;
mod games;
mod json;
mod report;
mod text;

use std::io::{self, BufRead, Write, stdout};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use tandem_engine::{Limits, Thinking};
use tandem_rules::notation::{Bfen, Fen};
use tandem_rules::{Boards, Millis};

use super::rule_args::RuleArgs;
use crate::draw::Ink;
use crate::eval_args::EvalArgs;
use crate::platform;
use analyst::{Analyst, Scene};

/// Search time of a position if no limit is given.
const USUAL_TIME_MS: u64 = 1000;
/// Nodes for each search of a game if no limit is given.
const USUAL_NODES: u64 = 30_000;

/// Evaluates positions and games, on one board or on both.
///
/// A position is a FEN with holdings, or two of them joined by | for both boards of a bughouse
/// game, with clocks if they are BFEN. Each board is searched with the other in view. The output
/// has the best lines for the side to move, the pieces that would mate, and an estimate of the game
/// from both boards together. With --games, every move of recorded games is evaluated, and a file
/// of games with comments can be written.
#[derive(Args)]
pub(crate) struct AnalyzeArgs {
    /// A FEN with holdings, or two joined by |; - reads positions from standard input, one a line;
    /// the start of a game if left out
    #[arg(value_name = "POSITION", conflicts_with = "games")]
    position: Vec<String>,
    /// Analyze all games of a file, BPGN or PGN
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Write the games with evaluations, and with better moves where there were any
    #[arg(long, value_name = "OUT", requires = "games")]
    annotate: Option<PathBuf>,
    /// Write an HTML page for a browser: both boards to step through, evaluations over time,
    /// mistakes, clocks and messages
    #[arg(long, value_name = "FILE.html", requires = "games")]
    report: Option<PathBuf>,
    /// Print JSON in place of text: one object a line, for each position or each game
    #[arg(long)]
    json: bool,
    /// Depth limit in plies
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroU32>,
    /// Node limit for each board
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// Time for each board in milliseconds; without any limit, one second for a position and 30,000
    /// nodes for each move of a game
    #[arg(long, value_name = "MS")]
    time: Option<NonZeroU64>,
    /// Number of best moves to show
    #[arg(long, default_value = "1", value_name = "N")]
    multipv: NonZeroUsize,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    #[command(flatten)]
    eval: EvalArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

impl AnalyzeArgs {
    /// The limits of one search.
    fn limits(&self) -> Limits {
        let (depth, nodes) = (self.depth.map(u32::from), self.nodes.map(u64::from));
        let is_open = depth.is_none() && nodes.is_none() && self.time.is_none();
        let (usual_time, usual_nodes) = match self.games {
            Some(_) => (None, is_open.then_some(USUAL_NODES)),
            None => (is_open.then_some(USUAL_TIME_MS), None),
        };
        let (time, nodes) = (self.time.map(u64::from).or(usual_time), nodes.or(usual_nodes));
        let thinking = match time.map(i64::try_from) {
            Some(Ok(time)) => Thinking::Fixed(Millis(time)),
            Some(Err(_)) | None => Thinking::Infinite,
        };
        Limits { thinking, depth, nodes, multi_pv: self.multipv.get(), ..Limits::clock() }
    }

    /// The boards that a text describes; the start of a game for an empty text.
    fn scene(&self, text: &str) -> anyhow::Result<Scene> {
        let (variant, rules) = (self.rules.variant(), self.rules.rule_set()?.moves);
        if text.contains('|') {
            let bfen = Bfen::parse(text, rules)?;
            let clocks = bfen.clocks.map(|pair| pair.map(|pair| pair.map(Millis)));
            return Ok(Scene::new(bfen.boards, clocks));
        }
        if text.trim().is_empty() {
            return Ok(Scene::new(Boards::start_of(variant, rules), [None; 2]));
        }
        Ok(Scene::alone(Boards::beside_start(Fen::position(text, variant, rules)?)))
    }
}

pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.games {
        return games::run(args, path);
    }
    positions(args)?;
    Ok(ExitCode::SUCCESS)
}

fn positions(args: &AnalyzeArgs) -> anyhow::Result<()> {
    let text = args.position.join(" ");
    if text.trim() != "-" {
        let scene = args.scene(&text)?;
        return show(args, &mut Analyst::new(args)?, &scene);
    }
    let mut analyst = Analyst::new(args)?;
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.context("cannot read standard input")?;
        if line.trim().is_empty() {
            continue;
        }
        let scene = args.scene(&line).with_context(|| format!("line {number}"))?;
        analyst.forget();
        show(args, &mut analyst, &scene)?;
    }
    Ok(())
}

fn show(args: &AnalyzeArgs, analyst: &mut Analyst, scene: &Scene) -> anyhow::Result<()> {
    let analysis = analyst.analyze(scene);
    if args.json {
        writeln!(stdout(), "{}", serde_json::to_string(&json::position(scene, &analysis))?)?;
        return Ok(());
    }
    let ink = if platform::has_colors() { Ink::Color } else { Ink::Plain };
    for line in text::position(scene, &analysis, ink) {
        writeln!(stdout(), "{}", line.trim_end())?;
    }
    Ok(())
}
