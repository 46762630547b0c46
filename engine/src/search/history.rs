//! What the search has learned of moves, wherever in the tree they were good or bad.
//!
//! A drop is a move of its own: a knight that is dropped on f7 has nothing to learn from one that
//! goes there from e5.

use tandem_rules::{Color, Holdings, Move, MoveKind, PieceType, Position};

use super::order::captured;
use super::params::{HISTORY_MOST, Params};

/// What goes where, drops apart from moves on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Act(u16);

impl Act {
    /// Six types that move and five that are dropped, on 64 squares.
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
}

/// What was played one and two plies before a node; `None` for a null move or the root.
pub(super) type Before = [Option<Act>; 2];

/// One node as the histories need it.
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

/// A number that moves towards its bounds the slower the nearer it is.
#[derive(Clone, Copy, Default)]
struct Learned(i16);

impl Learned {
    fn learn(&mut self, bonus: i32) {
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / HISTORY_MOST) as i16;
    }

    fn value(self) -> i32 {
        i32::from(self.0)
    }
}

/// Moves on the board by their squares, drops by type and square.
const MOVES: usize = 64 * 64 + 5 * 64;

pub(super) struct History {
    butterfly: Box<[[Learned; MOVES]; 2]>,
    /// For one and for two plies before: what followed upon what.
    continuation: [Box<[[Learned; Act::COUNT]]>; 2],
    /// By what takes where, and what it takes.
    captures: Box<[[[Learned; 6]; Act::COUNT]; 2]>,
    counters: Box<[[Option<Move>; Act::COUNT]; 2]>,
    corrections: Corrections,
}

impl History {
    pub(super) fn new() -> Self {
        let continuation = || vec![[Learned::default(); Act::COUNT]; Act::COUNT].into();
        Self {
            butterfly: Box::new([[Learned::default(); MOVES]; 2]),
            continuation: [continuation(), continuation()],
            captures: Box::new([[[Learned::default(); 6]; Act::COUNT]; 2]),
            counters: Box::new([[None; Act::COUNT]; 2]),
            corrections: Corrections::new(),
        }
    }

    /// How good a quiet move has been, up to three times [`HISTORY_MOST`] with the usual weights.
    pub(super) fn quiet(&self, scene: Scene, m: Move, params: &Params) -> i32 {
        let act = Act::of(scene.position, m).index();
        let followed: i32 = (self.continuation.iter().zip(scene.before))
            .map(|(table, before)| before.map_or(0, |before| table[before.index()][act].value()))
            .sum();
        self.butterfly[scene.us().index()][index(m)].value()
            + followed * params.order_continuation / 100
    }

    /// How good a capture has been.
    pub(super) fn capture(&self, position: &Position, m: Move) -> i32 {
        let victim = captured(position, m).map_or(PieceType::King.index(), PieceType::index);
        let act = Act::of(position, m).index();
        self.captures[position.side_to_move().index()][act][victim].value()
    }

    /// What once refuted the move before.
    pub(super) fn counter(&self, scene: Scene) -> Option<Move> {
        scene.before[0].and_then(|before| self.counters[scene.us().index()][before.index()])
    }

    /// Learns from a move that refuted its node, and from those tried before it.
    pub(super) fn refuted(
        &mut self,
        scene: Scene,
        (best, depth): (Move, i32),
        tried: &[Move],
        params: &Params,
    ) {
        let bonus = (params.bonus_per_ply * depth).min(params.bonus_most);
        let malus = (params.malus_per_ply * depth).min(params.malus_most);
        let was_quiet = is_quiet(scene.position, best);
        if was_quiet && let Some(before) = scene.before[0] {
            self.counters[scene.us().index()][before.index()] = Some(best);
        }
        self.learn(scene, best, bonus);
        for &m in tried {
            // A quiet move is not bad because there was something to take.
            if was_quiet || !is_quiet(scene.position, m) {
                self.learn(scene, m, -malus);
            }
        }
    }

    fn learn(&mut self, scene: Scene, m: Move, bonus: i32) {
        let us = scene.us().index();
        let act = Act::of(scene.position, m).index();
        if !is_quiet(scene.position, m) {
            let victim = captured(scene.position, m).map_or(5, PieceType::index);
            self.captures[us][act][victim].learn(bonus);
            return;
        }
        self.butterfly[us][index(m)].learn(bonus);
        for (table, before) in self.continuation.iter_mut().zip(scene.before) {
            if let Some(before) = before {
                table[before.index()][act].learn(bonus);
            }
        }
    }

    /// What to add to the evaluation of a position, in centipawns.
    pub(super) fn correction(&self, position: &Position) -> i32 {
        self.corrections.of(position)
    }

    /// Learns how far the evaluation of a position was off.
    pub(super) fn correct(&mut self, position: &Position, error: i32, depth: i32) {
        self.corrections.learn(position, error, depth);
    }
}

fn index(m: Move) -> usize {
    match m.kind() {
        MoveKind::Drop { piece, to } => 64 * 64 + piece.index() * 64 + to.index(),
        _ => m.from().map_or(0, |from| from.index() * 64 + m.to().index()),
    }
}

/// True for a move that neither takes nor promotes.
pub(super) fn is_quiet(position: &Position, m: Move) -> bool {
    match m.kind() {
        MoveKind::Normal { to, .. } => position.piece_at(to).is_none(),
        MoveKind::Castle { .. } | MoveKind::Drop { .. } => true,
        MoveKind::EnPassant { .. } | MoveKind::Promotion { .. } => false,
    }
}

/// How far the evaluation has been off in positions that share something.
struct Corrections {
    pawns: Box<[[Learned; Corrections::SIZE]; 2]>,
    holdings: Box<[[Learned; Corrections::SIZE]; 2]>,
}

impl Corrections {
    const SIZE: usize = 1 << 14;
    /// So many steps of a [`Learned`] are a centipawn.
    const GRAIN: i32 = 256;

    fn new() -> Self {
        let table = || Box::new([[Learned::default(); Self::SIZE]; 2]);
        Self { pawns: table(), holdings: table() }
    }

    fn of(&self, position: &Position) -> i32 {
        let us = position.side_to_move().index();
        let pawns = self.pawns[us][by_pawns(position)].value();
        let holdings = self.holdings[us][by_holdings(position)].value();
        (pawns + holdings) / Self::GRAIN
    }

    fn learn(&mut self, position: &Position, error: i32, depth: i32) {
        let us = position.side_to_move().index();
        let bonus = (error * depth.min(16) / 2).clamp(-HISTORY_MOST / 4, HISTORY_MOST / 4);
        self.pawns[us][by_pawns(position)].learn(bonus);
        self.holdings[us][by_holdings(position)].learn(bonus);
    }
}

fn by_pawns(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| position.pieces(color, PieceType::Pawn).0);
    mixed(white, black)
}

fn by_holdings(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| packed(position.holdings(color)));
    mixed(white, black)
}

/// A byte for each type.
fn packed(holdings: Holdings) -> u64 {
    PieceType::DROPPABLE
        .into_iter()
        .fold(0, |sum, piece| sum << 8 | u64::from(holdings.count(piece)))
}

/// A place in a table of corrections (multiplicative hashing).
fn mixed(white: u64, black: u64) -> usize {
    let mixed = (white.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.rotate_left(32))
        .wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed >> 50) as usize
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
        let (mut history, params) = (History::new(), Params::default());
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
        let (mut history, params) = (History::new(), Params::default());
        history.refuted(scene, (drop, 5), &[], &params);
        assert!(history.quiet(scene, drop, &params) > 0);
        assert_eq!(history.quiet(scene, moved, &params), 0);
    }
}
