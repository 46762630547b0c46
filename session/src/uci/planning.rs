//! Planning for both boards: the searches of a planner one after the other, within the bounds of a
//! question.

use std::collections::VecDeque;
use std::time::Instant;

use tandem_analysis::plans::{Certainty, Job, Part, Plan, Planner, Ranking};
use tandem_analysis::search::keep;
use tandem_engine::{Info, Limits};
use tandem_rules::{BoardId, Millis};

use super::question::Question;

/// Rounds after which planning ends: hours, unless the game is decided and searches take no time.
const MOST_ROUNDS: u32 = 20;
/// The fewest nodes of a round, for both boards: those that a plan of some plies takes.
const FEWEST_NODES: u64 = 3_000;

/// The bounds of a question; planning ends at the first that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bounds {
    /// The end of the time.
    pub(super) end: Option<Instant>,
    /// About the number of nodes in all.
    pub(super) nodes: Option<u64>,
    /// Depth of the first plan.
    pub(super) depth: Option<u32>,
}

/// What the searches have taken so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    /// Nodes of all searches.
    pub(super) nodes: u64,
    /// The greatest ply of a search of this round.
    pub(super) selective_depth: u32,
    /// Used part of the transposition table after the last search, in permille.
    pub(super) table_use: u32,
}

/// Plans on their way to an answer.
pub(super) struct Planning {
    pub(super) asked: Question,
    /// The boards on which the team is on turn, with the limits of a search of each by itself.
    pub(super) boards: VecDeque<(BoardId, Limits)>,
    pub(super) since: Instant,
    /// True if the team may sit wherever that is best; otherwise only beside a capture, which sends the
    /// piece that is waited for.
    may_sit: bool,
    bounds: Bounds,
    planner: Planner,
    /// Nodes of this round, for both boards.
    nodes: u64,
    /// The searches of this stage that have not begun.
    left: VecDeque<Job>,
    /// The lines of those that are over.
    found: Vec<Vec<Info>>,
    /// The lines of the search that runs.
    lines: Vec<Info>,
    pub(super) spent: Spent,
    /// The plans, best first.
    plans: Vec<Plan>,
}

impl Planning {
    /// Planning that begins now.
    pub(super) fn new(
        (planner, may_sit): (Planner, bool),
        (asked, boards): (Question, VecDeque<(BoardId, Limits)>),
        bounds: Bounds,
        since: Instant,
    ) -> Self {
        let mut planning = Self {
            asked,
            boards,
            since,
            may_sit,
            bounds,
            planner,
            nodes: 0,
            left: VecDeque::new(),
            found: Vec::new(),
            lines: Vec::new(),
            spent: Spent::default(),
            plans: Vec::new(),
        };
        planning.nodes = planning.share_of_round();
        planning.begin_stage();
        planning
    }

    /// The end of the time, if that is limited.
    pub(super) const fn end(&self) -> Option<Instant> {
        self.bounds.end
    }

    /// The plans so far, best first; none before the end of the first round.
    pub(super) fn plans(&self) -> &[Plan] {
        &self.plans
    }

    /// The next search of this stage; `None` if all are over.
    pub(super) fn next_job(&mut self) -> Option<Job> {
        self.left.pop_front()
    }

    /// Takes in a line of the search that runs.
    pub(super) fn note(&mut self, info: Info) {
        keep(&mut self.lines, info);
    }

    /// Takes in the end of the search that runs.
    pub(super) fn end_search(&mut self, info: Info) {
        self.spent.nodes += info.nodes;
        self.spent.selective_depth = self.spent.selective_depth.max(info.selective_depth);
        self.spent.table_use = info.table_use;
        let mut lines = std::mem::take(&mut self.lines);
        if lines.is_empty() {
            lines.push(info); // a later line of the same search may be incomplete
        }
        self.found.push(lines);
    }

    /// Ends a stage, all searches of which are over. True if that ends a round.
    pub(super) fn end_stage(&mut self) -> bool {
        let rounds = self.planner.rounds();
        self.planner.take(std::mem::take(&mut self.found));
        let is_round = self.planner.rounds() > rounds;
        if is_round {
            self.rank();
            self.nodes = self.share_of_round();
        }
        self.begin_stage();
        is_round
    }

    /// Begins the reports of another round.
    pub(super) fn begin_round(&mut self) {
        self.spent.selective_depth = 0;
    }

    /// True if a bound is reached at the end of a round.
    pub(super) fn is_over(&self) -> bool {
        let rounds = self.planner.rounds();
        let first = self.plans.first();
        let is_deep = self.bounds.depth.is_some_and(|depth| {
            rounds >= depth.max(1)
                || first.is_some_and(|plan| plan.depth >= depth || is_decided(plan))
        });
        let rest = self.bounds.nodes.map(|most| most.saturating_sub(self.spent.nodes));
        let is_spent = rest.is_some_and(|rest| rest < self.nodes_of_round() / 2);
        rounds >= MOST_ROUNDS || is_deep || is_spent
    }

    /// The best line so far of a board as it is.
    pub(super) fn line(&self, board: BoardId) -> Option<&Info> {
        let known = self.planner.lines(board).first();
        known.or_else(|| {
            // The boards are searched in their order.
            let lines = self.found.get(board.index());
            lines.or((self.found.len() == board.index()).then_some(&self.lines))?.first()
        })
    }

    /// Nodes of a whole round, for both boards.
    fn nodes_of_round(&self) -> u64 {
        self.planner.nodes_of_round() * 2
    }

    /// Nodes of the round that begins now: all of it, or as many as are left.
    fn share_of_round(&self) -> u64 {
        let whole = self.nodes_of_round();
        self.bounds
            .nodes
            .map_or(whole, |most| most.saturating_sub(self.spent.nodes).clamp(FEWEST_NODES, whole))
    }

    /// Asks for the searches of the next stage; in a round that is cut short, each gets less.
    fn begin_stage(&mut self) {
        let whole = self.nodes_of_round();
        let mut jobs = self.planner.jobs();
        for job in &mut jobs {
            let nodes = job.limits.nodes.map(|nodes| (nodes * self.nodes / whole).max(1));
            job.limits.nodes = nodes;
        }
        self.left = jobs.into();
    }

    /// Takes over the ranking of a round. Plans that are not in it any more come last, so that a
    /// front-end that keeps a line for each rank has none of an earlier round.
    fn rank(&mut self) {
        let ranking = Ranking::answer(self.planner.rankings());
        let ranked = ranking.map(|ranking| ranking.plans.clone()).unwrap_or_default();
        let mut plans: Vec<Plan> =
            ranked.iter().filter(|plan| self.may_be(plan)).cloned().collect();
        if plans.is_empty() {
            plans = ranked;
        }
        for plan in std::mem::take(&mut self.plans) {
            if plans.iter().all(|known| known.parts != plan.parts) {
                plans.push(plan);
            }
        }
        self.plans = plans;
    }

    /// True if the team may do this: it sits only where it may, or cannot move.
    fn may_be(&self, plan: &Plan) -> bool {
        let boards = &self.planner.question().scene.boards;
        let takes = |board: BoardId| match plan.parts[board.index()] {
            Some(Part::Move(m)) => boards.position(board).captured(m).is_some(),
            Some(Part::Sit) | None => false,
        };
        self.may_sit
            || BoardId::ALL.into_iter().all(|board| {
                let can_move = boards.position(board).count_legal() > 0;
                !(plan.sits(board) && can_move) || takes(board.other())
            })
    }
}

/// True if no search of a plan becomes deeper, because the game is over so soon.
const fn is_decided(plan: &Plan) -> bool {
    matches!(plan.worth.certainty, Certainty::Mates(_) | Certainty::Mated(_))
}

impl Spent {
    /// Nodes per second, by now.
    pub(super) fn speed(self, time: Millis) -> u64 {
        self.nodes.saturating_mul(1000) / time.0.unsigned_abs().max(1)
    }
}
