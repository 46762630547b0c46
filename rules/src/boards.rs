//! Two boards that feed each other: positions and handoffs, without clocks or results.

use crate::{
    BoardId, Color, Handoff, Move, MoveRules, Observer, PieceType, PieceTypes, Position, Seat,
    Variant,
};

/// Both positions of a game. A capture on one board fills a hand on the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boards([Position; 2]);

/// Why a move was not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// It is the opponent's turn.
    #[error("it is not the turn of {0}")]
    NotOnTurn(Seat),
    /// The rules do not allow it.
    #[error("{0} may not play {1:?} here")]
    Refused(Seat, Move),
}

impl Boards {
    /// Two boards in the usual start position.
    pub fn start(rules: MoveRules) -> Self {
        Self([Position::start(Variant::Bughouse, rules), Position::start(Variant::Bughouse, rules)])
    }

    /// Boards A and B as given.
    pub const fn new(a: Position, b: Position) -> Self {
        Self([a, b])
    }

    /// The position on a board.
    pub const fn position(&self, board: BoardId) -> &Position {
        &self.0[board.index()]
    }

    /// Who is on turn on a board.
    pub fn on_turn(&self, board: BoardId) -> Seat {
        board.seat(self.position(board).side_to_move())
    }

    /// Plays a move that is legal or accepted, and gives the captured piece to the partner.
    ///
    /// # Errors
    /// Out of turn, or refused by the rules; then nothing has changed.
    pub fn play(&mut self, seat: Seat, m: Move) -> Result<Option<Handoff>, IllegalMove> {
        if self.on_turn(seat.board) != seat {
            return Err(IllegalMove::NotOnTurn(seat));
        }
        if !self.position(seat.board).is_accepted(m) {
            return Err(IllegalMove::Refused(seat, m));
        }
        let handoff = self.make(seat.board, m, &mut ());
        if let Some(handoff) = handoff {
            self.hand_over(seat.board.other(), handoff);
        }
        Ok(handoff)
    }

    /// Plays a move that is known to be possible, and leaves the handoff to the caller.
    pub fn make(
        &mut self,
        board: BoardId,
        m: Move,
        observer: &mut impl Observer,
    ) -> Option<Handoff> {
        self.0[board.index()].make(m, observer)
    }

    /// Puts a piece into the hands of its color on `board`.
    pub fn hand_over(&mut self, board: BoardId, handoff: Handoff) {
        self.0[board.index()].receive(handoff, &mut ());
    }

    /// Replaces the position on a board, as undo does.
    pub fn set_position(&mut self, board: BoardId, position: Position) {
        self.0[board.index()] = position;
    }

    /// Types of which a piece could still reach `seat`: not all of them stand on its own board
    /// (FIDE 3.7). Where the men of both boards are not two sets, nothing can be excluded.
    pub fn possible_arrivals(&self, seat: Seat) -> PieceTypes {
        match self.is_two_sets() {
            true => self.position(seat.board).possible_arrivals(seat.color),
            false => PieceTypes::DROPPABLE,
        }
    }

    /// True if men and holdings of both boards add up to two sets, promoted pieces as pawns.
    pub fn is_two_sets(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            PieceType::ALL.into_iter().all(|piece| {
                let count: usize =
                    self.0.iter().map(|position| position.count_of_set(color, piece)).sum();
                count == piece.in_two_sets()
            })
        })
    }
}
