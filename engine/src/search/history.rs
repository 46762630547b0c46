//! History heuristics: statistics of moves that were good or bad anywhere in the tree.
//!
//! Drops are counted apart from moves on the board: a knight dropped on f7 has nothing to learn
//! from one that goes there from e5.

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering::Relaxed};

use tandem_rules::{Color, Holdings, Move, MoveKind, PieceType, Position};

use super::params::{HISTORY_MOST, Params};

/// A piece type and its target square, drops apart from moves on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Act(u16);

impl Act {
    /// Number of values: six types that move and five that are dropped, on 64 squares.
    const COUNT: usize = (6 + 5) * 64;

    pub(super) fn of(position: &Position, m: Move) -> Self {
        let kind = match m.kind() {
            MoveKind::Drop { piece, .. } => 6 + piece.index(),
            _ => m
                .from()
                .and_then(|from| position.piece_at(from))
                .map_or(0, |piece| piece.piece_type.index()),
        };
        Self((kind * 64 + m.to().index()) as u16)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }

    /// Index in a table of continuation history of `next` after this one.
    const fn then(self, next: Self) -> usize {
        self.index() * Self::COUNT + next.index()
    }
}

/// The moves made one and two plies before a node, by which continuation history is indexed; `None`
/// for a null move or before the root.
pub(super) type Before = [Option<Act>; 2];

/// A node as the histories see it: the position, and the moves before it.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position,
    pub(super) before: Before,
}

impl Scene<'_> {
    const fn us(&self) -> Color {
        self.position.side_to_move()
    }
}

/// A history counter, which moves towards its bounds the slower the nearer it is (gravity).
///
/// Threads share it without locks: of two updates at once, one may be lost.
#[derive(Default)]
struct Learned(AtomicI16);

impl Learned {
    fn learn(&self, bonus: i32) {
        let value = self.value();
        self.0.store((value + bonus - value * bonus.abs() / HISTORY_MOST) as i16, Relaxed);
    }

    fn value(&self) -> i32 {
        i32::from(self.0.load(Relaxed))
    }

    fn forget(&self) {
        self.0.store(0, Relaxed);
    }
}

/// A table of `count` default values.
pub(super) fn blank<T: Default>(count: usize) -> Box<[T]> {
    std::iter::repeat_with(T::default).take(count).collect()
}

/// Number of butterfly moves: on the board by their squares, drops by type and square.
const MOVES: usize = 64 * 64 + 5 * 64;

/// The history tables. Each is one row after the other.
pub(crate) struct History {
    /// Butterfly history: for each side, [`MOVES`].
    butterfly: Box<[Learned]>,
    /// Continuation history: for one and for two plies before, the earlier move and the move.
    continuation: [Box<[Learned]>; 2],
    /// Capture history: for each side, the moving type and its target square, and the captured type
    /// (the king for no capture).
    captures: Box<[Learned]>,
    /// Counter moves: for each side and previous move, the quiet move that last refuted it, as
    /// bits; 0 for none.
    counters: Box<[AtomicU16]>,
    corrections: Corrections,
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            butterfly: blank(2 * MOVES),
            continuation: [blank(Act::COUNT * Act::COUNT), blank(Act::COUNT * Act::COUNT)],
            captures: blank(2 * Act::COUNT * 6),
            counters: blank(2 * Act::COUNT),
            corrections: Corrections::new(),
        }
    }

    /// Clears all tables.
    pub(crate) fn clear(&self) {
        let Corrections { pawns, holdings } = &self.corrections;
        let [one, two] = &self.continuation;
        for table in [&self.butterfly, one, two, &self.captures, pawns, holdings] {
            table.iter().for_each(Learned::forget);
        }
        self.counters.iter().for_each(|counter| counter.store(0, Relaxed));
    }

    /// The history score of a quiet move, at most three times [`HISTORY_MOST`] with the default
    /// weights.
    pub(super) fn quiet(&self, scene: Scene, m: Move, params: &Params) -> i32 {
        let act = Act::of(scene.position, m);
        let followed: i32 = (self.continuation.iter().zip(scene.before))
            .map(|(table, before)| before.map_or(0, |before| table[before.then(act)].value()))
            .sum();
        self.butterfly[butterfly(scene.us(), m)].value()
            + followed * params.order_continuation_history / 100
    }

    /// The capture history score of a move.
    pub(super) fn capture(&self, position: &Position, m: Move) -> i32 {
        self.captures[capture(position, m)].value()
    }

    /// The counter move: the quiet move that last refuted the previous move.
    pub(super) fn counter(&self, scene: Scene) -> Option<Move> {
        let before = scene.before[0]?;
        Move::from_bits(self.counters[counter(scene.us(), before)].load(Relaxed))
    }

    /// Learns from a move that caused a beta cutoff, and from those searched before it.
    pub(super) fn refuted(
        &self,
        scene: Scene,
        (best, depth): (Move, i32),
        tried: &[Move],
        params: &Params,
    ) {
        let bonus = (params.history_bonus_per_ply * depth).min(params.history_bonus_max);
        let malus = (params.history_malus_per_ply * depth).min(params.history_malus_max);
        let was_quiet = scene.position.is_quiet(best);
        if was_quiet && let Some(before) = scene.before[0] {
            self.counters[counter(scene.us(), before)].store(best.bits(), Relaxed);
        }
        self.learn(scene, best, bonus);
        for &m in tried {
            // A quiet move is not bad because a capture was better.
            if was_quiet || !scene.position.is_quiet(m) {
                self.learn(scene, m, -malus);
            }
        }
    }

    fn learn(&self, scene: Scene, m: Move, bonus: i32) {
        if !scene.position.is_quiet(m) {
            self.captures[capture(scene.position, m)].learn(bonus);
            return;
        }
        self.butterfly[butterfly(scene.us(), m)].learn(bonus);
        let act = Act::of(scene.position, m);
        for (table, before) in self.continuation.iter().zip(scene.before) {
            if let Some(before) = before {
                table[before.then(act)].learn(bonus);
            }
        }
    }

    /// Correction history: centipawns to add to the static evaluation of a position.
    pub(super) fn correction(&self, position: &Position) -> i32 {
        self.corrections.of(position)
    }

    /// Learns the error of a position's static evaluation (correction history).
    pub(super) fn correct(&self, position: &Position, error: i32, depth: i32) {
        self.corrections.learn(position, error, depth);
    }
}

fn butterfly(us: Color, m: Move) -> usize {
    let squares = match m.kind() {
        MoveKind::Drop { piece, to } => 64 * 64 + piece.index() * 64 + to.index(),
        _ => m.from().map_or(0, |from| from.index() * 64 + m.to().index()),
    };
    us.index() * MOVES + squares
}

fn capture(position: &Position, m: Move) -> usize {
    let victim = position.captured(m).map_or(PieceType::King.index(), PieceType::index);
    let us = position.side_to_move().index();
    (us * Act::COUNT + Act::of(position, m).index()) * 6 + victim
}

fn counter(us: Color, before: Act) -> usize {
    us.index() * Act::COUNT + before.index()
}

/// Correction history: errors of the static evaluation in positions with the same pawns or
/// holdings.
struct Corrections {
    pawns: Box<[Learned]>,
    holdings: Box<[Learned]>,
}

impl Corrections {
    const SIZE: usize = 1 << 14;
    /// Steps of a [`Learned`] for one centipawn.
    const GRAIN: i32 = 256;

    fn new() -> Self {
        Self { pawns: blank(2 * Self::SIZE), holdings: blank(2 * Self::SIZE) }
    }

    fn of(&self, position: &Position) -> i32 {
        let pawns = self.pawns[by_pawns(position)].value();
        let holdings = self.holdings[by_holdings(position)].value();
        (pawns + holdings) / Self::GRAIN
    }

    fn learn(&self, position: &Position, error: i32, depth: i32) {
        let bonus = (error * depth.min(16) / 2).clamp(-HISTORY_MOST / 4, HISTORY_MOST / 4);
        self.pawns[by_pawns(position)].learn(bonus);
        self.holdings[by_holdings(position)].learn(bonus);
    }
}

fn by_pawns(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| position.pieces(color, PieceType::Pawn).0);
    mixed(position.side_to_move(), white, black)
}

fn by_holdings(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| packed(position.holdings(color)));
    mixed(position.side_to_move(), white, black)
}

/// Packs the holdings, a byte for each type.
fn packed(holdings: Holdings) -> u64 {
    PieceType::DROPPABLE
        .into_iter()
        .fold(0, |sum, piece| sum << 8 | u64::from(holdings.count(piece)))
}

/// An index in a table of corrections (multiplicative hashing).
fn mixed(us: Color, white: u64, black: u64) -> usize {
    let mixed = (white.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.rotate_left(32))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    us.index() * Corrections::SIZE + (mixed >> 50) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{MoveRules, Variant, notation::Fen};

    fn position(fen: &str) -> Position {
        Fen::position(fen, Variant::Bughouse, MoveRules::default()).expect("sound")
    }

    #[test]
    fn what_refutes_gains_what_was_tried_before_it_loses_and_both_stay_bounded() {
        let position = position("4k3/8/8/8/8/8/8/R3K3[N] w Q - 0 1");
        let scene = Scene { position: &position, before: [Some(Act(7)), None] };
        let [best, tried] =
            ["N@f7", "a1a8"].map(|m| position.parse_coordinate(m).expect("a legal move"));
        let (history, params) = (History::new(), Params::default());
        for _ in 0..10_000 {
            history.refuted(scene, (best, 9), &[tried], &params);
        }
        let most = 3 * HISTORY_MOST;
        assert!((1..=most).contains(&history.quiet(scene, best, &params)));
        assert!((-most..0).contains(&history.quiet(scene, tried, &params)));
        assert_eq!(history.counter(scene), Some(best));
    }

    #[test]
    fn a_drop_and_a_move_to_the_same_square_learn_apart() {
        let position = position("4k3/8/8/6N1/8/8/8/4K3[N] w - - 0 1");
        let scene = Scene { position: &position, before: [None; 2] };
        let [drop, moved] =
            ["N@f7", "g5f7"].map(|m| position.parse_coordinate(m).expect("a legal move"));
        let (history, params) = (History::new(), Params::default());
        history.refuted(scene, (drop, 5), &[], &params);
        assert!(history.quiet(scene, drop, &params) > 0);
        assert_eq!(history.quiet(scene, moved, &params), 0);
    }
}
