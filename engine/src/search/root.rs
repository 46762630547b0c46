//! The root: iterative deepening, aspiration windows and `MultiPV`.

use tandem_rules::Move;

use super::history::Scene;
use super::node::{Here, Trial, Window};
use super::order::{Guide, Picker};
use super::params::MAX_PLY;
use super::patience::Patience;
use super::proof::playable;
use super::{Forecast, Found, Search};
use crate::tt::{Bound, Entry};
use crate::{Event, Info, Score, ScoreKind};

/// Depth to which an only move is searched too: a seat that is mated after it may rather sit.
const FORCED_DEPTH: u32 = 4;

/// Nodes of the mate solver to see whether the best move relies on a forecast arrival.
const HELPLESS_NODES: u64 = 1_000;

/// A move at the root, with the result of the last finished iteration.
#[derive(Clone)]
struct Candidate {
    m: Move,
    /// Worth beyond the score of a search; see `prospects`.
    prospects: i32,
    score: Score,
    line: Vec<Move>,
    /// Nodes spent on it in all iterations.
    nodes: u64,
}

impl Search<'_> {
    /// Deepens until a limit is reached; `hint` is searched first. `emit` gets every finished
    /// iteration.
    pub(crate) fn run(&mut self, hint: Option<Move>, mut emit: impl FnMut(Event)) -> Found {
        let mut candidates = self.candidates(hint);
        let mut best = Info { rank: 1, ..Info::default() };
        let Some(first) = candidates.first().map(|candidate| candidate.m) else {
            best.score = self.no_moves(&self.view.own, 0);
            return Found { m: None, info: best };
        };
        best.pv = vec![first]; // a move is at hand, however early the stop
        let mut patience = Patience::default();
        let own = &self.view.own;
        let raw = (!own.in_check()).then(|| self.evaluate(own));
        let calm = raw.map(|raw| self.corrected(own, raw));
        self.stack.set_eval(0, calm);
        let ranks = self.limits.multi_pv.clamp(1, candidates.len());
        for depth in 1..=self.limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 1) {
            self.iteration = depth;
            if let Some(info) = self.prove_own_mate() {
                return self.announce(info, &mut emit);
            }
            let mut searched = 0;
            while searched < ranks {
                self.search_rank(&mut candidates, searched, depth as i32);
                if self.stopped {
                    break;
                }
                searched += 1;
            }
            // A move searched later may have turned out better. The lines reported are all of one
            // depth.
            candidates[..searched].sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
            if searched == ranks {
                best = self.info(depth, 0, &candidates[0]);
                if self.limits.search_moves.is_empty() {
                    self.keep_root(&candidates[0], depth);
                }
                for (rank, candidate) in candidates[..ranks].iter().enumerate() {
                    emit(Event::Info(self.id, self.info(depth, rank, candidate)));
                }
            }
            // A move that was asked about is searched even if it is the only one.
            let is_asked = !self.limits.search_moves.is_empty();
            let is_only = candidates.len() == 1 && !is_asked && !self.watch.is_endless();
            let is_forced = is_only && depth >= FORCED_DEPTH && !is_lost_as_expected(best.score);
            if self.stopped || is_forced || self.is_enough(best.score) {
                break;
            }
            self.forget_what_loses(best.score);
            let needs_help = self.needs_help(candidates[0].m);
            let spent: u64 = candidates.iter().map(|candidate| candidate.nodes).sum();
            let effort = candidates[0].nodes * 100 / spent.max(1);
            patience.note(candidates[0].m, best.score, effort as i64);
            if self.watch.is_late(patience.percent(self.params)) && !needs_help {
                break;
            }
        }
        let best_move = candidates[0].m;
        if best.pv.first() != Some(&best_move) {
            best.pv = vec![best_move]; // found in an iteration that was cut short
        }
        let gives_mate = self.elsewhere.is_lost_at_once();
        let info =
            Info { time: self.watch.elapsed(), nodes: self.watch.nodes(), gives_mate, ..best };
        Found { m: Some(best_move), info }
    }

    /// Ignores from now on a forecast arrival, or a mate on the other board, by which every move
    /// loses.
    fn forget_what_loses(&mut self, score: Score) {
        if is_lost_as_expected(score) {
            self.forecast = Forecast::default();
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

    fn candidates(&self, hint: Option<Move>) -> Vec<Candidate> {
        let wanted =
            |m: &Move| self.limits.search_moves.is_empty() || self.limits.search_moves.contains(m);
        let position = &self.view.own;
        let known = self.table.probe(self.key(position, 0), 0).and_then(|entry| entry.m);
        let mut picker = Picker::new(position, hint.or(known), [None; 3]);
        let scene = Scene { position, before: [None; 2] };
        let guide = Guide { scene, history: self.history, params: self.params };
        std::iter::from_fn(|| picker.next(guide))
            .filter(wanted)
            .map(|m| {
                let prospects = self.prospects(m);
                Candidate { m, prospects, score: Score::LOWEST, line: vec![m], nodes: 0 }
            })
            .collect()
    }

    /// Searches all candidates from `rank` on, in aspiration windows, and moves the best of them to
    /// that place. After a stop, a better move found by then stays there.
    fn search_rank(&mut self, candidates: &mut [Candidate], rank: usize, depth: i32) {
        let guess = candidates[rank].score;
        let mut reach = self.params.aspiration_window;
        let mut window = match depth >= self.params.aspiration_depth && !guess.is_decided() {
            true => Window { alpha: guess.plus(-reach), beta: guess.plus(reach) },
            false => Window::FULL,
        };
        loop {
            let score = self.search_candidates(&mut candidates[rank..], window, depth);
            if self.stopped || score > window.alpha && score < window.beta {
                return;
            }
            reach *= 4;
            window = match reach > 2000 {
                true => Window::FULL,
                false if score <= window.alpha => Window { alpha: score.plus(-reach), ..window },
                false => Window { beta: score.plus(reach), ..window },
            };
        }
    }

    /// Searches each candidate; the best one moves to the front, the others keep their order.
    fn search_candidates(
        &mut self,
        candidates: &mut [Candidate],
        window: Window,
        depth: i32,
    ) -> Score {
        let position = &self.view.own;
        let mut best = Score::LOWEST;
        let mut alpha = window.alpha;
        for at in 0..candidates.len() {
            let Candidate { m, prospects, .. } = candidates[at];
            self.lines.clear(1);
            let window = Window { alpha, beta: window.beta };
            // Decided bounds are not shifted: there is nothing beyond a mate in one to ask for.
            let shifted = |bound: Score| match bound.is_decided() {
                true => bound,
                false => bound.plus(-prospects),
            };
            let seen = Window { alpha: shifted(alpha), beta: shifted(window.beta) };
            let here = Here { depth, ply: 0, expects_cut: false };
            let trial = Trial { m, place: at, reduction: self.root_reduction(m, at, depth) };
            let before = self.watch.own_nodes();
            let score = self.search_child(position, trial, seen, here);
            let score = if score.is_decided() { score } else { score.plus(prospects) };
            candidates[at].nodes += self.watch.own_nodes() - before;
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if score > alpha || at == 0 {
                alpha = alpha.max(score);
                self.lines.extend(0, m);
                candidates[at].score = score;
                candidates[at].line = self.lines.at(0).to_vec();
                candidates[..=at].rotate_right(1);
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// Stores the result in the TT, so that the next search of this position begins with it.
    fn keep_root(&self, best: &Candidate, depth: u32) {
        let depth = depth.min(u32::from(u8::MAX)) as u8;
        let (m, score) = (Some(best.m), best.score);
        let entry = Entry { m, score, eval: None, depth, bound: Bound::Exact, was_pv: true };
        self.table.store(self.key(&self.view.own, 0), 0, entry);
    }

    fn info(&self, depth: u32, rank: usize, candidate: &Candidate) -> Info {
        Info {
            depth,
            rank: rank + 1,
            score: candidate.score,
            time: self.watch.elapsed(),
            nodes: self.watch.nodes(),
            table_use: self.table.fullness(),
            gives_mate: false,
            pv: self.playable(&candidate.line),
        }
    }

    /// The part of a line before the first drop of a piece that is only expected.
    fn playable(&self, line: &[Move]) -> Vec<Move> {
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
        let is_all = self.limits.multi_pv <= 1 && !self.watch.is_endless();
        wanted || is_all && plies > 0 && plies <= 3
    }
}

/// True if the game is lost once the forecast arrival comes.
fn is_lost_as_expected(score: Score) -> bool {
    score < Score::DRAW && score.is_decided_as_expected()
}
