//! History heuristics: statistics of moves that were good or bad anywhere in the tree.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use tandem_rules::{Color, Move, MoveKind, PieceType, Position};

use super::correction_history::CorrectionHistory;
use super::history_value::{HistoryValue, table};
use super::params::Params;
use super::piece_to::{PieceTo, PreviousMoves};

/// Number of butterfly moves: on the board by their squares, drops by type and square.
const MOVES: usize = 64 * 64 + 5 * 64;

/// The history tables. Each is one row after the other.
#[expect(clippy::struct_field_names, reason = "the field's names of the histories")]
pub(crate) struct History {
    /// Butterfly history: for each side, [`MOVES`].
    butterfly_history: Box<[HistoryValue]>,
    /// Continuation history: for one and for two plies before, the earlier move and the move.
    continuation_history: [Box<[HistoryValue]>; 2],
    /// Capture history: for each side, the moving type and its target square, and the captured type
    /// (the king for no capture).
    capture_history: Box<[HistoryValue]>,
    /// Counter moves: for each side and previous move, the quiet move that last refuted it, as
    /// bits; 0 for none.
    counter_moves: Box<[AtomicU16]>,
    correction_history: CorrectionHistory,
}

/// A beta cutoff to learn from.
pub(super) struct Cutoff<'a> {
    pub(super) position: &'a Position,
    pub(super) previous: PreviousMoves,
    /// The move that caused it.
    pub(super) m: Move,
    /// Depth to which that move was searched.
    pub(super) depth: i32,
    /// Moves searched before it.
    pub(super) searched: &'a [Move],
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            butterfly_history: table(2 * MOVES),
            continuation_history: [(); 2].map(|()| table(PieceTo::COUNT * PieceTo::COUNT)),
            capture_history: table(2 * PieceTo::COUNT * 6),
            counter_moves: table(2 * PieceTo::COUNT),
            correction_history: CorrectionHistory::new(),
        }
    }

    /// Clears all tables.
    pub(crate) fn clear(&self) {
        let [one, two] = &self.continuation_history;
        for table in [&self.butterfly_history, one, two, &self.capture_history] {
            table.iter().for_each(HistoryValue::clear);
        }
        self.counter_moves.iter().for_each(|counter_move| counter_move.store(0, Relaxed));
        self.correction_history.clear();
    }

    /// The history score of a quiet move, at most three times
    /// [`HISTORY_MOST`](super::params::HISTORY_MOST) with the default weights.
    pub(super) fn quiet_score(
        &self,
        position: &Position,
        previous: PreviousMoves,
        m: Move,
        params: &Params,
    ) -> i32 {
        let piece_to = PieceTo::of(position, m);
        let continuation: i32 = (self.continuation_history.iter().zip(previous))
            .map(|(table, before)| {
                before.map_or(0, |before| table[continuation(before, piece_to)].get())
            })
            .sum();
        self.butterfly_history[butterfly(position.side_to_move(), m)].get()
            + continuation * params.order_continuation_history / 100
    }

    /// The capture history score of a move.
    pub(super) fn capture_score(&self, position: &Position, m: Move) -> i32 {
        self.capture_history[capture(position, m)].get()
    }

    /// The counter move: the quiet move that last refuted the previous move.
    pub(super) fn counter_move(
        &self,
        position: &Position,
        previous: PreviousMoves,
    ) -> Option<Move> {
        let before = previous[0]?;
        let index = counter_move(position.side_to_move(), before);
        Move::from_bits(self.counter_moves[index].load(Relaxed))
    }

    /// Learns from a beta cutoff: a bonus for the move that caused it, a malus for those searched
    /// before it.
    pub(super) fn update(&self, cutoff: &Cutoff, params: &Params) {
        let &Cutoff { position, previous, m: best, depth, searched } = cutoff;
        let bonus = (params.history_bonus_per_ply * depth).min(params.history_bonus_max);
        let malus = (params.history_malus_per_ply * depth).min(params.history_malus_max);
        let was_quiet = position.is_quiet(best);
        if was_quiet && let Some(before) = previous[0] {
            let index = counter_move(position.side_to_move(), before);
            self.counter_moves[index].store(best.bits(), Relaxed);
        }
        self.update_move(position, previous, best, bonus);
        for &m in searched {
            // A quiet move is not bad because a capture was better.
            if was_quiet || !position.is_quiet(m) {
                self.update_move(position, previous, m, -malus);
            }
        }
    }

    fn update_move(&self, position: &Position, previous: PreviousMoves, m: Move, bonus: i32) {
        if !position.is_quiet(m) {
            self.capture_history[capture(position, m)].update(bonus);
            return;
        }
        self.butterfly_history[butterfly(position.side_to_move(), m)].update(bonus);
        let piece_to = PieceTo::of(position, m);
        for (table, before) in self.continuation_history.iter().zip(previous) {
            if let Some(before) = before {
                table[continuation(before, piece_to)].update(bonus);
            }
        }
    }

    /// Correction history: centipawns to add to the static evaluation of a position.
    pub(super) fn correction(&self, position: &Position) -> i32 {
        self.correction_history.correction(position)
    }

    /// Learns the error of a position's static evaluation (correction history).
    pub(super) fn update_correction(&self, position: &Position, error: i32, depth: i32) {
        self.correction_history.update(position, error, depth);
    }
}

/// Index in butterfly history.
fn butterfly(us: Color, m: Move) -> usize {
    let squares = match m.kind() {
        MoveKind::Drop { piece, to } => 64 * 64 + piece.index() * 64 + to.index(),
        _ => m.from().map_or(0, |from| from.index() * 64 + m.to().index()),
    };
    us.index() * MOVES + squares
}

/// Index in capture history.
fn capture(position: &Position, m: Move) -> usize {
    let victim = position.captured(m).map_or(PieceType::King.index(), PieceType::index);
    let us = position.side_to_move().index();
    (us * PieceTo::COUNT + PieceTo::of(position, m).index()) * 6 + victim
}

/// Index in the counter moves.
fn counter_move(us: Color, before: PieceTo) -> usize {
    us.index() * PieceTo::COUNT + before.index()
}

/// Index in continuation history.
fn continuation(before: PieceTo, piece_to: PieceTo) -> usize {
    before.index() * PieceTo::COUNT + piece_to.index()
}

#[cfg(test)]
mod tests {
    use super::super::params::HISTORY_MOST;
    use super::*;
    use tandem_rules::{MoveRules, Variant, notation::Fen};

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("sound")
    }

    #[test]
    fn a_refuting_move_gains_history_earlier_ones_lose_it_and_both_stay_bounded() {
        let position = &position("4k3/8/8/8/8/8/8/R3K3[N] w Q - 0 1");
        let [best, tried] =
            ["N@f7", "a1a8"].map(|m| position.parse_coordinate(m).expect("a legal move"));
        let previous = [Some(PieceTo::of(position, tried)), None];
        let (history, params) = (History::new(), Params::usual(Variant::Bughouse));
        for _ in 0..10_000 {
            let cutoff = Cutoff { position, previous, m: best, depth: 9, searched: &[tried] };
            history.update(&cutoff, &params);
        }
        let most = 3 * HISTORY_MOST;
        let score = |m| history.quiet_score(position, previous, m, &params);
        assert!((1..=most).contains(&score(best)));
        assert!((-most..0).contains(&score(tried)));
        assert_eq!(history.counter_move(position, previous), Some(best));
    }

    #[test]
    fn a_drop_and_a_move_to_the_same_square_learn_apart() {
        let position = &position("4k3/8/8/6N1/8/8/8/4K3[N] w - - 0 1");
        let previous = [None; 2];
        let [drop, moved] =
            ["N@f7", "g5f7"].map(|m| position.parse_coordinate(m).expect("a legal move"));
        let (history, params) = (History::new(), Params::usual(Variant::Bughouse));
        history.update(&Cutoff { position, previous, m: drop, depth: 5, searched: &[] }, &params);
        assert!(history.quiet_score(position, previous, drop, &params) > 0);
        assert_eq!(history.quiet_score(position, previous, moved, &params), 0);
    }
}
