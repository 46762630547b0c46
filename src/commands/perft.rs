//! `tandem perft`: leaf counts and their rate.

use std::io::{Write, stdout};
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use tandem_rules::notation::Bfen;
use tandem_rules::perft::{perft, perft_boards_split, perft_counting, perft_split};
use tandem_rules::{BoardId, Boards, MoveRules, Position, Preset, Variant};

use crate::args::rules::VariantArg;
use crate::games::start;
use crate::parallel::workers;

/// Counts the leaf nodes at a depth (perft), split by the first move.
///
/// One board is counted, or both if the FEN has a `|` or with --boards. Then the boards named in
/// --boards move, in every order, and captures feed the other board.
#[derive(Args)]
pub(crate) struct PerftArgs {
    /// The variant: in bughouse captures leave the board, in crazyhouse they go to the capturer, in
    /// chess nowhere; that of the rule set if not given
    #[arg(long, value_enum)]
    variant: Option<VariantArg>,
    /// The position, with holdings in brackets or as a ninth rank; two of them joined by `|`
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Boards that move, if there are two: A, B or AB
    #[arg(long, value_name = "BOARDS")]
    boards: Option<String>,
    /// The rule set, which determines the legal moves
    #[arg(long, default_value = "fics", value_name = "NAME")]
    rules: Preset,
    /// Use one thread and no split by the first move, to measure the rate
    #[arg(long)]
    single: bool,
    /// With --single, count the last ply without listing its moves
    #[arg(long, requires = "single")]
    count: bool,
}

impl PerftArgs {
    fn variant(&self) -> Variant {
        self.variant.map_or_else(|| self.rules.variant(), Variant::from)
    }
}

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<()> {
    let rules = args.rules.rules().moves;
    let two_boards = args.boards.is_some() || args.fen.as_ref().is_some_and(|fen| Bfen::is_in(fen));
    let start = Instant::now();
    let total = workers::pool(None)?.install(|| match two_boards {
        true => both_boards(args, rules),
        false => one_board(args, rules),
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    writeln!(stdout(), "total {total}")?;
    writeln!(stdout(), "time {seconds:.3} s, {rate:.1} million leaves/s")?;
    Ok(())
}

fn one_board(args: &PerftArgs, rules: MoveRules) -> anyhow::Result<u64> {
    let variant = args.variant();
    let position = match &args.fen {
        Some(fen) => start::one_board(fen, variant, rules)?,
        None => Position::start(variant, rules),
    };
    if args.single {
        let count = if args.count { perft_counting } else { perft };
        return Ok(count(&position, args.depth));
    }
    let split = perft_split(&position, args.depth);
    for (m, leaves) in &split {
        writeln!(stdout(), "{}: {leaves}", position.coordinate(*m))?;
    }
    Ok(total(split.iter().map(|&(_, leaves)| leaves), args.depth))
}

fn both_boards(args: &PerftArgs, rules: MoveRules) -> anyhow::Result<u64> {
    if args.variant() != Variant::Bughouse || args.single {
        bail!("two boards exist in bughouse only, and are not counted with --single");
    }
    let boards = match &args.fen {
        Some(fen) => start::two_boards(fen, rules)?.boards,
        None => Boards::start(rules),
    };
    let movers: &[BoardId] = match args.boards.as_deref().unwrap_or("AB") {
        "A" | "a" => &[BoardId::A],
        "B" | "b" => &[BoardId::B],
        "AB" | "ab" => &BoardId::ALL,
        other => bail!("unknown boards `{other}`, expected A, B or AB"),
    };
    let split = perft_boards_split(&boards, movers, args.depth);
    for ((board, m), leaves) in &split {
        writeln!(stdout(), "{board} {}: {leaves}", boards.position(*board).coordinate(*m))?;
    }
    Ok(total(split.iter().map(|&(_, leaves)| leaves), args.depth))
}

/// The sum of the leaves of all first moves; 1 at depth 0, where there is no move to split by.
fn total(leaves: impl Iterator<Item = u64>, depth: u32) -> u64 {
    if depth == 0 { 1 } else { leaves.sum() }
}
