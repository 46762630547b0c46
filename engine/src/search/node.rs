//! The node function of the main search.

use tandem_rules::{Move, MoveList, Position};

use super::Search;
use super::busy::PutOff;
use super::history::{Act, Scene};
use super::order::{Guide, Picker};
use super::params::MAX_PLY;
use crate::Score;
use crate::tt::{Bound, Entry};

/// A search window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::INFINITE };

    /// The window from the opponent's point of view.
    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The zero window at alpha, which only asks whether the score is above it.
    pub(super) fn zero(self) -> Self {
        Self { beta: self.alpha.next(), ..self }
    }

    /// Mate distance pruning: no score from here is below being mated now, or above mating now.
    fn within_mates(self, ply: usize) -> Self {
        Self {
            alpha: self.alpha.max(Score::mated(ply)),
            beta: self.beta.min(-Score::mated(ply + 1)),
        }
    }

    pub(super) fn is_zero(self) -> bool {
        self.beta == self.alpha.next()
    }
}

/// The place of a node in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    /// Remaining depth, in plies.
    pub(super) depth: i32,
    /// Distance from the root, in plies.
    pub(super) ply: usize,
    /// True at an expected cut node.
    pub(super) expects_cut: bool,
}

impl Here {
    /// A child of this node, with its own depth.
    fn child(self, depth: i32, expects_cut: bool) -> Self {
        Self { depth, ply: self.ply + 1, expects_cut }
    }
}

/// A move that is about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Trial {
    pub(super) m: Move,
    /// Move count: the moves picked at this node before it.
    pub(super) place: usize,
    /// Late move reduction (LMR), in plies.
    pub(super) reduction: i32,
}

impl Trial {
    /// The first move of a node, searched in full.
    pub(super) const fn first(m: Move) -> Self {
        Self { m, place: 0, reduction: 0 }
    }
}

/// Facts about a node that are known before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) entry: Option<Entry>,
    /// The raw static evaluation; `None` in check.
    raw: Option<Score>,
    /// The static evaluation after correction history; `None` in check.
    corrected: Option<Score>,
    /// The corrected evaluation, refined by the score of the TT entry; `None` in check.
    pub(super) eval: Option<Score>,
    /// Improving: the static evaluation is better than two plies ago.
    pub(super) improving: bool,
}

impl Known {
    pub(super) fn table_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.m)
    }
}

/// The state of the move loop.
struct Moves {
    picker: Picker,
    /// Move count: the moves picked so far.
    count: usize,
    put_off: PutOff,
    /// True once a move has been found that does not lose: others may be pruned.
    is_choosy: bool,
}

impl Search<'_> {
    /// Searches a node and returns its score for the side to move.
    pub(super) fn node(&mut self, position: &Position, window: Window, here: Here) -> Score {
        if let Some(score) = self.leaf(position, window, here) {
            return score;
        }
        let Here { mut depth, ply, .. } = here;
        let window = window.within_mates(ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let is_whole = self.stack.excluded(ply).is_none();
        let entry = self.table.probe(self.key(position, ply), ply).filter(|_| is_whole);
        if let Some(score) = entry.and_then(|entry| cutoff(entry, window, depth)) {
            return score;
        }
        if let Some(score) = self.settled_by_others(position, entry, here) {
            return score;
        }
        if let Some(score) = self.mate_at_a_glance(position, ply) {
            return score;
        }
        let known = self.look(position, entry, ply);
        if let Some(score) = self.prune(position, window, here, &known) {
            return score;
        }
        if self.stopped {
            return Score::DRAW;
        }
        if depth >= self.params.iir_depth && known.table_move().is_none() && is_whole {
            depth -= 1;
        }
        self.search_moves(position, window, Here { depth, ..here }, &known)
    }

    /// The score where a line ends: a draw, the depth (by qsearch), or a stop.
    fn leaf(&mut self, position: &Position, window: Window, here: Here) -> Option<Score> {
        let Here { depth, ply, .. } = here;
        self.lines.clear(ply);
        if self.is_drawn(position) {
            self.watch.nodes += 1;
            return Some(Score::DRAW);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return Some(self.quiescence(position, window, ply, 0));
        }
        if self.stack.excluded(ply).is_none() {
            self.watch.nodes += 1;
        }
        if self.watch.must_stop(self.id, self.control) {
            self.stopped = true;
            return Some(Score::DRAW);
        }
        None
    }

    /// Computes the static evaluation of a node and whether it is improving.
    fn look(&mut self, position: &Position, entry: Option<Entry>, ply: usize) -> Known {
        let raw = (!position.in_check()).then(|| self.raw_eval(position, entry));
        let corrected = raw.map(|raw| self.corrected(position, raw));
        self.stack.set_eval(ply, corrected);
        let eval = corrected.map(|eval| better_judgement(eval, entry));
        Known { entry, raw, corrected, eval, improving: self.stack.is_improving(ply) }
    }

    /// The raw static evaluation, from the TT entry if it is there.
    pub(super) fn raw_eval(&mut self, position: &Position, entry: Option<Entry>) -> Score {
        entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position))
    }

    /// A raw static evaluation after correction history.
    pub(super) fn corrected(&self, position: &Position, raw: Score) -> Score {
        let correction = self.history.correction(position) * self.params.correction_history / 100;
        Score::evaluation(raw.value() + correction)
    }

    fn search_moves(
        &mut self,
        position: &Position,
        window: Window,
        here: Here,
        known: &Known,
    ) -> Score {
        let Here { depth, ply, .. } = here;
        let scene = Scene { position, before: self.stack.before(ply) };
        let picker = Picker::new(position, known.table_move(), self.refuters(scene, ply));
        let mut moves = Moves { picker, count: 0, put_off: PutOff::new(), is_choosy: false };
        let mut best = (Score::LOWEST, None);
        let mut alpha = window.alpha;
        let mut tried = MoveList::new();
        loop {
            let window = Window { alpha, ..window };
            moves.is_choosy = best.0 != Score::LOWEST && !best.0.is_lost();
            let next = self.next_move(&mut moves, scene, (window, here), known);
            let Some((m, place)) = next else { break };
            let extension = self.extension((position, m), here, known);
            let here = Here { depth: depth + extension, ..here };
            let late = (scene, m, place);
            let reduction = self.reduction(late, &moves.picker, (window, here), known);
            let score = self.search_child(position, Trial { m, place, reduction }, window, here);
            if self.stopped {
                return Score::DRAW;
            }
            if score > best.0 {
                best.0 = score;
                if score > alpha {
                    best.1 = Some(m);
                    alpha = score;
                    self.lines.extend(ply, m);
                }
            }
            if score >= window.beta {
                self.learn(scene, (m, here), &tried);
                break;
            }
            tried.push(m);
        }
        if moves.count == 0 {
            return match self.stack.excluded(ply) {
                Some(_) => window.alpha, // the excluded move is the only one
                None => self.no_moves(position, ply),
            };
        }
        if self.stack.excluded(ply).is_none() {
            self.keep(position, (window, best), here, known.raw);
            self.correct(position, (window, best), here, known.corrected);
        }
        best.0
    }

    /// The next move that is not pruned, with its move count; those that other threads were
    /// searching come last.
    fn next_move(
        &self,
        moves: &mut Moves,
        scene: Scene,
        (window, here): (Window, Here),
        known: &Known,
    ) -> Option<(Move, usize)> {
        let position = scene.position;
        while let Some(m) = self.pick(&mut moves.picker, scene) {
            if Some(m) == self.stack.excluded(here.ply) {
                continue;
            }
            let place = moves.count;
            moves.count += 1;
            let late = (position, m, place);
            if moves.is_choosy && self.is_futile(late, &mut moves.picker, (window, here), known) {
                continue;
            }
            let may_wait = place > 0 && self.is_busy(position, m, here);
            if !(may_wait && moves.put_off.try_push((m, place)).is_ok()) {
                return Some((m, place));
            }
        }
        moves.put_off.pop_at(0)
    }

    /// The killers and the counter move.
    fn refuters(&self, scene: Scene, ply: usize) -> [Option<Move>; 3] {
        let [first, second] = match self.params.order_killers {
            0 => [None; 2],
            _ => self.stack.killers(ply),
        };
        let counter = self.history.counter(scene).filter(|_| self.params.order_counter_move > 0);
        [first, second, counter]
    }

    fn pick(&self, picker: &mut Picker, scene: Scene) -> Option<Move> {
        picker.next(Guide { scene, history: self.history, params: self.params })
    }

    /// Makes a move and searches the position after it: the first move in full, the others with as
    /// little depth and width as it takes to see that they are no better (PVS with LMR).
    pub(super) fn search_child(
        &mut self,
        position: &Position,
        trial: Trial,
        window: Window,
        here: Here,
    ) -> Score {
        self.prefetch(position, trial.m);
        let mut next = position.clone();
        let arrival = self.forecast.after(here.ply);
        let handoff = self.evaluation.make(&mut next, trial.m, arrival);
        let decided = self.decided_elsewhere(position.side_to_move(), handoff, here.ply);
        let score = decided.unwrap_or_else(|| {
            self.keys.push(position.repetition_key());
            self.stack.set_played(here.ply, Some(Act::of(position, trial.m)));
            let branch = (position, trial.m, here);
            let score =
                self.while_busy(branch, |search| search.search_made(&next, trial, window, here));
            self.keys.pop();
            self.forecast.judge(score, position.side_to_move(), here.ply)
        });
        self.evaluation.unmake();
        score
    }

    /// Searches the position after a move; `here` is the node where the move was made.
    fn search_made(
        &mut self,
        next: &Position,
        Trial { place, reduction, .. }: Trial,
        window: Window,
        here: Here,
    ) -> Score {
        let full = window.turned();
        let zero = window.zero().turned();
        let depth = here.depth - 1;
        let mut score = Score::INFINITE;
        if place > 0 {
            let reduced = (depth - reduction).clamp(depth.min(1), depth);
            score = -self.node(next, zero, here.child(reduced, true));
            if score > window.alpha && reduced < depth && !self.stopped {
                score = -self.node(next, zero, here.child(depth, !here.expects_cut));
            }
        }
        let doubtful = place == 0 || score > window.alpha && !window.is_zero();
        if doubtful && !self.stopped {
            let expects_cut = window.is_zero() && !here.expects_cut;
            score = -self.node(next, full, here.child(depth, expects_cut));
        }
        score
    }

    /// The singular extension of a move: a ply if it is the TT move and no other move comes near.
    fn extension(&mut self, (position, m): (&Position, Move), here: Here, known: &Known) -> i32 {
        let Some(entry) = known.entry else { return 0 };
        let Here { depth, ply, expects_cut } = here;
        let is_candidate = depth >= self.params.singular_depth
            && entry.m == Some(m)
            && self.stack.excluded(ply).is_none()
            && i32::from(entry.depth) >= depth - 3
            && entry.bound != Bound::Upper
            && !entry.score.is_decided()
            && ply < 2 * self.iteration as usize;
        if !is_candidate {
            return 0;
        }
        let beta = entry.score.plus(-self.params.singular_margin * depth);
        let window = Window { alpha: beta.plus(-1), beta };
        self.stack.set_excluded(ply, Some(m));
        let score = self.node(position, window, Here { depth: (depth - 1) / 2, ply, expects_cut });
        self.stack.set_excluded(ply, None);
        self.lines.clear(ply); // that was a line without the TT move
        if self.stopped {
            return 0;
        }
        i32::from(score < beta)
    }

    /// Updates killers and histories after a beta cutoff.
    fn learn(&mut self, scene: Scene, (m, here): (Move, Here), tried: &[Move]) {
        if scene.position.is_quiet(m) {
            self.stack.set_killer(here.ply, m);
        }
        self.history.refuted(scene, (m, here.depth), tried, self.params);
    }

    /// The static evaluation of the last position of the line, for its side to move.
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluation.of(position, self.view.seat.color, &self.view.prices)
    }

    fn keep(
        &self,
        position: &Position,
        (window, (score, m)): (Window, (Score, Option<Move>)),
        here: Here,
        eval: Option<Score>,
    ) {
        let bound = bound_of(score, window, m);
        let depth = here.depth.clamp(0, i32::from(u8::MAX)) as u8;
        let entry = Entry { m, score, eval, depth, bound, was_pv: !window.is_zero() };
        self.table.store(self.key(position, here.ply), here.ply, entry);
    }

    /// Updates correction history, if the score tells the error of the static evaluation.
    fn correct(
        &mut self,
        position: &Position,
        (window, (score, m)): (Window, (Score, Option<Move>)),
        here: Here,
        eval: Option<Score>,
    ) {
        let Some(eval) = eval else { return };
        // A capture's gain is no error of the static evaluation.
        let is_loud = m.is_some_and(|m| !position.is_quiet(m));
        if self.params.correction_history == 0 || is_loud || score.is_decided() {
            return;
        }
        let tells = match bound_of(score, window, m) {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        if tells {
            self.history.correct(position, score.value() - eval.value(), here.depth);
        }
    }
}

/// The static evaluation, replaced by the TT score as far as its bound tells.
pub(super) fn better_judgement(eval: Score, entry: Option<Entry>) -> Score {
    match entry {
        Some(Entry { score, bound, .. }) if !score.is_decided() => match bound {
            Bound::Exact => score,
            Bound::Lower => eval.max(score),
            Bound::Upper => eval.min(score),
        },
        _ => eval,
    }
}

fn bound_of(score: Score, window: Window, m: Option<Move>) -> Bound {
    if score >= window.beta {
        Bound::Lower
    } else if m.is_some() {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// TT cutoff: the stored score, if it is deep enough and decides against the window. A PV node is
/// not cut short, unless by a decided score: that is final.
pub(super) fn cutoff(entry: Entry, window: Window, depth: i32) -> Option<Score> {
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= window.beta,
        Bound::Upper => entry.score <= window.alpha,
    };
    let may_cut = window.is_zero() || entry.score.is_decided();
    (may_cut && decides && i32::from(entry.depth) >= depth).then_some(entry.score)
}
