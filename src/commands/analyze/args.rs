//! The options of `tandem analyze`.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tandem_analysis::analyst::Analyst;
use tandem_analysis::forecast::Scale;
use tandem_analysis::record;
use tandem_analysis::review::{Manner, Planned, USUAL_NODES};
use tandem_analysis::scene::Scene;
use tandem_arbiter::journal::Settings;
use tandem_arbiter::schedule::Shard;
use tandem_engine::{Limits, Thinking};
use tandem_rules::notation::Bfen;
use tandem_rules::notation::bpgn::{GameRecord, ReadOptions, ReplayRules};
use tandem_rules::{Boards, Millis, OutcomeRules, RuleError, RuleSet, Variant};

use crate::args::evaluation::{self, EvalArgs};
use crate::args::rules::{RuleArgs, VariantArg};
use crate::args::scale::ScaleArg;
use crate::games::start;
use crate::search::asker::Asker;
use crate::search::planning::Budget;

use super::plans::PlanArgs;

/// Nodes for the plans on each board if the searches are limited by depth only: so the output repeats.
const NODES_BY_DEPTH: u64 = 84_000;
/// Search time of a position if no limit is given.
const USUAL_TIME_MS: u64 = 1000;

/// Evaluates positions and games, on one board or on both.
///
/// A position is a FEN with holdings, or two of them joined by `|` for both boards of a bughouse
/// game, with clocks if they are BFEN. Each board is searched with the other in view. The output
/// has the best lines for the side to move, the pieces that would mate, and an estimate of the game
/// from both boards together. With --games, every move of recorded games is evaluated, and a file
/// of games with comments can be written.
#[derive(Args)]
pub(crate) struct AnalyzeArgs {
    /// A FEN with holdings, or two joined by `|`; `-` reads positions from standard input, one a
    /// line; the start of a game if left out
    #[arg(value_name = "POSITION", conflicts_with = "games")]
    pub(super) position: Vec<String>,
    /// Analyze all games of these files, BPGN or PGN, also if compressed, or chess.com's JSON; a
    /// directory stands for the files of games in it and below it
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) games: Vec<PathBuf>,
    /// Write the games with evaluations, and with better moves where there were any
    #[arg(long, value_name = "OUT", requires = "games", conflicts_with = "position")]
    pub(super) annotate: Option<PathBuf>,
    /// Write an HTML page for a browser: both boards to step through, evaluations over time,
    /// mistakes, clocks and messages
    #[arg(long, value_name = "FILE.html", requires = "games", conflicts_with = "position")]
    pub(super) report: Option<PathBuf>,
    /// Store the analysis of each game in this file as it ends, as a line of JSON; the same command,
    /// given again after an interruption, continues, and its outputs are those of one run
    #[arg(
        long,
        visible_alias = "resume",
        value_name = "FILE",
        requires = "games",
        conflicts_with = "position"
    )]
    pub(super) results: Option<PathBuf>,
    /// Analyze only this part of the games, as in 2/5: the second of every five
    #[arg(
        long,
        default_value_t,
        value_name = "I/N",
        requires = "games",
        conflicts_with = "position"
    )]
    pub(super) shard: Shard,
    /// Number of games analyzed at once, each with its own threads and table; their order stays
    #[arg(
        long,
        default_value = "1",
        value_name = "N",
        requires = "games",
        conflicts_with = "position"
    )]
    pub(super) concurrency: NonZeroUsize,
    /// The scale of the forecasts: what a lead is worth among people, or among engines; by default
    /// that of engines for records of `tandem match` and where the record says that programs play
    #[arg(long, value_enum, value_name = "WHOSE", requires = "games", conflicts_with = "position")]
    pub(super) scale: Option<ScaleArg>,
    #[command(flatten)]
    pub(super) plans: PlanArgs,
    /// Print JSON in place of text: one object a line, for each position or each game
    #[arg(long)]
    pub(super) json: bool,
    /// Depth limit in plies
    #[arg(long, value_name = "N")]
    pub(super) depth: Option<NonZeroU32>,
    /// Node limit for each board
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<NonZeroU64>,
    /// Time for each board in milliseconds; without any limit, one second for a position and 30,000
    /// nodes for each move of a game
    #[arg(long, value_name = "MS")]
    pub(super) time: Option<NonZeroU64>,
    /// Number of best moves to show
    #[arg(long, default_value = "1", value_name = "N")]
    pub(super) multipv: NonZeroUsize,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(super) threads: u32,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(super) hash: u32,
    #[command(flatten)]
    pub(super) eval: EvalArgs,
    /// The variant, where no rule set names it; for games, that which each record tells
    #[arg(long, value_enum)]
    variant: Option<VariantArg>,
    #[command(flatten)]
    rules: RuleArgs,
}

impl AnalyzeArgs {
    /// The limits of one search.
    pub(super) fn limits(&self) -> Limits {
        let (depth, nodes) = (self.depth.map(u32::from), self.nodes.map(u64::from));
        let is_open = depth.is_none() && nodes.is_none() && self.time.is_none();
        let (usual_time, usual_nodes) = match self.games.is_empty() {
            false => (None, is_open.then_some(USUAL_NODES)),
            true => (is_open.then_some(USUAL_TIME_MS), None),
        };
        let (time, nodes) = (self.time.map(u64::from).or(usual_time), nodes.or(usual_nodes));
        let thinking = match time.map(i64::try_from) {
            Some(Ok(time)) => Thinking::Fixed(Millis(time)),
            Some(Err(_)) | None => Thinking::Infinite,
        };
        Limits { thinking, depth, nodes, multi_pv: self.multipv.get(), ..Limits::clock() }
    }

    /// The settings that the analysis of a game depends on, by the names of the options, and the
    /// shard, whose games a file of results has.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let shown = |limit: Option<u64>| limit.map_or_else(String::new, |limit| limit.to_string());
        let pairs = [
            ("depth", shown(self.depth.map(|depth| u32::from(depth).into()))),
            ("nodes", shown(self.limits().nodes)),
            ("time", shown(self.time.map(u64::from))),
            ("multipv", self.multipv.to_string()),
            ("threads", self.threads.to_string()),
            ("hash", self.hash.to_string()),
            ("evaluation", evaluation::name(self.eval.networks()?.as_deref())),
            ("rules", self.rules_name()?),
            ("shard", self.shard.to_string()),
            ("scale", self.scale_name()),
            ("plans", if self.plans.plans { "all" } else { "mistakes" }.to_owned()),
        ];
        let named = pairs.into_iter().map(|(name, value)| (name.to_owned(), value));
        Ok(Settings(named.collect()))
    }

    /// The variant that the options name, bughouse if they name none.
    fn variant(&self) -> Variant {
        self.variant.map_or_else(|| self.rules.variant(), Variant::from)
    }

    pub(super) fn rule_set(&self) -> Result<RuleSet, RuleError> {
        self.rules.rule_set_for(self.variant())
    }

    /// The rules by which records are read.
    pub(super) fn replay_rules(&self) -> Result<ReplayRules, RuleError> {
        if self.follows_records() {
            return Ok(ReplayRules::Recorded);
        }
        let (variant, rules) = (self.variant(), self.rule_set()?.moves);
        Ok(ReplayRules::Given(ReadOptions { variant, rules }))
    }

    /// True if no option says by which rules games are analyzed.
    fn follows_records(&self) -> bool {
        self.variant.is_none() && self.rules.is_left_open()
    }

    /// The rules for the outcome of a recorded game.
    pub(super) fn outcome_rules(&self, record: &GameRecord) -> Result<OutcomeRules, RuleError> {
        if !self.follows_records() {
            return Ok(self.rule_set()?.outcomes);
        }
        Ok(record::outcome_rules(record))
    }

    fn rules_name(&self) -> Result<String, RuleError> {
        if self.follows_records() {
            return Ok("by record".to_owned());
        }
        Ok(format!("{} {}", self.variant(), self.rule_set()?))
    }

    /// How games are reviewed.
    pub(super) fn manner(&self) -> Manner {
        let plans = if self.plans.plans { Planned::All } else { Planned::Mistakes };
        Manner { scale: self.scale.map(Scale::from), plans }
    }

    /// The value of `--scale` as it is given.
    fn scale_name(&self) -> String {
        let value = self.scale.and_then(|scale| scale.to_possible_value());
        value.map_or_else(|| "by record".to_owned(), |value| value.get_name().to_owned())
    }

    /// The boards that a text describes; the start of a game for an empty text.
    pub(super) fn scene(&self, text: &str) -> anyhow::Result<Scene> {
        let (variant, rules) = (self.variant(), self.rule_set()?.moves);
        if Bfen::is_in(text) {
            let bfen = start::two_boards(text, rules)?;
            let clocks = bfen.clocks.map(|pair| pair.map(|pair| pair.map(Millis)));
            return Ok(Scene::new(bfen.boards, clocks));
        }
        if text.trim().is_empty() {
            return Ok(Scene::new(Boards::start_of(variant, rules), [None; 2]));
        }
        Ok(Scene::alone(Boards::beside_start(start::one_board(text, variant, rules)?)))
    }

    /// The end of planning: as long as the search of a board.
    pub(super) fn budget(&self) -> Budget {
        let Limits { thinking, nodes, .. } = self.limits();
        match (thinking, nodes) {
            (Thinking::Fixed(time), _) => Budget::Time(time.duration()),
            (_, Some(nodes)) => Budget::Nodes(nodes),
            (_, None) => Budget::Nodes(NODES_BY_DEPTH),
        }
    }

    /// A searcher with the settings of the options.
    pub(super) fn asker(&self) -> anyhow::Result<Asker> {
        let mut asker = Asker::new(self.hash as usize, self.eval.networks()?);
        asker.searcher().set_threads(self.threads as usize);
        Ok(asker)
    }

    /// An analyst who asks a searcher, with the limits and the rules of the options.
    pub(super) fn analyst(&self, asker: Asker) -> Result<Analyst, RuleError> {
        Ok(Analyst::new(Box::new(asker), self.limits(), self.rule_set()?.outcomes))
    }
}
