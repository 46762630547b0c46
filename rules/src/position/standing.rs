//! What it means that there is no move: mate is not one thing.

use crate::{Color, MoveList, PieceType, PieceTypes, attacks};

use super::generate::droppable;
use super::{Position, Variant};

/// How the side to move stands, as far as one board tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// It has a move.
    Free,
    /// In check without a move, and no piece that could still arrive would help.
    Mated,
    /// In check without a move, but a piece that could still arrive would block the check.
    Blocked,
    /// Not in check and without a move: it waits for a piece.
    Waiting,
}

impl Position {
    /// How the side to move stands if pieces of the types `arrivals` could still reach it.
    ///
    /// Moves that are merely accepted count as moves: a server would not call it mate.
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

    /// The types of which a piece could still arrive in a player's hands: of those two sets
    /// have, not all stand on its own board. A promoted piece counts as the pawn it was.
    ///
    /// Where a type has more men than two sets, nothing can be excluded. In crazyhouse and chess
    /// there is no partner, and nothing arrives.
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

    /// How many men of a set `color` has here, on the board and held, promoted ones as pawns.
    pub fn count_of_set(&self, color: Color, piece: PieceType) -> usize {
        self.count_on_board(color, piece) + usize::from(self.holdings(color).count(piece))
    }

    fn count_on_board(&self, color: Color, piece: PieceType) -> usize {
        let promoted = self.promoted() & self.men(color);
        let pawns_in_disguise = if piece == PieceType::Pawn { promoted.count() } else { 0 };
        self.pieces(color, piece).without(promoted).count() + pawns_in_disguise
    }

    /// True if the side to move has no move on the board, drops aside, and a queen imagined on
    /// an empty square next to its king would not help either: how servers of the FICS family
    /// tell mate (in check) and stalemate (not in check). What is really held does not matter.
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
