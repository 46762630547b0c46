//! Standing: mate and stalemate, as far as they can be told from one board.

use crate::{Color, MoveList, PieceType, PieceTypes, Variant, attacks};

use super::Position;
use super::generate::droppable;

/// The standing of the side to move, as far as one board tells it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// The side to move has a move.
    Free,
    /// In check without a move, and no piece that could still arrive would help.
    Mated,
    /// In check without a move, but a piece that could still arrive would block the check.
    Blocked,
    /// Not in check and without a move; in bughouse it waits for a piece.
    Waiting,
}

impl Position {
    /// The standing of the side to move if pieces of the types `arrivals` could still reach it.
    ///
    /// Moves that are merely accepted count as moves, since a server would not call it mate.
    pub fn standing(&self, arrivals: PieceTypes) -> Standing {
        if self.count_legal() > 0 || self.has_accepted_only_move() {
            Standing::Free
        } else if !self.in_check() {
            Standing::Waiting
        } else if self.could_block(arrivals) {
            Standing::Blocked
        } else {
            Standing::Mated
        }
    }

    /// Piece types that `color` could still receive from its partner: those of which not all pieces
    /// of two sets are on its own board. A promoted piece counts as a pawn.
    ///
    /// Contains every droppable type if this board has more pieces of a type than two sets do, and
    /// none in crazyhouse and chess, where there is no partner.
    pub fn possible_arrivals(&self, color: Color) -> PieceTypes {
        if self.variant != Variant::Bughouse {
            return PieceTypes::NONE;
        }
        let counts = PieceType::DROPPABLE.map(|piece| (piece, self.count_on_board(color, piece)));
        if counts.iter().any(|&(piece, count)| count > piece.in_two_sets()) {
            return PieceTypes::DROPPABLE;
        }
        let missing = counts.into_iter().filter(|&(piece, count)| count < piece.in_two_sets());
        missing.map(|(piece, _)| piece).collect()
    }

    /// Number of pieces of this type and color on the board and in the holdings, with promoted
    /// pieces counted as pawns.
    pub fn count_of_set(&self, color: Color, piece: PieceType) -> usize {
        self.count_on_board(color, piece) + usize::from(self.holdings(color).count(piece))
    }

    fn count_on_board(&self, color: Color, piece: PieceType) -> usize {
        let promoted = self.promoted() & self.men(color);
        let pawns_in_disguise = if piece == PieceType::Pawn { promoted.count() } else { 0 };
        self.pieces(color, piece).without(promoted).count() + pawns_in_disguise
    }

    /// True if the side to move has no move on the board, drops aside, and a queen imagined on an
    /// empty square next to its king would not help either.
    ///
    /// Servers of the FICS family tell mate (in check) and stalemate (not in check) by this test.
    /// The actual holdings do not matter.
    pub fn fails_queen_test(&self) -> bool {
        let beside = attacks::king(self.king(self.side_to_move())) & self.drop_squares();
        beside.is_empty() && self.count_board_moves() == 0 && !self.has_accepted_only_move()
    }

    fn has_accepted_only_move(&self) -> bool {
        let mut list = MoveList::new();
        self.generate_accepted_only(&mut list);
        !list.is_empty()
    }

    fn could_block(&self, arrivals: PieceTypes) -> bool {
        let squares = self.drop_squares();
        let blocks = |piece| arrivals.contains(piece) && droppable(piece, squares).any();
        PieceType::DROPPABLE.into_iter().any(blocks)
    }
}
