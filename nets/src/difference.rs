//! Differences between two positions, as changes on a board and as features.

use arrayvec::ArrayVec;
use tandem_rules::{Color, Piece, PieceType, Square};

use crate::architecture::MOST_ACTIVE;
use crate::feature::{Feature, Perspective};

/// A piece that came or left, or a changed number of held pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Man { piece: Piece, square: Square, promoted: bool, is_there: bool },
    Held { color: Color, piece: PieceType, from: u8, to: u8 },
}

/// Features of one perspective that were added and removed.
#[derive(Default)]
pub(crate) struct Difference {
    pub(crate) added: ArrayVec<Feature, { 2 * MOST_ACTIVE }>,
    pub(crate) removed: ArrayVec<Feature, { 2 * MOST_ACTIVE }>,
}

impl Difference {
    /// Records a change as features of this perspective.
    pub(crate) fn note(&mut self, change: Change, perspective: Perspective) {
        match change {
            Change::Man { piece, square, promoted, is_there } => {
                let features = if is_there { &mut self.added } else { &mut self.removed };
                features.push(perspective.man(piece, square));
                if promoted {
                    features.push(perspective.promoted(piece.color, square));
                }
            }
            Change::Held { color, piece, from, to } => {
                let between = |low: u8, high: u8| {
                    (low + 1..=high).filter_map(move |count| perspective.held(color, piece, count))
                };
                self.added.extend(between(from, to));
                self.removed.extend(between(to, from));
            }
        }
    }
}
