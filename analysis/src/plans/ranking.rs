//! The ranking of plans that were searched.

use tandem_engine::{Info, ScoreKind};
use tandem_rules::BoardId;

use super::about::About;
use super::clocks::{Clocks, Lead};
use super::judging::Tried;
use super::planner::{Planner, Question};
use super::worth::{Certainty, log_odds};
use super::{Part, Parts, Plan, line};

/// The most plans of a ranking.
const MOST_RANKED: usize = 10;
/// What a plan has to win more, in the logarithm of the odds, if the team sits where it could move:
/// waiting costs time.
const COST_OF_SITTING: f64 = 0.06;
/// What it may win less if every move is mated: a player who is lost does not hurry.
const WORTH_OF_SITTING: f64 = 0.2;
/// A plan that is first stays first unless another one is better by this, in the same terms.
const STAYS: f64 = 0.02;
/// More than any logarithm of odds here.
const SURE: f64 = 100.0;

/// The plans of a team for one case of the clocks.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// The clocks.
    pub clocks: Clocks,
    /// The plans, best first; none if the team is not on turn.
    pub plans: Vec<Plan>,
}

impl Ranking {
    /// The ranking that answers a question: the only one, or that for level clocks.
    pub fn answer(rankings: &[Self]) -> Option<&Self> {
        let level = |ranking: &&Self| ranking.clocks == Clocks::Assumed(Lead::Level);
        rankings.iter().find(level).or_else(|| rankings.first())
    }
}

impl Planner {
    /// The indices of the plans that were tried, best first for this case of the clocks.
    pub(super) fn order(&self, at: usize) -> Vec<usize> {
        let first = self.rankings.get(at).and_then(|ranking| ranking.plans.first());
        let first = first.map(|plan| plan.parts);
        let value = |index: usize| {
            let tried = &self.tried[index];
            let worth = tried.worths[at];
            if let Certainty::Mates(_) = worth.certainty {
                return SURE + worth.wins; // above all that is only estimated
            }
            let sits = BoardId::ALL.map(|board| self.cost_of_sitting(tried.parts, board, at));
            let stays = if first == Some(tried.parts) { STAYS } else { 0.0 };
            log_odds(worth.wins) - sits.iter().sum::<f64>() + stays
        };
        let sound = (0..self.tried.len()).filter(|&index| !self.sits_on_a_mate(index));
        let mut order: Vec<usize> = sound.collect();
        order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
        order
    }

    /// True for a plan with the move that is judged too.
    pub(super) fn is_also(&self, parts: Parts) -> bool {
        self.question.also.is_some_and(|(board, m)| parts[board.index()] == Some(Part::Move(m)))
    }

    /// True if the team is on turn on a board and mates there, by a proof or by the best line.
    fn wins_alone(&self, board: BoardId) -> bool {
        let Question { scene, team, .. } = &self.question;
        let mates = |line: &Info| matches!(line.score.kind(), ScoreKind::Mate(1..));
        let is_on_turn = scene.boards.is_on_turn(team.seat(board));
        let best = self.roots[board.index()].first();
        is_on_turn && (self.mates.proof(board).is_some() || best.is_some_and(mates))
    }

    /// True for a plan that sits on a board where the team mates: that was not known when it was made.
    /// A piece is not waited for with which it would take longer.
    fn sits_on_a_mate(&self, index: usize) -> bool {
        let Tried { parts, lines, .. } = &self.tried[index];
        let mates_in = |line: Option<&Info>| match line?.score.kind() {
            ScoreKind::Mate(plies @ 1..) => Some(plies),
            _ => None,
        };
        BoardId::ALL.into_iter().any(|board| {
            let own = mates_in(self.roots[board.index()].first());
            let later = mates_in(lines[board.index()].as_ref());
            let is_slower = own.zip(later).is_some_and(|(own, later)| own <= later);
            parts[board.index()] == Some(Part::Sit)
                && (is_slower || self.mates.proof(board).is_some())
        })
    }

    /// What a plan has to win more because it sits on a board where the team has a move; less than
    /// nothing where every move is mated and the team can wait, or its partner has a move.
    fn cost_of_sitting(&self, parts: Parts, board: BoardId, at: usize) -> f64 {
        let lines = &self.roots[board.index()];
        let best = lines.first().filter(|line| !line.pv.is_empty());
        let (Some(Part::Sit), Some(best)) = (parts[board.index()], best) else { return 0.0 };
        let team = self.question.team;
        let seat = team.seat(board);
        let can_wait = self.question.clocks[at].can_wait(seat, team)
            || self.question.scene.boards.is_on_turn(seat.partner());
        match can_wait && (best.score.is_lost() || best.gives_mate) {
            true => -WORTH_OF_SITTING,
            false => COST_OF_SITTING,
        }
    }

    pub(super) fn rank(&mut self) {
        let cases = self.question.clocks.clone();
        let rankings = cases.into_iter().enumerate().map(|(at, clocks)| {
            let mut order = self.order(at);
            // A plan that was left out has an older, shallower value.
            order.sort_by_key(|&index| self.tried[index].round != self.round);
            let plans = order
                .iter()
                .take(MOST_RANKED)
                .map(|&index| self.told(index, (at, order[0])))
                .collect();
            Ranking { clocks, plans }
        });
        self.rankings = rankings.collect();
    }

    /// The best plan with the move that is judged too, for a case of the clocks; `None` if it cannot be
    /// played.
    pub fn judged(&self, at: usize) -> Option<Plan> {
        let order = self.order(at);
        let also = order.iter().find(|&&index| self.is_also(self.tried[index].parts))?;
        Some(self.told(*also, (at, order[0])))
    }

    /// A plan for a case of the clocks, of which `first` is the best.
    fn told(&self, index: usize, (at, first): (usize, usize)) -> Plan {
        let tried = &self.tried[index];
        let Question { scene, team, scale, .. } = &self.question;
        let clocks = self.question.clocks[at];
        let as_it_is = self.worth_as_it_is(clocks);
        let depths = tried.lines.iter().flatten().map(|line| line.depth);
        let line = line::of(scene, &tried.branch, &tried.lines);
        let wins_alone = BoardId::ALL.map(|board| self.wins_alone(board));
        let about = About { scene, team: *team, clocks, at, line: &line, wins_alone };
        let faults = about.faults(tried);
        Plan {
            faults,
            team: *team,
            parts: tried.parts,
            worth: tried.worths[at].beside(self.tried[first].worths[at], as_it_is, *scale),
            facts: about.facts(tried),
            line,
            depth: depths.min().unwrap_or(0),
        }
    }
}
