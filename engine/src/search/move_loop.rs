//! The move loop of a node: pick, prune, extend, reduce, search, and learn from a cutoff.

use tandem_rules::{Move, MoveList};

use super::abdada::Deferred;
use super::history::Cutoff;
use super::move_picker::{MoveOrdering, MovePicker};
use super::node::{Best, Candidate, Node, NodeFacts};
use super::singular::Singularity;
use super::state::Search;
use super::transposition::bound_of;
use crate::Score;

/// The state of the move loop.
struct Moves<'a> {
    picker: MovePicker<'a>,
    /// Moves picked so far.
    move_count: usize,
    /// Moves that another thread was searching, left for the end.
    deferred: Deferred,
    best: Best,
}

impl Moves<'_> {
    /// True once a move has been found that does not lose: others may be pruned.
    fn may_prune(&self) -> bool {
        self.best.score != Score::LOWEST && !self.best.score.is_lost()
    }
}

impl<'a> Search<'a> {
    /// Orders all moves of a node: the TT move, captures, killers and counter move, the others.
    fn picker<'p>(&self, node: &Node<'p>, facts: &NodeFacts) -> MovePicker<'p>
    where
        'a: 'p,
    {
        let ordering = self.ordering(node);
        let [first, second] = match self.params.order_killers {
            0 => [None; 2],
            _ => self.stack.killers(node.ply),
        };
        let counter_move = self.history.counter_move(node.position, ordering.previous);
        let counter_move = counter_move.filter(|_| self.params.order_counter_move > 0);
        MovePicker::new(ordering, facts.tt_move(), [first, second, counter_move])
    }

    /// The data by which the moves of a node are ordered.
    pub(super) fn ordering<'p>(&self, node: &Node<'p>) -> MoveOrdering<'p>
    where
        'a: 'p,
    {
        MoveOrdering {
            position: node.position,
            previous: self.stack.previous_moves(node.ply),
            history: self.history,
            params: self.params,
        }
    }
}

impl Search<'_> {
    /// Searches the moves of a node and stores the result.
    pub(super) fn search_moves(&mut self, node: &Node, facts: &NodeFacts) -> Score {
        let mut moves = Moves {
            picker: self.picker(node, facts),
            move_count: 0,
            deferred: Deferred::new(),
            best: Best::NONE,
        };
        let mut alpha = node.window.alpha;
        let mut searched = MoveList::new();
        loop {
            let node = node.with_alpha(alpha);
            let Some(candidate) = self.next_move(&mut moves, &node, facts) else { break };
            let m = candidate.m;
            let extension = match self.singular(&node, facts, m) {
                Singularity::Extension(plies) => plies,
                Singularity::MultiCut(score) => return score,
            };
            let node = node.at_depth(node.depth + extension);
            let reduction = self.lmr(&node, facts, candidate, &moves.picker);
            let score = self.search_child(&node, candidate, reduction);
            if self.stopped {
                return Score::DRAW;
            }
            if score > moves.best.score {
                moves.best.score = score;
                if score > alpha {
                    moves.best.m = Some(m);
                    alpha = score;
                    self.pv.update(node.ply, m);
                }
            }
            if score >= node.window.beta {
                self.update_histories(&node, m, &searched);
                break;
            }
            searched.push(m);
        }
        self.finish(node, facts, &moves)
    }

    /// The score of a node whose moves have been searched, stored in the TT.
    fn finish(&mut self, node: &Node, facts: &NodeFacts, moves: &Moves) -> Score {
        let best = moves.best;
        if node.excluded.is_some() {
            // Without another move, the excluded one is the only one.
            return if moves.move_count == 0 { node.window.alpha } else { best.score };
        }
        if moves.move_count == 0 {
            return self.no_moves(node.position, node.ply);
        }
        self.store(node, best, bound_of(best, node.window), facts.raw_eval);
        self.update_correction_history(node, best, facts.static_eval);
        best.score
    }

    /// The next move that is not pruned; those that other threads were searching come last.
    fn next_move(&self, moves: &mut Moves, node: &Node, facts: &NodeFacts) -> Option<Candidate> {
        while let Some(m) = moves.picker.next() {
            if Some(m) == node.excluded {
                continue;
            }
            self.prefetch(node.position, m, node.ply);
            let candidate = Candidate { m, move_count: moves.move_count };
            moves.move_count += 1;
            if moves.may_prune() && self.prune_move(node, facts, candidate, &mut moves.picker) {
                continue;
            }
            let may_defer = candidate.move_count > 0 && self.is_currently_searched(node, m);
            if !(may_defer && moves.deferred.try_push(candidate).is_ok()) {
                return Some(candidate);
            }
        }
        moves.deferred.pop_at(0)
    }

    /// Updates killers and histories after a move that caused a beta cutoff; `searched` are the
    /// moves searched before it.
    fn update_histories(&mut self, node: &Node, m: Move, searched: &[Move]) {
        let Node { position, depth, ply, .. } = *node;
        if position.is_quiet(m) {
            self.stack.set_killer(ply, m);
        }
        let previous = self.stack.previous_moves(ply);
        self.history.update(&Cutoff { position, previous, m, depth, searched }, self.params);
    }
}
