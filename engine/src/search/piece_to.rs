//! A move as piece type and target square, by which histories are indexed.

use tandem_rules::{Move, MoveKind, Position};

/// A piece type and its target square, drops apart from moves on the board: a knight dropped on f7
/// has nothing to learn from one that goes there from e5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// Number of values: six types that move and five that are dropped, on 64 squares.
    pub(super) const COUNT: usize = (6 + 5) * 64;

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

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The moves made one and two plies before a node, by which continuation history is indexed; `None`
/// for a null move or before the root.
pub(super) type PreviousMoves = [Option<PieceTo>; 2];
