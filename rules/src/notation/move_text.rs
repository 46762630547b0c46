//! Parts that are common to the readers of coordinates and of SAN.

use crate::{CastlingSide, Move, MoveList, Position};

/// Error for text that does not name one move of a position; contains the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// The text does not have the form of a move.
    #[error("`{0}` is not a move")]
    Unreadable(String),
    /// The text has the form of a move, but the rules refuse it here.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// The text could mean more than one move; contains two of them.
    #[error("`{0}` is ambiguous: {1:?} or {2:?}")]
    Ambiguous(String, Move, Move),
    /// The text does not name the piece that a pawn becomes, and the rules do not either.
    #[error("`{0}` does not say which piece the pawn becomes")]
    Promotion(String),
}

/// Reads `O-O` and `O-O-O`, with zeros or in lower case too.
pub(super) fn parse_castling(text: &str) -> Option<CastlingSide> {
    let is_o = |letter| matches!(letter, 'O' | 'o' | '0');
    let mut sides = text.split('-');
    let all_o = sides.all(|part| part.len() == 1 && part.chars().all(is_o));
    match (all_o, text.len()) {
        (true, 3) => Some(CastlingSide::King),
        (true, 5) => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// True for text that has the form of castling, with or without a check mark.
pub(super) fn is_castling(text: &str) -> bool {
    parse_castling(text.trim_end_matches(['+', '#'])).is_some()
}

impl Position {
    /// All moves that are legal or at least accepted.
    pub(super) fn accepted_moves(&self) -> MoveList {
        let mut moves = self.legal_moves();
        self.generate_accepted_only(&mut moves);
        moves
    }

    /// Castling on this side, if the position has a home of such a rook; it need not be legal.
    pub(super) fn castle_towards(&self, side: CastlingSide) -> Option<Move> {
        let us = self.side_to_move();
        let rook = self.castling().home(us, side)?;
        Some(Move::castle(self.king(us), rook))
    }
}
