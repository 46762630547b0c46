//! The accumulator: the sums of the sparse layer, updated incrementally along a line of moves.
//!
//! Updates are lazy: a move only records its changes. To evaluate a position, the accumulator of
//! the nearest earlier one that is up to date is brought forward. After a king move that changes a
//! side's view of the board, it is refreshed from a cache that stores the last accumulator of each
//! view. The threats alone are counted anew for each evaluation.

use std::sync::Arc;

use arrayvec::ArrayVec;
use tandem_rules::{Bitboard, Color, Observer, Piece, PieceType, Position, Square};

use crate::architecture::{HELD, QA, QB, SCALE, THREATS, output};
use crate::difference::{Change, Difference};
use crate::feature::Perspective;
use crate::network::{Network, Row};
use crate::simd::Arithmetic;
use crate::threats::{self, Threats, WeightedThreats};

/// The most changes of one move: two pieces leave, two come, and a holdings count changes.
const MOST_CHANGES: usize = 8;

/// One position of the line.
struct Entry {
    changes: ArrayVec<Change, MOST_CHANGES>,
    held: [[u8; 5]; 2],
    /// The perspective of each color.
    perspectives: [Perspective; 2],
    sums: [Row; 2],
    is_up_to_date: [bool; 2],
}

/// A cache entry for refreshes: the last accumulator of a view, and the position it belongs to.
#[derive(Clone)]
struct Kept {
    sums: Row,
    men: [[Bitboard; 6]; 2],
    promoted: [Bitboard; 2],
    held: [[u8; 5]; 2],
}

/// Evaluates positions along a line of moves.
pub struct Evaluator {
    network: Arc<Network>,
    arithmetic: Arithmetic,
    /// The positions up to `last`, then spare entries of earlier, longer lines.
    line: Vec<Entry>,
    last: usize,
    /// Refresh cache, by color and view.
    kept: [Vec<Kept>; 2],
}

/// The observer of one move: records its changes for the accumulator.
pub struct Recorder<'a>(&'a mut Entry);

impl Evaluator {
    /// An evaluator whose line begins at this position, with the fastest arithmetic available.
    pub fn new(network: Arc<Network>, position: &Position) -> Self {
        Self::with_arithmetic(network, position, Arithmetic::best())
    }

    /// An evaluator whose line begins at this position, with the given arithmetic.
    pub fn with_arithmetic(
        network: Arc<Network>,
        position: &Position,
        arithmetic: Arithmetic,
    ) -> Self {
        let empty = Kept {
            sums: network.bias,
            men: [[Bitboard::EMPTY; 6]; 2],
            promoted: [Bitboard::EMPTY; 2],
            held: [[0; 5]; 2],
        };
        let kept = [vec![empty.clone(); Perspective::VIEWS], vec![empty; Perspective::VIEWS]];
        Self { network, arithmetic, line: vec![Entry::of(position)], last: 0, kept }
    }

    /// Starts a new line at this position.
    pub fn reset(&mut self, position: &Position) {
        self.last = 0;
        self.line[0] = Entry::of(position);
    }

    /// Appends a position to the line. The changes that lead to it must be reported to the
    /// recorder.
    pub fn push(&mut self) -> Recorder<'_> {
        let Entry { held, perspectives, .. } = self.line[self.last];
        self.last += 1;
        if self.last == self.line.len() {
            self.line.push(Entry::new(held, perspectives));
        }
        let next = &mut self.line[self.last];
        next.changes.clear();
        (next.held, next.perspectives, next.is_up_to_date) = (held, perspectives, [false; 2]);
        Recorder(next)
    }

    /// Returns to the previous position of the line.
    pub fn pop(&mut self) {
        self.last = self.last.saturating_sub(1);
    }

    /// Evaluates the last position of the line, which must be `position`, for its side to move; in
    /// centipawns.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        for color in Color::ALL {
            self.bring_up_to_date(color, position);
        }
        let us = position.side_to_move();
        // Counted anew for each evaluation: almost every move changes them.
        let threats = match self.network.sees_threats {
            true => Threats::of(&threats::men(position)),
            false => Threats::default(),
        };
        let threats = WeightedThreats {
            rows: self.network.threats.split_at(THREATS).into(),
            kinds: [threats.against(us), threats.against(!us)],
        };
        let sums = &self.line[self.last].sums;
        let bucket = output(position.occupied().count());
        let weights = &self.network.outputs[bucket];
        let sums = [&sums[us.index()], &sums[(!us).index()]];
        let sum = self.arithmetic.output(sums, &threats, weights);
        // In 64 bits: a file may have any bias.
        let total = i64::from(sum / QA) + i64::from(self.network.output_bias[bucket]);
        (total * i64::from(SCALE) / i64::from(QA * QB)) as i32
    }

    fn bring_up_to_date(&mut self, color: Color, position: &Position) {
        let side = color.index();
        let now = self.line[self.last].perspectives[side];
        // The latest entries that share this side's view of the board, last first.
        let seen_so = self.line[..=self.last].iter().rev();
        let seen_so = seen_so.take_while(|entry| entry.perspectives[side] == now);
        let back = seen_so.into_iter().position(|entry| entry.is_up_to_date[side]);
        match back {
            Some(back) => (self.last - back..self.last).for_each(|at| self.step(at, side)),
            None => self.refresh(color, position),
        }
    }

    /// Updates the sums of position `at + 1` of the line from those of position `at`.
    fn step(&mut self, at: usize, side: usize) {
        let (before, after) = self.line.split_at_mut(at + 1);
        let (from, to) = (&before[at], &mut after[0]);
        let mut difference = Difference::default();
        let perspective = to.perspectives[side];
        for change in &to.changes {
            difference.note(*change, perspective);
        }
        let (from, to_sums) = (&from.sums[side], &mut to.sums[side]);
        self.arithmetic.update(from, to_sums, &self.network.features, &difference);
        to.is_up_to_date[side] = true;
    }

    /// Refreshes the last sums from the cached accumulator of the same view.
    fn refresh(&mut self, color: Color, position: &Position) {
        let side = color.index();
        let entry = &mut self.line[self.last];
        let perspective = entry.perspectives[side];
        let kept = &mut self.kept[side][perspective.view()];
        let difference = kept.differ(position, &entry.held, perspective);
        let (from, to) = (&kept.sums, &mut entry.sums[side]);
        self.arithmetic.update(from, to, &self.network.features, &difference);
        kept.sums = entry.sums[side];
        entry.is_up_to_date[side] = true;
    }
}

impl Entry {
    fn new(held: [[u8; 5]; 2], perspectives: [Perspective; 2]) -> Self {
        let sums = [Row::ZERO; 2];
        Self { changes: ArrayVec::new(), held, perspectives, sums, is_up_to_date: [false; 2] }
    }

    fn of(position: &Position) -> Self {
        let see = |color| Perspective::new(color, position.king(color));
        Self::new(held(position), Color::ALL.map(see))
    }
}

/// Holdings of both sides, limited to [`HELD`].
fn held(position: &Position) -> [[u8; 5]; 2] {
    Color::ALL.map(|color| {
        let held = position.holdings(color);
        PieceType::DROPPABLE.map(|piece| held.count(piece).min(HELD[piece.index()]))
    })
}

impl Observer for Recorder<'_> {
    fn placed(&mut self, piece: Piece, square: Square, promoted: bool) {
        if piece.piece_type == PieceType::King {
            self.0.perspectives[piece.color.index()] = Perspective::new(piece.color, square);
        }
        self.0.changes.push(Change::Man { piece, square, promoted, is_there: true });
    }

    fn removed(&mut self, piece: Piece, square: Square, promoted: bool) {
        self.0.changes.push(Change::Man { piece, square, promoted, is_there: false });
    }

    fn held(&mut self, color: Color, piece: PieceType, count: u8) {
        let Some(most) = HELD.get(piece.index()) else { return };
        let known = &mut self.0.held[color.index()][piece.index()];
        let (from, to) = (*known, count.min(*most));
        *known = to;
        if from != to {
            self.0.changes.push(Change::Held { color, piece, from, to });
        }
    }
}

impl Kept {
    /// Stores a position and returns how its features differ from those of the one stored before.
    fn differ(
        &mut self,
        position: &Position,
        held: &[[u8; 5]; 2],
        perspective: Perspective,
    ) -> Difference {
        let mut difference = Difference::default();
        for color in Color::ALL {
            let side = color.index();
            for piece_type in PieceType::ALL {
                let now = position.pieces(color, piece_type);
                let before = std::mem::replace(&mut self.men[side][piece_type.index()], now);
                let man = |square| perspective.man(Piece::new(color, piece_type), square);
                difference.added.extend(now.without(before).into_iter().map(man));
                difference.removed.extend(before.without(now).into_iter().map(man));
            }
            let now = position.promoted() & position.men(color);
            let before = std::mem::replace(&mut self.promoted[side], now);
            let mark = |square| perspective.promoted(color, square);
            difference.added.extend(now.without(before).into_iter().map(mark));
            difference.removed.extend(before.without(now).into_iter().map(mark));
            for piece in PieceType::DROPPABLE {
                let to = held[side][piece.index()];
                let from = std::mem::replace(&mut self.held[side][piece.index()], to);
                difference.note(Change::Held { color, piece, from, to }, perspective);
            }
        }
        difference
    }
}
