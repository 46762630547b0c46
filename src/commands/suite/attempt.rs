//! An attempt at a position: what is found, and since when.

use std::time::{Duration, Instant};

use tandem_analysis::forecast::Scale;
use tandem_analysis::plans::{
    Certainty, Clocks, Lead, Part, Plan, Planner, Question as TeamQuestion,
};
use tandem_engine::{Decision, Info, Limits, ScoreKind, moves_in};
use tandem_rules::{BoardId, OutcomeRules, Team};

use crate::search::asker::{Asker, Died};
use crate::search::planning::{Budget, Planners};

use super::entry::{Answer, Entry, Goal};

/// The work of a search up to some moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) depth: u32,
    /// Nodes, of both boards together.
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// The outcome of a position.
pub(super) struct Attempt {
    /// The answer found in the end, in SAN.
    pub(super) found: String,
    /// The work after which the solution was found, and kept to the end; `None` if it is not solved.
    pub(super) solved: Option<Work>,
    /// All of the work.
    pub(super) work: Work,
}

/// Follows what a search finds: a solution counts from the moment since which it is kept.
#[derive(Default)]
struct Follower {
    found: String,
    solved: Option<Work>,
    work: Work,
}

impl Follower {
    fn note(&mut self, found: String, is_solved: bool, work: Work) {
        self.solved = if is_solved { Some(self.solved.unwrap_or(work)) } else { None };
        (self.found, self.work) = (found, work);
    }

    fn end(self) -> Attempt {
        let Self { found, solved, work } = self;
        Attempt { found, solved, work }
    }
}

/// Searches one board.
pub(super) fn on_one_board(
    entry: &Entry,
    goal: &Goal,
    asker: &mut Asker,
    (limits, rules): (Limits, OutcomeRules),
) -> Result<Attempt, Died> {
    let position = entry.scene.boards.position(BoardId::A);
    let (mut follower, began) = (Follower::default(), Instant::now());
    let mut note = |answer: Answer, info: &Info| {
        let mate = match info.score.kind() {
            ScoreKind::Mate(plies @ 1..) => Some(moves_in(plies)),
            _ => None,
        };
        let work = Work { depth: info.depth, nodes: info.nodes, time: began.elapsed() };
        follower.note(answer.told(position), goal.is_met(answer, mate), work);
    };
    let view = entry.scene.view(BoardId::A, rules);
    let (decision, info) = asker.ask_showing(view, limits, |info| {
        if let Some(&m) = info.pv.first().filter(|_| info.rank <= 1) {
            note(Answer::Move(m), &info);
        }
    })?;
    let answer = match decision {
        Decision::Play(m) => Answer::Move(m),
        Decision::Sit => Answer::Sit,
    };
    note(answer, &info);
    Ok(follower.end())
}

/// Plans for a team on both boards.
pub(super) fn on_two_boards(
    entry: &Entry,
    (team, goals): (Team, &[Option<Goal>; 2]),
    planners: &mut Planners,
    (budget, rules): (Budget, OutcomeRules),
) -> Attempt {
    let (mut follower, began) = (Follower::default(), Instant::now());
    let mut planner = Planner::new(question(entry, team, rules));
    let (mut nodes, mut of_round) = (0, planner.nodes_of_round());
    planners.plan(&mut planner, budget, |planner| {
        nodes += 2 * of_round; // those of both boards
        of_round = planner.nodes_of_round();
        let plans = planner.rankings().first().and_then(|ranking| ranking.plans.first());
        let Some(plan) = plans else { return };
        let work = Work { depth: plan.depth, nodes, time: began.elapsed() };
        follower.note(told(entry, plan), is_solved(plan, goals), work);
    });
    follower.end()
}

fn question(entry: &Entry, team: Team, rules: OutcomeRules) -> TeamQuestion {
    let clocks = entry.scene.all_clocks();
    TeamQuestion {
        scene: entry.scene.clone(),
        rules,
        team,
        clocks: vec![clocks.map_or(Clocks::Assumed(Lead::Level), Clocks::Known)],
        must_move: None,
        also: None,
        scale: Scale::Engines,
    }
}

fn is_solved(plan: &Plan, goals: &[Option<Goal>; 2]) -> bool {
    let mate = match plan.worth.certainty {
        Certainty::Mates(moves) => Some(moves),
        _ => None,
    };
    BoardId::ALL.into_iter().all(|board| {
        goals[board.index()].as_ref().is_none_or(|goal| {
            let answer = plan.parts[board.index()].map(|part| match part {
                Part::Move(m) => Answer::Move(m),
                Part::Sit => Answer::Sit,
            });
            answer.is_some_and(|answer| goal.is_met(answer, mate))
        })
    })
}

fn told(entry: &Entry, plan: &Plan) -> String {
    tandem_analysis::text::plans::parts(plan, &entry.scene.boards)
}
