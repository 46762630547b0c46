//! The search of the root moves at one depth, in aspiration windows.

use tandem_rules::Move;

use super::move_picker::{MoveOrdering, MovePicker};
use super::node::{Best, Candidate, Node};
use super::state::Search;
use super::window::Window;
use crate::Score;
use crate::tt::Bound;

/// A move at the root, with the result of the last finished iteration.
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) m: Move,
    /// Worth beyond the score of a search; see [`super::prospects`].
    prospects: i32,
    pub(super) score: Score,
    pub(super) pv: Vec<Move>,
    /// Nodes spent on it in all iterations.
    pub(super) nodes: u64,
}

impl<'a> Search<'a> {
    /// The root node at the depth of the current iteration.
    fn root_node(&self, window: Window) -> Node<'a> {
        let (position, depth) = (&self.view.own, self.iteration as i32);
        Node { position, window, depth, ply: 0, cut_node: false, excluded: None }
    }
}

impl Search<'_> {
    /// Lists the root moves in the order in which they are searched first; `hint` leads.
    pub(super) fn root_moves(&self, hint: Option<Move>) -> Vec<RootMove> {
        let wanted =
            |m: &Move| self.limits.search_moves.is_empty() || self.limits.search_moves.contains(m);
        let root = self.root_node(Window::FULL);
        let tt_move = self.probe(&root).and_then(|entry| entry.m);
        let ordering = MoveOrdering {
            position: root.position,
            previous: [None; 2],
            history: self.history,
            params: self.params,
        };
        let mut picker = MovePicker::new(ordering, hint.or(tt_move), [None; 3]);
        std::iter::from_fn(|| picker.next())
            .filter(wanted)
            .map(|m| {
                let prospects = self.prospects.of_move(root.position, m, self.params);
                RootMove { m, prospects, score: Score::LOWEST, pv: vec![m], nodes: 0 }
            })
            .collect()
    }

    /// Computes the static evaluation of the root, with which later plies are compared.
    pub(super) fn evaluate_root(&mut self) {
        let own = &self.view.own;
        let raw_eval = (!own.in_check()).then(|| self.evaluate(own));
        let static_eval = raw_eval.map(|raw| self.corrected(own, raw));
        self.stack.set_static_eval(0, static_eval);
    }

    /// Searches all root moves from `rank` on, in aspiration windows, and moves the best of them to
    /// that place. After a stop, a better move found by then stays there.
    pub(super) fn aspiration(&mut self, root_moves: &mut [RootMove], rank: usize) {
        let guess = root_moves[rank].score;
        let has_guess =
            self.iteration as i32 >= self.params.aspiration_depth && !guess.is_decided();
        let mut delta = self.params.aspiration_window;
        let mut window = match has_guess {
            true => Window { alpha: guess.plus(-delta), beta: guess.plus(delta) },
            false => Window::FULL,
        };
        loop {
            let score = self.search_root(&mut root_moves[rank..], window);
            if self.stopped || score > window.alpha && score < window.beta {
                return;
            }
            delta *= 4;
            window = match delta > 2000 {
                true => Window::FULL,
                false if score <= window.alpha => Window { alpha: score.plus(-delta), ..window },
                false => Window { beta: score.plus(delta), ..window },
            };
        }
    }

    /// Searches each root move; the best one moves to the front, the others keep their order.
    fn search_root(&mut self, root_moves: &mut [RootMove], window: Window) -> Score {
        let mut best = Score::LOWEST;
        let mut alpha = window.alpha;
        for at in 0..root_moves.len() {
            let RootMove { m, prospects, .. } = root_moves[at];
            self.pv.clear(1);
            let before = self.time.own_nodes();
            let score = self.search_root_move(&root_moves[at], at, Window { alpha, ..window });
            root_moves[at].nodes += self.time.own_nodes() - before;
            let score = if score.is_decided() { score } else { score.plus(prospects) };
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if score > alpha || at == 0 {
                alpha = alpha.max(score);
                self.pv.update(0, m);
                root_moves[at].score = score;
                root_moves[at].pv = self.pv.line(0).to_vec();
                root_moves[..=at].rotate_right(1);
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// Searches one root move, in a window shifted by its prospects. Returns the score without
    /// them.
    fn search_root_move(
        &mut self,
        root_move: &RootMove,
        move_count: usize,
        window: Window,
    ) -> Score {
        let &RootMove { m, prospects, .. } = root_move;
        // Decided bounds are not shifted: there is nothing beyond a mate in one to ask for.
        let shifted = |bound: Score| match bound.is_decided() {
            true => bound,
            false => bound.plus(-prospects),
        };
        let window = Window { alpha: shifted(window.alpha), beta: shifted(window.beta) };
        let root = self.root_node(window);
        let reduction = self.root_lmr(m, move_count, root.depth);
        self.search_child(&root, Candidate { m, move_count }, reduction)
    }

    /// Stores the result in the TT, so that the next search of this position begins with it.
    pub(super) fn store_root(&self, root_move: &RootMove) {
        let best = Best { score: root_move.score, m: Some(root_move.m) };
        self.store(&self.root_node(Window::FULL), best, Bound::Exact, None);
    }
}
