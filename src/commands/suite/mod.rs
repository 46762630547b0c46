//! `tandem suite`: positions with known answers.

mod attempt;
mod entry;
mod output;

use std::fs;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use tandem_engine::{Limits, Thinking};
use tandem_rules::notation::decoded;
use tandem_rules::{Millis, MoveRules, OutcomeRules, Variant};

use crate::args::evaluation::EvalArgs;
use crate::args::rules::{RuleArgs, VariantArg};
use crate::search::asker::Asker;
use crate::search::planning::{Budget, Planners};
use attempt::Attempt;
use entry::{Entry, Question};
use output::Output;

/// Search time of a position if no limit is given.
const USUAL_TIME_MS: u64 = 1000;

/// Solves the positions of a suite.
///
/// A line is an EPD with `bm`, `am` or `dm`, for one board, or two boards joined by `|` with `bmA`,
/// `bmB`, `amA` or `amB`, for a team. Moves are in SAN or in coordinates; a team may `sit`. The table
/// says what is found, and the depth, nodes and time from which on it is.
#[derive(Args)]
pub(crate) struct SuiteArgs {
    /// Files of positions, one a line; empty lines and those that begin with `#` do not count
    #[arg(required = true, value_name = "FILE.epd")]
    files: Vec<PathBuf>,
    /// Print JSON in place of text: an object for each position, and one for all
    #[arg(long)]
    json: bool,
    /// Depth limit in plies, on one board
    #[arg(long, value_name = "N")]
    depth: Option<NonZeroU32>,
    /// Node limit for each board
    #[arg(long, value_name = "N")]
    nodes: Option<NonZeroU64>,
    /// Time for each position in milliseconds; without any limit, one second
    #[arg(long, value_name = "MS")]
    time: Option<NonZeroU64>,
    /// Number of search threads on one board
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Size of the transposition table of each board in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB")]
    hash: u32,
    #[command(flatten)]
    eval: EvalArgs,
    /// The variant of positions of one board, where no rule set names it; by default the holdings
    /// tell: crazyhouse with them, else chess
    #[arg(long, value_enum)]
    variant: Option<VariantArg>,
    #[command(flatten)]
    rules: RuleArgs,
}

pub(crate) fn run(args: &SuiteArgs) -> anyhow::Result<()> {
    // All lines are read before the first search: a fault in the last one is not found after an hour.
    let entries =
        args.files.iter().map(|path| args.entries(path)).collect::<Result<Vec<_>, _>>()?;
    args.check_limits(&entries)?;
    let mut desk = Desk::default();
    let mut output = Output::new(args.json);
    for entry in entries.iter().flatten() {
        let attempt = args.attempt(&mut desk, entry)?;
        output.add(entry, &attempt)?;
    }
    output.end()
}

/// The searchers, as soon as there is a position for them.
#[derive(Default)]
struct Desk {
    asker: Option<Asker>,
    planners: Option<Planners>,
}

impl SuiteArgs {
    fn entries(&self, path: &PathBuf) -> anyhow::Result<Vec<Entry>> {
        let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let text = decoded(&bytes);
        let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(number, line): (usize, &str)| {
            let entry = Entry::read(line, number, self.kind(line)?);
            entry.with_context(|| format!("`{}`, line {number}", path.display()))
        };
        lines.map(read).collect()
    }

    /// The variant of a line, and the rules of its moves.
    fn kind(&self, line: &str) -> anyhow::Result<(Variant, MoveRules)> {
        let told = self.variant.map(Variant::from);
        let told = told.or((!self.rules.is_left_open()).then(|| self.rules.variant()));
        let placement = line.split_whitespace().next().unwrap_or_default();
        let has_holdings = placement.contains('[') || placement.matches('/').count() == 8;
        let usual = if has_holdings { Variant::Crazyhouse } else { Variant::Chess };
        let variant = told.unwrap_or(usual);
        Ok((variant, self.rules.rule_set_for(variant)?.moves))
    }

    fn outcomes(&self, variant: Variant) -> anyhow::Result<OutcomeRules> {
        Ok(self.rules.rule_set_for(variant)?.outcomes)
    }

    /// Fails for limits that a plan of two boards cannot have together.
    fn check_limits(&self, entries: &[Vec<Entry>]) -> anyhow::Result<()> {
        let is_two = |entry: &Entry| matches!(entry.question, Question::TwoBoards(..));
        if self.nodes.is_some() && self.time.is_some() && entries.iter().flatten().any(is_two) {
            bail!("--nodes and --time do not go together on two boards");
        }
        Ok(())
    }

    fn attempt(&self, desk: &mut Desk, entry: &Entry) -> anyhow::Result<Attempt> {
        let variant = entry.variant();
        let rules = self.outcomes(variant)?;
        match &entry.question {
            Question::OneBoard(goal) => {
                let mut asker = desk.asker.take().map_or_else(|| self.asker(), Ok)?;
                asker.searcher().clear();
                asker.searcher().settle();
                // A longer mate that is proved first would end a search that asks for no mate.
                let limits = Limits { mate: goal.mate_in(), ..self.limits() };
                let attempt = attempt::on_one_board(entry, goal, &mut asker, (limits, rules));
                desk.asker = Some(asker);
                attempt.with_context(|| format!("position `{}`", entry.id))
            }
            Question::TwoBoards(team, goals) => {
                let mut planners = match desk.planners.take() {
                    Some(planners) => planners,
                    None => Planners::new([self.asker()?, self.asker()?]),
                };
                planners.clear();
                let asked = (*team, goals);
                let attempt =
                    attempt::on_two_boards(entry, asked, &mut planners, (self.budget(), rules));
                desk.planners = Some(planners);
                Ok(attempt)
            }
        }
    }

    fn asker(&self) -> anyhow::Result<Asker> {
        let mut asker = Asker::new(self.hash as usize, self.eval.networks()?);
        asker.searcher().set_threads(self.threads as usize);
        Ok(asker)
    }

    /// The time limit in milliseconds: the usual one if there is no limit at all.
    fn time_ms(&self) -> Option<u64> {
        let is_open = self.depth.is_none() && self.nodes.is_none();
        self.time.map(u64::from).or(is_open.then_some(USUAL_TIME_MS))
    }

    fn limits(&self) -> Limits {
        let thinking = match self.time_ms().map(i64::try_from) {
            Some(Ok(time)) => Thinking::Fixed(Millis(time)),
            Some(Err(_)) | None => Thinking::Infinite,
        };
        let (depth, nodes) = (self.depth.map(u32::from), self.nodes.map(u64::from));
        Limits { thinking, depth, nodes, ..Limits::clock() }
    }

    fn budget(&self) -> Budget {
        let Limits { thinking, nodes, .. } = self.limits();
        match (thinking, nodes) {
            (_, Some(nodes)) => Budget::Nodes(nodes),
            (Thinking::Fixed(time), None) => Budget::Time(time.duration()),
            (_, None) => Budget::Time(Millis(USUAL_TIME_MS as i64).duration()),
        }
    }
}
