//! Quiescence search (qsearch): captures, promotions, evasions and the first checking drops.

use tandem_rules::{Move, MoveList, Stage};

use super::move_picker::MovePicker;
use super::node::{Best, Node};
use super::params::MAX_PLY;
use super::piece_to::PieceTo;
use super::see;
use super::state::Search;
use super::static_eval::refined;
use super::transposition::cutoff;
use crate::tt::Bound;
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
    /// Searches a position until it is quiet and returns its score. The depth is 0 at the first
    /// node of qsearch, and one less at each ply below it.
    pub(super) fn qsearch(&mut self, node: &Node) -> Score {
        let Node { position, ply, .. } = *node;
        self.pv.clear(ply);
        self.stack.enter(ply);
        self.time.nodes += 1;
        if self.time.must_stop(self.id, self.control) {
            self.stopped = true;
            return Score::DRAW;
        }
        let entry = self.probe(node);
        if let Some(score) = entry.and_then(|entry| cutoff(entry, node)) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let breadth = match position.in_check() && -node.depth < self.params.qsearch_evasion_plies {
            true => Breadth::Evasions,
            false => Breadth::Captures,
        };
        let raw_eval = match breadth {
            Breadth::Evasions => None,
            Breadth::Captures => Some(self.raw_eval(position, entry)),
        };
        let judged = |raw| refined(self.corrected(position, raw), entry);
        let stand_pat = raw_eval.map_or(Score::LOWEST, judged);
        if stand_pat >= node.window.beta {
            self.store_stand_pat(node, entry, stand_pat, raw_eval);
            return stand_pat;
        }
        if let Some(score) = self.contact_mate(node) {
            return score;
        }
        let ordering = self.ordering(node);
        let tt_move = entry.and_then(|entry| entry.m);
        let best = match breadth {
            Breadth::Evasions => {
                self.search_evasions(node, MovePicker::new(ordering, tt_move, [None; 3]))
            }
            Breadth::Captures => {
                self.search_captures(node, MovePicker::captures(ordering, tt_move), stand_pat)
            }
        };
        if self.stopped {
            return Score::DRAW;
        }
        let bound = if best.score >= node.window.beta { Bound::Lower } else { Bound::Upper };
        self.store(node, best, bound, raw_eval);
        best.score
    }

    /// Searches all answers to a check; once one holds, quiet ones beyond the second are skipped,
    /// since that is enough to know that the check does not win.
    fn search_evasions(&mut self, node: &Node, mut picker: MovePicker) -> Best {
        let mut node = *node;
        let mut best = Best::NONE;
        let mut move_count = 0;
        while let Some(m) = picker.next() {
            move_count += 1;
            if !best.score.is_lost() && move_count > 2 && node.position.is_quiet(m) {
                picker.skip_quiets();
                continue;
            }
            if self.qsearch_move(&mut node, m, &mut best) {
                return best;
            }
        }
        if move_count == 0 {
            best.score = self.no_moves(node.position, node.ply);
        }
        best
    }

    /// Searches captures and promotions, then drops that give check; `stand_pat` is the score of
    /// doing neither.
    fn search_captures(&mut self, node: &Node, mut picker: MovePicker, stand_pat: Score) -> Best {
        let mut node = node.with_alpha(node.window.alpha.max(stand_pat));
        let mut best = Best { score: stand_pat, m: None };
        while let Some(m) = picker.next() {
            if !m.is_promotion() {
                let most = self.delta(&node, m, stand_pat);
                if most <= node.window.alpha {
                    best.score = best.score.max(most);
                    continue;
                }
            }
            if self.qsearch_move(&mut node, m, &mut best) {
                return best;
            }
        }
        if -node.depth < self.params.qsearch_check_plies {
            self.search_checking_drops(&mut node, &mut best);
        }
        best
    }

    /// Searches drops that give check: the threat that a quiet position most often hides.
    fn search_checking_drops(&mut self, node: &mut Node, best: &mut Best) {
        let mut checks = MoveList::new();
        node.position.generate(Stage::CheckingDrops, &mut checks);
        for &m in checks.iter() {
            if see::is_at_least(node.position, m, 0) && self.qsearch_move(node, m, best) {
                return;
            }
        }
    }

    /// Delta pruning: the most that a capture can make of the stand-pat score.
    fn delta(&self, node: &Node, m: Move, stand_pat: Score) -> Score {
        let victim = node.position.captured(m);
        let won = victim.map_or(0, |piece| eval::value(node.position.variant(), piece));
        stand_pat.plus(won + self.params.delta)
    }

    /// Searches one move and takes in its score: alpha rises with the best one. True if the node is
    /// done, by a cutoff or a stop.
    fn qsearch_move(&mut self, node: &mut Node, m: Move, best: &mut Best) -> bool {
        let score = self.qsearch_child(node, m);
        if self.stopped {
            return true;
        }
        best.score = best.score.max(score);
        if score > node.window.alpha {
            (node.window.alpha, best.m) = (score, Some(m));
            self.pv.update(node.ply, m);
        }
        score >= node.window.beta
    }

    fn qsearch_child(&mut self, node: &Node, m: Move) -> Score {
        let Node { position, ply, .. } = *node;
        self.prefetch(position, m, ply);
        let mut next = position.clone();
        let handoff = self.evaluator.make(&mut next, m, None);
        let decided = self.decided_elsewhere(node, handoff);
        let score = decided.unwrap_or_else(|| {
            self.stack.set_played(ply, Some(PieceTo::of(position, m)));
            -self.qsearch(&node.child(&next, node.window.turned(), node.depth - 1, false))
        });
        self.evaluator.unmake();
        score
    }

    /// The score of a contact mate: a mate in one by a drop beside the king, seen without a search
    /// (see [`mate::contact_mates`]).
    pub(super) fn contact_mate(&mut self, node: &Node) -> Option<Score> {
        if self.params.contact_mate == 0 || node.position.in_check() {
            return None;
        }
        let m = mate::mating_drop(node.position)?;
        self.pv.clear(node.ply + 1);
        self.pv.update(node.ply, m);
        Some(-Score::mated(node.ply + 1))
    }
}
