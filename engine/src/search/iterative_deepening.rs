//! Iterative deepening: the search of the root at depth after depth, until a limit is reached.

use tandem_rules::Move;

use super::elsewhere::Elsewhere;
use super::forecast::Forecast;
use super::params::MAX_PLY;
use super::proof_budget::ProofBudget;
use super::pv::playable;
use super::root::RootMove;
use super::stability::Stability;
use super::stack::Stack;
use super::state::{Found, Search};
use crate::{Event, Info, Score, ScoreKind};

/// Depth to which an only move is searched too: a seat that is mated after it may rather sit.
const FORCED_DEPTH: u32 = 4;

/// Nodes of the mate solver to see whether the best move relies on a forecast arrival.
const HELPLESS_NODES: u64 = 1_000;

/// The course of a search over its iterations, from which a search that was paused continues.
pub(crate) struct Course {
    root_moves: Vec<RootMove>,
    /// The report of the last finished iteration.
    best: Info,
    stability: Stability,
    /// Depth of the next iteration.
    depth: u32,
    stack: Stack,
    forecast: Forecast,
    elsewhere: Elsewhere,
    proofs: ProofBudget,
}

impl Course {
    /// The arrivals that the search still counts on.
    pub(crate) fn forecast(&self) -> Forecast {
        self.forecast
    }
}

impl Search<'_> {
    /// Deepens until a limit is reached; `hint` is searched first. `emit` gets every finished
    /// iteration.
    pub(crate) fn run(&mut self, hint: Option<Move>, emit: impl FnMut(Event)) -> Found {
        let mut course = self.begin(hint);
        self.go_on(&mut course, emit)
    }

    /// The course of a search that has not begun; `hint` is searched first.
    pub(crate) fn begin(&mut self, hint: Option<Move>) -> Course {
        let root_moves = self.root_moves(hint);
        let mut best = Info { rank: 1, ..Info::default() };
        best.pv.extend(root_moves.first().map(|first| first.m)); // at hand, however early the stop
        self.evaluate_root();
        self.time.begin_round();
        let stack = std::mem::replace(&mut self.stack, Stack::new());
        let &mut Self { forecast, elsewhere, proofs, .. } = self;
        let stability = Stability::default();
        Course { root_moves, best, stability, depth: 1, stack, forecast, elsewhere, proofs }
    }

    /// Deepens from where the course has come to, until a limit is reached. An iteration that a
    /// pause has cut short begins anew, with what the TT has kept of it; a pause between two
    /// iterations changes nothing.
    pub(crate) fn go_on(&mut self, course: &mut Course, emit: impl FnMut(Event)) -> Found {
        self.exchange(course);
        let found = self.deepen(course, emit);
        self.exchange(course);
        found
    }

    /// Exchanges the parts of the search that a course keeps.
    fn exchange(&mut self, course: &mut Course) {
        std::mem::swap(&mut self.stack, &mut course.stack);
        std::mem::swap(&mut self.forecast, &mut course.forecast);
        std::mem::swap(&mut self.elsewhere, &mut course.elsewhere);
        std::mem::swap(&mut self.proofs, &mut course.proofs);
    }

    fn deepen(&mut self, course: &mut Course, mut emit: impl FnMut(Event)) -> Found {
        if course.root_moves.is_empty() {
            course.best.score = self.no_moves(&self.view.own, 0);
            return Found { m: None, info: course.best.clone() };
        }
        let deepest = self.limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 1);
        while course.depth <= deepest && !self.time.pauses() {
            self.iteration = course.depth;
            self.stack.begin_iteration();
            if let Some(info) = self.prove_own_mate() {
                return self.announce(info, &mut emit);
            }
            if !self.iterate(course, &mut emit) {
                break;
            }
            course.depth += 1;
        }
        self.found(course)
    }

    /// Searches the root at one depth; true if the next one is to follow.
    fn iterate(&mut self, course: &mut Course, emit: &mut impl FnMut(Event)) -> bool {
        let Course { root_moves, best, stability, .. } = course;
        let ranks = self.limits.multi_pv.clamp(1, root_moves.len());
        if self.search_ranks(root_moves, ranks) == ranks {
            self.time.finish(self.iteration);
            *best = self.info_of(0, &root_moves[0]);
            if self.limits.search_moves.is_empty() {
                self.store_root(&root_moves[0]);
            }
            for (rank, root_move) in root_moves[..ranks].iter().enumerate() {
                emit(Event::Info(self.id, self.info_of(rank, root_move)));
            }
        }
        let is_forced = self.is_forced(root_moves, best.score);
        if self.stopped || is_forced || self.is_enough(best.score) {
            return false;
        }
        self.forget_what_loses(best.score);
        let needs_help = self.needs_help(root_moves[0].m);
        stability.note(root_moves[0].m, best.score, effort(root_moves));
        let is_past = self.time.is_past_soft_limit(stability.percent(self.params))
            || self.time.is_past_soft_nodes(&self.view.own, root_moves[0].m, best.score);
        needs_help || !is_past
    }

    /// The result as it stands.
    fn found(&self, course: &Course) -> Found {
        let (best, best_move) = (course.best.clone(), course.root_moves[0].m);
        let pv = match best.pv.first() == Some(&best_move) {
            true => best.pv,
            false => vec![best_move], // found in an iteration that was cut short
        };
        let gives_mate = self.elsewhere.is_lost_at_once();
        let (time, nodes) = (self.time.elapsed(), self.time.nodes());
        Found { m: Some(best_move), info: Info { time, nodes, gives_mate, pv, ..best } }
    }

    /// Searches the best `ranks` moves (`MultiPV`), each among those not ranked before it, and
    /// returns how many were finished.
    fn search_ranks(&mut self, root_moves: &mut [RootMove], ranks: usize) -> usize {
        let mut searched = 0;
        while searched < ranks {
            self.aspiration(root_moves, searched);
            if self.stopped {
                break;
            }
            searched += 1;
        }
        // A move searched later may have turned out better. The lines reported are all of one
        // depth.
        root_moves[..searched].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
        searched
    }

    /// True if the only move has been searched deep enough. A move that was asked about is searched
    /// even if it is the only one.
    fn is_forced(&self, root_moves: &[RootMove], score: Score) -> bool {
        let is_asked = !self.limits.search_moves.is_empty();
        let is_only = root_moves.len() == 1 && !is_asked && !self.time.is_endless();
        is_only && self.iteration >= FORCED_DEPTH && !is_lost_as_expected(score)
    }

    /// Ignores from now on a forecast arrival, or a mate on the other board, by which every move
    /// loses.
    fn forget_what_loses(&mut self, score: Score) {
        if is_lost_as_expected(score) {
            self.forecast = self.forecast.without_arrivals();
        }
        if score.is_lost() {
            self.elsewhere.narrow();
        }
    }

    /// True if the best move is mated by checks unless a forecast arrival comes. That arrival is
    /// not counted on from then on: the diagonal opponent may sit before it comes.
    fn needs_help(&mut self, m: Move) -> bool {
        let us = self.view.own.side_to_move();
        if !self.forecast.helps(us) {
            return false;
        }
        let mut next = self.view.own.clone();
        let _partner_elsewhere = next.make(m, &mut ());
        if let Some(arrival) = self.forecast.after(0).filter(|arrival| arrival.color != us) {
            next.receive(arrival, &mut ());
        }
        let is_mated = self.mates_by_checks(&next, HELPLESS_NODES);
        if is_mated {
            self.forecast = self.forecast.without(us);
        }
        is_mated
    }

    /// Reports a proved mate, which ends the search.
    fn announce(&self, info: Info, mut emit: impl FnMut(Event)) -> Found {
        emit(Event::Info(self.id, info.clone()));
        Found { m: info.pv.first().copied(), info }
    }

    /// The report of a root move; the best has rank 0.
    fn info_of(&self, rank: usize, root_move: &RootMove) -> Info {
        let pv = self.without_expected_drops(&root_move.pv);
        self.info(rank + 1, root_move.score, pv)
    }

    /// The part of a line before the first drop of a piece that is only expected.
    fn without_expected_drops(&self, line: &[Move]) -> Vec<Move> {
        match self.forecast.is_empty() {
            true => line.to_vec(),
            false => playable(&self.view.own, line.to_vec()),
        }
    }

    /// True if the score is the one that was asked for, or none better can come.
    fn is_enough(&self, score: Score) -> bool {
        let ScoreKind::Mate(plies) = score.kind() else { return false };
        let wanted = self.limits.mate.is_some_and(|moves| plies > 0 && plies < 2 * moves as i32);
        // A short mate ends a timed search, unless other moves are asked about.
        let is_all = self.limits.multi_pv <= 1 && !self.time.is_endless();
        wanted || is_all && plies > 0 && plies <= 3
    }
}

/// The best move's share of the nodes of all root moves, in percent.
fn effort(root_moves: &[RootMove]) -> i64 {
    let spent: u64 = root_moves.iter().map(|root_move| root_move.nodes).sum();
    (root_moves[0].nodes * 100 / spent.max(1)) as i64
}

/// True if the game is lost once the forecast arrival comes.
fn is_lost_as_expected(score: Score) -> bool {
    score < Score::DRAW && score.is_decided_as_expected()
}
