//! Quiescence search (qsearch): captures, promotions, evasions and the first checking drops.

use tandem_rules::{Move, MoveList, Position, Stage};

use super::Search;
use super::exchange;
use super::history::{Act, Scene};
use super::node::{Window, better_judgement, cutoff};
use super::order::{Guide, Picker};
use super::params::MAX_PLY;
use crate::tt::{Bound, Entry};
use crate::{Score, eval, mate};

/// The moves that a qsearch node tries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Breadth {
    /// All answers to a check.
    Evasions,
    /// Captures and promotions that lose nothing by SEE.
    Captures,
}

impl Search<'_> {
    /// Searches a position until it is quiet and returns its score. `depth` counts the plies of
    /// qsearch.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        depth: i32,
    ) -> Score {
        self.lines.clear(ply);
        self.watch.nodes += 1;
        if self.watch.must_stop(self.id, self.control) {
            self.stopped = true;
            return Score::DRAW;
        }
        let entry = self.table.probe(self.key(position, ply), ply);
        if let Some(score) = entry.and_then(|entry| cutoff(entry, window, 0)) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let breadth = match position.in_check() && depth < self.params.qsearch_evasion_plies {
            true => Breadth::Evasions,
            false => Breadth::Captures,
        };
        let raw = match breadth {
            Breadth::Evasions => None,
            Breadth::Captures => Some(self.raw_eval(position, entry)),
        };
        let judged = |raw| better_judgement(self.corrected(position, raw), entry);
        let calm = raw.map_or(Score::LOWEST, judged);
        if calm >= window.beta {
            return calm;
        }
        if let Some(score) = self.mate_at_a_glance(position, ply) {
            return score;
        }
        let best = self.quiet_down(position, (window, calm), (ply, depth), (breadth, entry));
        if self.stopped {
            return Score::DRAW;
        }
        let (score, m) = best;
        let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
        let entry = Entry { m, score, eval: raw, depth: 0, bound, was_pv: false };
        self.table.store(self.key(position, ply), ply, entry);
        score
    }

    fn quiet_down(
        &mut self,
        position: &Position,
        (window, calm): (Window, Score),
        (ply, depth): (usize, i32),
        (breadth, entry): (Breadth, Option<Entry>),
    ) -> (Score, Option<Move>) {
        let scene = Scene { position, before: self.stack.before(ply) };
        let table_move = entry.and_then(|entry| entry.m);
        let mut picker = match breadth {
            Breadth::Evasions => Picker::new(position, table_move, [None; 3]),
            Breadth::Captures => Picker::captures(position, table_move),
        };
        let mut best = (calm, None);
        let mut alpha = window.alpha.max(calm);
        let mut seen = 0;
        while let Some(m) = picker.next(Guide { scene, history: self.history, params: self.params })
        {
            seen += 1;
            match breadth {
                Breadth::Captures if !m.is_promotion() => {
                    let hope = self.hope(position, m, calm);
                    if hope <= alpha {
                        best.0 = best.0.max(hope);
                        continue;
                    }
                }
                // One evasion that holds is enough to know that the check does not win.
                Breadth::Evasions if !best.0.is_lost() && seen > 2 && position.is_quiet(m) => {
                    picker.leave_quiets();
                    continue;
                }
                _ => {}
            }
            let score =
                self.quiescence_child(position, m, Window { alpha, ..window }, (ply, depth));
            if self.stopped {
                return best;
            }
            best.0 = best.0.max(score);
            if score > alpha {
                (alpha, best.1) = (score, Some(m));
                self.lines.extend(ply, m);
            }
            if score >= window.beta {
                return best;
            }
        }
        if breadth == Breadth::Evasions {
            if seen == 0 {
                best.0 = self.no_moves(position, ply);
            }
            return best;
        }
        if depth < self.params.qsearch_check_plies {
            self.try_checks(position, (window, alpha), (ply, depth), &mut best);
        }
        best
    }

    /// Tries drops that give check: the threat that a quiet position most often hides.
    fn try_checks(
        &mut self,
        position: &Position,
        (window, mut alpha): (Window, Score),
        (ply, depth): (usize, i32),
        best: &mut (Score, Option<Move>),
    ) {
        let mut checks = MoveList::new();
        position.generate(Stage::CheckingDrops, &mut checks);
        for &m in checks.iter() {
            if !exchange::is_at_least(position, m, 0) {
                continue;
            }
            let score =
                self.quiescence_child(position, m, Window { alpha, ..window }, (ply, depth));
            if self.stopped {
                return;
            }
            best.0 = best.0.max(score);
            if score > alpha {
                (alpha, best.1) = (score, Some(m));
                self.lines.extend(ply, m);
            }
            if score >= window.beta {
                return;
            }
        }
    }

    /// A mate in one by a contact drop, found without a search.
    pub(super) fn mate_at_a_glance(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if self.params.contact_mate == 0 || position.in_check() {
            return None;
        }
        let m = mate::mating_drop(position)?;
        self.lines.clear(ply + 1);
        self.lines.extend(ply, m);
        Some(-Score::mated(ply + 1))
    }

    /// Delta pruning: the most that a capture can make of the stand-pat score.
    fn hope(&self, position: &Position, m: Move, calm: Score) -> Score {
        let victim = position.captured(m);
        let won = victim.map_or(0, |piece| eval::value(position.variant(), piece));
        calm.plus(won + self.params.delta)
    }

    fn quiescence_child(
        &mut self,
        position: &Position,
        m: Move,
        window: Window,
        (ply, depth): (usize, i32),
    ) -> Score {
        self.prefetch(position, m);
        let mut next = position.clone();
        let handoff = self.evaluation.make(&mut next, m, None);
        let decided = self.decided_elsewhere(position.side_to_move(), handoff, ply);
        let score = decided.unwrap_or_else(|| {
            self.stack.set_played(ply, Some(Act::of(position, m)));
            -self.quiescence(&next, window.turned(), ply + 1, depth + 1)
        });
        self.evaluation.unmake();
        score
    }
}
