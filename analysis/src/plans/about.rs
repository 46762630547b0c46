//! The surroundings in which the facts of a plan are looked for.

use tandem_rules::{BoardId, PieceType, Position, Seat, Team};

use super::Step;
use super::clocks::Clocks;
use crate::scene::Scene;

/// The surroundings in which facts are looked for.
pub(super) struct About<'a> {
    pub(super) scene: &'a Scene,
    pub(super) team: Team,
    pub(super) clocks: Clocks,
    /// The number of the case of the clocks.
    pub(super) at: usize,
    pub(super) line: &'a [Step],
    /// True for a board that the team wins without help.
    pub(super) wins_alone: [bool; 2],
}

impl About<'_> {
    pub(super) fn position(&self, board: BoardId) -> &Position {
        self.scene.boards.position(board)
    }

    pub(super) fn seat(&self, board: BoardId) -> Seat {
        self.team.seat(board)
    }
}

/// The usual value of a piece in pawns.
pub(super) const fn value(piece: PieceType) -> i32 {
    match piece {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 100,
    }
}
