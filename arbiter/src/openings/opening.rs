//! One opening: its boards, as they are told, and the moves that led to them.

use tandem_rules::notation::Fen;
use tandem_rules::{BoardId, Boards, Move, PieceTypes, Seat, Standing};

use super::error::OpeningError;

/// The boards from which a game begins, with the moves before, where they are known.
///
/// Invariant: the moves lead from the start to the boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    start: Boards,
    moves: Vec<(Seat, Move)>,
    boards: Boards,
}

impl Opening {
    /// The opening without moves at these boards.
    pub fn at(boards: Boards) -> Self {
        Self { start: boards.clone(), moves: Vec::new(), boards }
    }

    /// The opening at these boards, which moves from `start` have led to. The game begins on the
    /// boards as their FENs describe them; moves that tell more than that are left out.
    pub(super) fn after(start: Boards, moves: Vec<(Seat, Move)>, boards: &Boards) -> Self {
        let told = as_told(boards);
        match told == *boards {
            true => Self { start, moves, boards: told },
            false => Self::at(told),
        }
    }

    /// The boards before the first of the moves.
    pub const fn start(&self) -> &Boards {
        &self.start
    }

    /// The moves of the opening, in order.
    pub fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }

    /// The boards from which the game begins.
    pub const fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The opening with its boards exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let exchanged = |boards: &Boards| {
            let [on_a, on_b] = BoardId::ALL.map(|board| boards.position(board).clone());
            Boards::new(on_b, on_a)
        };
        let other = |(seat, m): (Seat, Move)| (Seat { board: seat.board.other(), ..seat }, m);
        Self {
            start: exchanged(&self.start),
            moves: self.moves.into_iter().map(other).collect(),
            boards: exchanged(&self.boards),
        }
    }
}

/// Checks that a game can go on from an opening. `line` is the line of the file on which it starts.
pub(super) fn playable(line: usize, opening: Opening) -> Result<Opening, OpeningError> {
    match who_cannot_move(&opening.boards) {
        Some(seat) => Err(OpeningError::NoMove { line, seat }),
        None => Ok(opening),
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
