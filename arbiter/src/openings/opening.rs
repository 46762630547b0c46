//! The boards of one opening: that a game can begin there, and what is told of them.

use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, Boards, PieceTypes, Seat, Standing};

use super::error::OpeningError;

/// Checks that a game can go on from an opening, and returns it as its FEN describes it. `line` is
/// the line of the file on which it starts.
pub(super) fn opening(line: usize, boards: &Boards) -> Result<Boards, OpeningError> {
    match who_cannot_move(boards) {
        Some(seat) => Err(OpeningError::NoMove { line, seat }),
        None => Ok(as_told(boards)),
    }
}

/// The boards as their FENs describe them, which is all that engines and records learn of an
/// opening. Facts that only the moves before tell are lost, such as which king has never moved.
pub(super) fn as_told(boards: &Boards) -> Boards {
    let mut told = boards.clone();
    for &board in boards.in_play() {
        let position = boards.position(board);
        let read = Fen::position(&position.to_fen(), position.variant(), position.rules());
        debug_assert!(read.is_ok(), "a FEN of ours is read: {read:?}");
        if let Ok(position) = read {
            told.set_position(board, position);
        }
    }
    told
}

/// The first seat to move that has no move: no game can go on from there.
pub(super) fn who_cannot_move(boards: &Boards) -> Option<Seat> {
    let can_move =
        |board: &BoardId| boards.position(*board).standing(PieceTypes::NONE) == Standing::Free;
    let board = boards.in_play().iter().find(|board| !can_move(board))?;
    Some(boards.on_turn(*board))
}
