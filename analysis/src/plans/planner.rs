//! The planner: it asks for searches, and ranks the plans of a team by their results.
//!
//! Each round has two stages. First the boards are searched as they are, and their best moves become
//! plans. Then the boards after each plan are searched. The half that does better gets twice the nodes
//! in the next round, and so on: the nodes go where they decide.

use tandem_engine::{Info, Limits, Thinking, View};
use tandem_rules::{BoardId, Move, OutcomeRules, Team};

use super::Parts;
use super::branch::Branch;
use super::candidates::Known;
use super::clocks::Clocks;
use super::judging::Tried;
use super::mates::Mates;
use super::ranking::Ranking;
use crate::forecast::Scale;
use crate::scene::Scene;

/// Nodes for each board in the first round.
const FIRST_NODES: u64 = 12_000;
/// After so many rounds, rounds do not get longer.
const MOST_DOUBLINGS: u32 = 14;
/// The share of a round that goes to the boards as they are, in parts of a hundred.
const ROOT_PERCENT: u64 = 30;
/// Nodes of the mate solver for each of its questions in the second round; twice as many in the next.
const MATE_NODES: u64 = 8_000;
/// The most nodes of a question.
const MOST_MATE_NODES: u64 = 32_000;
/// The number of best moves that are asked for on a board of the team.
const OUR_LINES: usize = 5;
/// The fewest plans of a ranking that are searched again.
const FEWEST: usize = 4;

/// A question: what should a team do?
#[derive(Clone)]
pub struct Question {
    /// Both boards.
    pub scene: Scene,
    /// The rules that end the game.
    pub rules: OutcomeRules,
    /// The team.
    pub team: Team,
    /// The clocks, or several cases of them; each is answered by itself.
    pub clocks: Vec<Clocks>,
    /// The board on which the team may not sit.
    pub must_move: Option<BoardId>,
    /// A move that is judged too, however bad it is.
    pub also: Option<(BoardId, Move)>,
    /// The players that the forecasts are made for.
    pub scale: Scale,
}

/// A search that a planner asks for.
pub struct Job {
    /// The board.
    pub board: BoardId,
    /// The board as its player on turn sees it.
    pub view: View,
    /// The limits: nodes, and the number of lines.
    pub limits: Limits,
    /// True if this is the board as it is, and not after a plan.
    pub is_root: bool,
}

/// Ranks the plans of a team, round after round.
pub struct Planner {
    pub(super) question: Question,
    /// The mates of the team that are proved; none in the first round.
    pub(super) mates: Mates,
    /// The best lines of each board as it is.
    pub(super) roots: [Vec<Info>; 2],
    pub(super) round: u32,
    stage: Stage,
    pub(super) tried: Vec<Tried>,
    pub(super) rankings: Vec<Ranking>,
}

/// The searches of which the results are awaited.
enum Stage {
    Roots,
    Branches(Vec<(Parts, Branch)>),
}

impl Planner {
    /// A planner that has not asked for anything yet.
    pub fn new(question: Question) -> Self {
        Self {
            question,
            mates: Mates::new(),
            roots: Default::default(),
            round: 0,
            stage: Stage::Roots,
            tried: Vec::new(),
            rankings: Vec::new(),
        }
    }

    /// Plans for a round, of two stages; `search` returns the lines of each search that is asked for, best
    /// first, or `None` if it cannot. True if the round was completed.
    pub fn plan(&mut self, search: &mut dyn FnMut(Vec<Job>) -> Option<Vec<Vec<Info>>>) -> bool {
        for _stage in 0..2 {
            let Some(found) = search(self.jobs()) else {
                self.stage = Stage::Roots;
                return false;
            };
            self.take(found);
        }
        true
    }

    /// The number of nodes of the next round, for each board.
    pub fn nodes_of_round(&self) -> u64 {
        FIRST_NODES << self.round.min(MOST_DOUBLINGS)
    }

    /// The searches of the next stage. Their results go to [`Self::take`] before more are asked for.
    pub fn jobs(&self) -> Vec<Job> {
        let nodes = self.nodes_of_round();
        match &self.stage {
            Stage::Roots => {
                let nodes = nodes * ROOT_PERCENT / 100;
                self.jobs_of(&self.question.scene, nodes, true)
            }
            Stage::Branches(branches) => {
                let nodes = nodes * (100 - ROOT_PERCENT) / 100 / branches.len().max(1) as u64;
                let jobs = branches.iter();
                jobs.flat_map(|(_, branch)| self.jobs_of(&branch.scene, nodes, false)).collect()
            }
        }
    }

    fn jobs_of(&self, scene: &Scene, nodes: u64, is_root: bool) -> Vec<Job> {
        let Question { rules, team, .. } = self.question;
        let job = |&board: &BoardId| {
            let view = scene.view(board, rules);
            let is_ours = view.seat.team() == team;
            let multi_pv = if is_root && is_ours { OUR_LINES } else { 1 };
            let thinking = Thinking::Infinite;
            let limits = Limits { nodes: Some(nodes), thinking, multi_pv, ..Limits::clock() };
            Job { board, view, limits, is_root }
        };
        scene.shown().iter().map(job).collect()
    }

    /// Takes in the lines of each search that was asked for, best first, in the order of the jobs.
    pub fn take(&mut self, found: Vec<Vec<Info>>) {
        match std::mem::replace(&mut self.stage, Stage::Roots) {
            Stage::Roots => {
                let shown = self.question.scene.shown();
                for (board, lines) in shown.iter().zip(found) {
                    self.roots[board.index()] = lines;
                }
                self.begin_branches();
            }
            Stage::Branches(branches) => {
                let boards = self.question.scene.shown().len();
                let mut found = found.into_iter();
                for (parts, branch) in branches {
                    let best = found.by_ref().take(boards).map(|lines| lines.into_iter().next());
                    self.judge(parts, branch, best.collect());
                }
                self.rank();
                self.round += 1;
            }
        }
    }

    /// The plans for each case of the clocks, after the rounds so far; none before the first.
    pub fn rankings(&self) -> &[Ranking] {
        &self.rankings
    }

    /// The number of rounds that are over.
    pub const fn rounds(&self) -> u32 {
        self.round
    }

    /// The best lines of a board as it is, as of the latest round.
    pub fn lines(&self, board: BoardId) -> &[Info] {
        &self.roots[board.index()]
    }

    /// The question.
    pub const fn question(&self) -> &Question {
        &self.question
    }

    fn begin_branches(&mut self) {
        if let Some(later) = self.round.checked_sub(1) {
            let nodes = (MATE_NODES << later.min(MOST_DOUBLINGS)).min(MOST_MATE_NODES);
            self.mates.ask(&self.question.scene, self.question.team, nodes);
        }
        let Question { scene, team, .. } = &self.question;
        let expected = BoardId::ALL.map(|board| best_move(&self.roots[board.index()]));
        let chosen = self.chosen();
        let after = |parts: Parts| Some((parts, Branch::after(scene, *team, parts, expected)?));
        self.stage = Stage::Branches(chosen.into_iter().filter_map(after).collect());
    }

    /// The plans to search in this round: those that are new, and the better half of the others.
    fn chosen(&self) -> Vec<Parts> {
        let mut chosen: Vec<Parts> = self.known().plans();
        chosen.retain(|parts| self.tried.iter().all(|tried| tried.parts != *parts));
        let most = (self.tried.len() >> self.round).max(FEWEST);
        for at in 0..self.question.clocks.len() {
            let order = self.order(at);
            let also = order.iter().filter(|&&index| self.is_also(self.tried[index].parts)).take(1);
            for &index in order.iter().take(most).chain(also) {
                let parts = self.tried[index].parts;
                if !chosen.contains(&parts) {
                    chosen.push(parts);
                }
            }
        }
        chosen
    }

    fn known(&self) -> Known<'_> {
        let Question { scene, team, clocks, must_move, also, .. } = &self.question;
        let can_wait = |clocks: &Clocks| {
            BoardId::ALL.iter().any(|board| clocks.can_wait(team.seat(*board), *team))
        };
        Known {
            scene,
            team: *team,
            lines: [&self.roots[0], &self.roots[1]],
            mates: &self.mates,
            must_move: *must_move,
            also: *also,
            may_wait: clocks.iter().any(can_wait),
        }
    }
}

fn best_move(lines: &[Info]) -> Option<Move> {
    lines.first()?.pv.first().copied()
}
