//! One node of the search.

use tandem_rules::{
    MateRule, Move, MoveList, NoMoveRule, PieceTypes, Position, Repetition, Stage, Standing,
    Variant,
};

use super::Search;
use super::order::{Picker, gain, is_checking_drop};
use super::params::{
    FUTILE_DEPTH, FUTILE_MOVE, FUTILE_MOVE_PER_PLY, LATE_DEPTH, LATE_MOVE, MAX_PLY, NULL_DEPTH,
    NULL_REDUCTION,
};
use crate::tt::{Bound, Entry};
use crate::{Score, eval};

/// Between these two a score matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::INFINITE };

    /// The window of the opponent.
    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Asks only whether a score is above alpha.
    fn zero(self) -> Self {
        Self { beta: self.alpha.next(), ..self }
    }

    /// No line from here is worse than being mated at once, or better than mating at once.
    fn within_mates(self, ply: usize) -> Self {
        Self {
            alpha: self.alpha.max(Score::mated(ply)),
            beta: self.beta.min(-Score::mated(ply + 1)),
        }
    }

    fn is_zero(self) -> bool {
        self.beta == self.alpha.next()
    }
}

impl Search<'_> {
    /// The value of a position to its side to move, `depth` plies deep.
    fn node(&mut self, position: &Position, window: Window, depth: u32, ply: usize) -> Score {
        self.lines.clear(ply);
        if self.is_drawn(position) {
            return Score::DRAW;
        }
        // Look a ply further while in check, the line is forced anyway; but no line is made more
        // than twice as long, or drops that check would never end.
        let extends = position.in_check() && ply < self.iteration as usize;
        let depth = depth + u32::from(extends);
        if depth == 0 || ply >= MAX_PLY {
            return self.quiescence(position, window, ply, 0);
        }
        self.watch.nodes += 1;
        if self.watch.must_stop(self.id, self.control) {
            self.stopped = true;
            return Score::DRAW;
        }
        let window = window.within_mates(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let known = self.table.probe(self.key(position), ply);
        if let Some(score) = known.and_then(|entry| cutoff(entry, window, depth)) {
            return score;
        }
        if let Some(score) = self.null_move(position, window, depth, ply) {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }
        let mut moves = MoveList::new();
        position.generate(Stage::All, &mut moves);
        if moves.is_empty() {
            return self.no_moves(position, ply);
        }
        let table_move = known.and_then(|entry| entry.m);
        let picker = Picker::new(position, moves, self.memory, ply, table_move);
        self.search_moves(position, picker, window, (depth, ply))
    }

    fn search_moves(
        &mut self,
        position: &Position,
        picker: Picker,
        window: Window,
        (depth, ply): (u32, usize),
    ) -> Score {
        let mut best = (Score::LOWEST, None);
        let mut alpha = window.alpha;
        let mut quiet_tried = MoveList::new();
        for (place, m) in picker.enumerate() {
            if is_futile(position, m, best.0, depth, place) {
                continue;
            }
            let window = Window { alpha, ..window };
            let score = self.search_child(position, m, window, (depth, ply, place));
            if self.stopped {
                return Score::DRAW;
            }
            let is_quiet = gain(position, m).is_none();
            if score > best.0 {
                best.0 = score;
                if score > alpha {
                    best.1 = Some(m);
                    alpha = score;
                    self.lines.extend(ply, m);
                }
            }
            if score >= window.beta {
                if is_quiet {
                    let us = position.side_to_move();
                    self.memory.refuted(us, ply, (m, depth), &quiet_tried);
                }
                break;
            }
            if is_quiet {
                quiet_tried.push(m);
            }
        }
        self.keep(position, window, best, (depth, ply));
        best.0
    }

    /// Plays a move and searches what comes of it: the first in full, the others only as deep
    /// and as wide as it takes to see that they are no better.
    pub(super) fn search_child(
        &mut self,
        position: &Position,
        m: Move,
        window: Window,
        (depth, ply, place): (u32, usize, usize),
    ) -> Score {
        let mut next = position.clone();
        let _partner_elsewhere = next.make(m, &mut ());
        self.table.prefetch(self.key(&next));
        self.keys.push(position.repetition_key());
        let full = window.turned();
        let zero = window.zero().turned();
        let mut score = Score::INFINITE;
        if place > 0 {
            let reduced = depth - 1 - reduction(position, &next, m, depth, place).min(depth - 1);
            score = -self.node(&next, zero, reduced, ply + 1);
            if score > window.alpha && reduced < depth - 1 && !self.stopped {
                score = -self.node(&next, zero, depth - 1, ply + 1);
            }
        }
        let doubtful = place == 0 || score > window.alpha && !window.is_zero();
        if doubtful && !self.stopped {
            score = -self.node(&next, full, depth - 1, ply + 1);
        }
        self.keys.pop();
        score
    }

    /// If the opponent is worse off even when we sit, a real move will do as well.
    fn null_move(
        &mut self,
        position: &Position,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Option<Score> {
        let allowed = depth >= NULL_DEPTH
            && window.is_zero()
            && !position.in_check()
            && !window.beta.is_decided()
            && position.variant() != Variant::Chess;
        if !allowed || self.evaluate(position) < window.beta {
            return None;
        }
        let mut next = position.clone();
        next.make_null();
        self.keys.push(position.repetition_key());
        let reduced = depth.saturating_sub(1 + NULL_REDUCTION + depth / 4);
        let score = -self.node(&next, window.turned(), reduced, ply + 1);
        self.keys.pop();
        (!self.stopped && score >= window.beta).then_some(window.beta)
    }

    pub(super) fn evaluate(&self, position: &Position) -> Score {
        eval::evaluate(position, self.view.seat.color, &self.view.prices)
    }

    /// What it means to have no move.
    pub(super) fn no_moves(&self, position: &Position, ply: usize) -> Score {
        let can_be_helped = position.variant() == Variant::Bughouse
            && self.view.rules.mate != MateRule::HoldingsAtHand;
        let arrivals = match can_be_helped {
            true => position.possible_arrivals(position.side_to_move()),
            false => PieceTypes::NONE,
        };
        let may_wait =
            position.variant() == Variant::Bughouse && self.view.rules.no_move != NoMoveRule::Draws;
        match position.standing(arrivals) {
            Standing::Mated => Score::mated(ply),
            Standing::Blocked => Score::lost_unless_helped(ply),
            Standing::Waiting | Standing::Free if may_wait => self.evaluate(position),
            Standing::Waiting | Standing::Free => Score::DRAW,
        }
    }

    /// Drawn by the rules of this game, or as good as drawn.
    fn is_drawn(&self, position: &Position) -> bool {
        let rules = &self.view.rules;
        rules.repetition.is_some_and(|rule| self.is_repetition(position, rule))
            || rules.insufficient_material && position.lacks_material()
            || rules.no_move == NoMoveRule::QueenTestDraws
                && position.variant() == Variant::Bughouse
                && !position.in_check()
                && position.fails_queen_test()
    }

    /// The same men, turn and rights as before in the game or in this line. Once is enough: who
    /// can go round once can go round again.
    fn is_repetition(&self, position: &Position, rule: Repetition) -> bool {
        let counted = match rule.drops_start_afresh {
            true => usize::from(position.halfmove_clock()).min(self.keys.len()),
            false => self.keys.len(),
        };
        self.keys[self.keys.len() - counted..].contains(&position.repetition_key())
    }

    fn keep(
        &self,
        position: &Position,
        window: Window,
        (score, m): (Score, Option<Move>),
        (depth, ply): (u32, usize),
    ) {
        let bound = if score >= window.beta {
            Bound::Lower
        } else if m.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = depth.min(u32::from(u8::MAX)) as u8;
        self.table.store(
            self.key(position),
            ply,
            Entry { m, score, eval: None, depth, bound, was_pv: false },
        );
    }
}

/// The kept score, if it is deep enough and decides against the window.
fn cutoff(entry: Entry, window: Window, depth: u32) -> Option<Score> {
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    };
    (window.is_zero() && decides && u32::from(entry.depth) >= depth).then_some(entry.score)
}

/// True for a late quiet move near the leaves: with hands full there are hundreds of them. One
/// that gives check is never futile, nor is any while the best so far is lost.
fn is_futile(position: &Position, m: Move, best: Score, depth: u32, place: usize) -> bool {
    let most = FUTILE_MOVE + FUTILE_MOVE_PER_PLY * (depth * depth) as usize;
    depth <= FUTILE_DEPTH
        && place >= most
        && !position.in_check()
        && best > Score::LOWEST
        && !best.is_decided()
        && gain(position, m).is_none()
        && !is_checking_drop(position, m)
}

/// How many plies a late move is searched less deep: quiet ones that neither give nor answer
/// check, drops like any other.
fn reduction(position: &Position, next: &Position, m: Move, depth: u32, place: usize) -> u32 {
    let forcing = position.in_check() || next.in_check() || gain(position, m).is_some();
    if forcing || depth < LATE_DEPTH || place < LATE_MOVE {
        return 0;
    }
    let product = (place as u32).ilog2() * depth.ilog2();
    1 + product / 4
}
