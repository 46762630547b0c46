//! Two boards that feed each other, or one alone: positions and handoffs, without clocks or results.

use crate::{
    BoardId, Color, Handoff, Move, MoveRules, Observer, PieceType, PieceTypes, Position, Seat,
    Variant,
};

/// Both positions of a game. A capture on one board fills a hand on the other.
///
/// A game of crazyhouse or chess has board A alone: nobody plays on the other, which stays as
/// it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boards([Position; 2]);

/// Why a move was not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// It is the opponent's turn, or nobody plays on this board.
    #[error("it is not the turn of {0}")]
    NotOnTurn(Seat),
    /// The rules do not allow it.
    #[error("{0} may not play {1:?} here")]
    Refused(Seat, Move),
}

impl Boards {
    /// Two boards in the usual start position.
    pub fn start(rules: MoveRules) -> Self {
        Self::start_of(Variant::Bughouse, rules)
    }

    /// The usual start of a game of any kind.
    pub fn start_of(variant: Variant, rules: MoveRules) -> Self {
        Self::beside_start(Position::start(variant, rules))
    }

    /// Board A as given and B at its usual start: all there is to say of a game on one board.
    pub fn beside_start(a: Position) -> Self {
        let b = Position::start(a.variant(), a.rules());
        Self([a, b])
    }

    /// Boards A and B as given.
    pub const fn new(a: Position, b: Position) -> Self {
        Self([a, b])
    }

    /// The boards that are played on: both, or A alone where the game on A is one of one board.
    pub const fn in_play(&self) -> &'static [BoardId] {
        self.position(BoardId::A).variant().boards()
    }

    /// The position on a board.
    pub const fn position(&self, board: BoardId) -> &Position {
        &self.0[board.index()]
    }

    /// Who is on turn on a board, or would be if somebody played on it.
    pub fn on_turn(&self, board: BoardId) -> Seat {
        board.seat(self.position(board).side_to_move())
    }

    /// True if `seat` may move now.
    pub fn is_on_turn(&self, seat: Seat) -> bool {
        self.in_play().contains(&seat.board) && self.on_turn(seat.board) == seat
    }

    /// Plays a move that is legal or accepted, and gives the captured piece to the partner.
    ///
    /// # Errors
    /// Out of turn, or refused by the rules; then nothing has changed.
    pub fn play(&mut self, seat: Seat, m: Move) -> Result<Option<Handoff>, IllegalMove> {
        if !self.is_on_turn(seat) {
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
    /// (FIDE 3.7). Where the men of both boards are not two sets, nothing can be excluded; where
    /// there is no partner, nothing arrives.
    pub fn possible_arrivals(&self, seat: Seat) -> PieceTypes {
        let position = self.position(seat.board);
        match position.variant() {
            Variant::Bughouse if !self.is_two_sets() => PieceTypes::DROPPABLE,
            _ => position.possible_arrivals(seat.color),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_one_board_is_played_on_a_alone() {
        let [e2, e4] = ["e2", "e4"].map(|square| square.parse().expect("a square"));
        let e4 = Move::normal(e2, e4);
        for (variant, boards) in [
            (Variant::Bughouse, &BoardId::ALL[..]),
            (Variant::Crazyhouse, &[BoardId::A]),
            (Variant::Chess, &[BoardId::A]),
        ] {
            let start = Boards::start_of(variant, MoveRules::FICS);
            assert_eq!(start.in_play(), boards);
            for board in BoardId::ALL {
                let seat = board.seat(Color::White);
                let played = start.clone().play(seat, e4);
                let is_played_on = boards.contains(&board);
                assert_eq!(start.is_on_turn(seat), is_played_on);
                let refused = IllegalMove::NotOnTurn(seat);
                assert_eq!(played, if is_played_on { Ok(None) } else { Err(refused) });
            }
        }
    }

    #[test]
    fn nothing_arrives_where_there_is_no_partner() {
        for (variant, arrivals) in [
            (Variant::Bughouse, PieceTypes::DROPPABLE),
            (Variant::Crazyhouse, PieceTypes::NONE),
            (Variant::Chess, PieceTypes::NONE),
        ] {
            let boards = Boards::start_of(variant, MoveRules::FICS);
            assert_eq!(boards.possible_arrivals(BoardId::A.seat(Color::White)), arrivals);
        }
    }
}
