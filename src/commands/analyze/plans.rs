//! Plans of a team in a position: the options, and the planning.

use std::str::FromStr;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use tandem_analysis::forecast::Scale;
use tandem_analysis::plans::{Clocks, Lead, Planner, Question, Ranking};
use tandem_analysis::scene::Scene;
use tandem_rules::{BoardId, Millis, Team};

use super::args::AnalyzeArgs;
use crate::search::planning::Planners;

/// Options on what a team does on both boards.
#[derive(Args)]
pub(super) struct PlanArgs {
    /// The clocks of a position of two boards: `ahead`, `level` or `behind`, for the team that is asked
    /// about, or all four in seconds or as minutes and seconds, White and Black on A, then on B
    #[arg(long, value_name = "CLOCKS", conflicts_with = "games")]
    pub(super) clocks: Option<ClocksArg>,
    /// The team that is asked about in a position of two boards: `one` has White on A and Black on B;
    /// by default every team that is on turn, the one that is on turn on more boards alone
    #[arg(long, value_enum, value_name = "TEAM", conflicts_with = "games")]
    pub(super) team: Option<TeamArg>,
    /// Judge every move of games by what it costs the team, on both boards: a mistake is then a move
    /// that is worse than the best plan
    #[arg(long, requires = "games", conflicts_with = "position")]
    pub(super) plans: bool,
    /// The board on which the team may not sit
    #[arg(long, value_name = "BOARD", conflicts_with = "games")]
    pub(super) must_move: Option<BoardId>,
}

/// A team.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TeamArg {
    /// White on A and Black on B.
    #[value(alias = "white")]
    One,
    /// Black on A and White on B.
    #[value(alias = "black")]
    Two,
}

/// Clocks as an option gives them.
#[derive(Clone, Copy)]
pub(super) enum ClocksArg {
    Lead(Lead),
    All([Millis; 4]),
}

/// Error for an option that gives no clocks.
#[derive(Debug, thiserror::Error)]
#[error(
    "expected `ahead`, `level`, `behind`, or four clocks as in `60,58.5,1:01,60`: White and Black on A, then on B"
)]
pub(super) struct ClocksError;

impl FromStr for ClocksArg {
    type Err = ClocksError;

    fn from_str(text: &str) -> Result<Self, ClocksError> {
        if let Some(lead) = Lead::ALL.into_iter().find(|lead| lead.name() == text) {
            return Ok(Self::Lead(lead));
        }
        let clocks: Option<Vec<Millis>> = text.split(',').map(clock).collect();
        let clocks = clocks.and_then(|clocks| clocks.try_into().ok());
        clocks.map(Self::All).ok_or(ClocksError)
    }
}

/// The most seconds that a clock may show: a day.
const MOST_SECONDS: f64 = 86_400.0;

/// A clock in seconds or as minutes and seconds.
fn clock(text: &str) -> Option<Millis> {
    let (minutes, seconds) = text.trim().split_once(':').unwrap_or(("0", text.trim()));
    let part = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        text.parse::<f64>().ok().filter(|_| is_number)
    };
    let seconds = 60.0 * part(minutes)? + part(seconds)?;
    (seconds <= MOST_SECONDS).then(|| Millis::from_seconds_f64(seconds))
}

impl PlanArgs {
    /// A position with the clocks of the options, if they name all.
    pub(super) fn clocked(&self, scene: &Scene) -> anyhow::Result<Scene> {
        let mut scene = scene.clone();
        let given = [
            ("--clocks", self.clocks.is_some()),
            ("--team", self.team.is_some()),
            ("--must-move", self.must_move.is_some()),
        ];
        let unfit = given.iter().find(|(_, is_given)| *is_given && scene.shown().len() < 2);
        if let Some((option, _)) = unfit {
            bail!("`{option}` is about both boards of a bughouse game");
        }
        if let Some(ClocksArg::All([a, b, c, d])) = self.clocks {
            scene.clocks = [Some([a, b]), Some([c, d])];
        }
        Ok(scene)
    }

    /// The cases of the clocks that are asked about.
    fn cases(&self, scene: &Scene) -> Vec<Clocks> {
        match (self.clocks, scene.all_clocks()) {
            (Some(ClocksArg::Lead(lead)), _) => vec![Clocks::Assumed(lead)],
            (_, Some(clocks)) => vec![Clocks::Known(clocks)],
            (_, None) => Lead::ALL.map(Clocks::Assumed).to_vec(),
        }
    }

    /// Refuses a question about a position of two boards that has no answer.
    ///
    /// # Errors
    /// The team that is named is not on turn, or not where it must move.
    pub(super) fn check(&self, scene: &Scene) -> anyhow::Result<()> {
        let teams = self.teams(scene);
        if teams.is_empty() {
            bail!("the team of `--team` is on turn on neither board");
        }
        let is_on_turn = |board| teams.contains(&scene.boards.on_turn(board).team());
        match self.must_move.filter(|&board| !is_on_turn(board)) {
            Some(board) => {
                bail!("`--must-move {board}`: the team of `--team` is not on turn there")
            }
            None => Ok(()),
        }
    }

    /// The teams that are asked about and on turn.
    fn teams(&self, scene: &Scene) -> Vec<Team> {
        let on_turn = BoardId::ALL.map(|board| scene.boards.on_turn(board).team());
        let is_asked = |team: &Team| match self.team {
            Some(TeamArg::One) => *team == Team::One,
            Some(TeamArg::Two) => *team == Team::Two,
            None => true,
        };
        Team::ALL.into_iter().filter(|team| is_asked(team) && on_turn.contains(team)).collect()
    }
}

/// The plans of each team that is asked about; none on one board.
pub(super) fn of_scene(
    args: &AnalyzeArgs,
    planners: &mut Option<Planners>,
    scene: &Scene,
) -> anyhow::Result<Vec<Vec<Ranking>>> {
    if scene.shown().len() < 2 {
        return Ok(Vec::new());
    }
    let planners = match planners {
        Some(planners) => planners,
        None => planners.insert(Planners::new([args.asker()?, args.asker()?])),
    };
    let rules = args.rule_set().context("unknown rules")?.outcomes;
    let mut plans = Vec::new();
    for team in args.plans.teams(scene) {
        let mut planner = Planner::new(Question {
            scene: scene.clone(),
            rules,
            team,
            clocks: args.plans.cases(scene),
            must_move: args
                .plans
                .must_move
                .filter(|&board| scene.boards.on_turn(board).team() == team),
            also: None,
            scale: Scale::Engines,
        });
        planners.plan(&mut planner, args.budget(), |_| {});
        plans.push(planner.rankings().to_vec());
    }
    Ok(plans)
}
