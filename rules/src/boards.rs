//! The positions of a game and the handoffs between its boards, without clocks or outcomes.

use crate::{
    BoardId, Color, Handoff, Move, MoveRules, Observer, PieceType, PieceTypes, Position, Seat,
    Standing, Variant,
};

/// The positions on both boards of a game; a capture on one adds to the holdings on the other.
///
/// A game of crazyhouse or chess is played on board A alone; no move is played on board B.
///
/// ```
/// use tandem_rules::{BoardId, Boards, Color, Handoff, PieceType};
///
/// let mut boards: Boards = "4k3/8/8/3q4/4P3/8/8/4K3[] w - - 0 1 | \
///                           4k3/8/8/8/8/8/8/4K3[] w - - 0 1".parse()?;
/// let white = BoardId::A.seat(Color::White);
/// let queen = boards.play(white, "e4d5".parse()?)?;
/// assert_eq!(queen, Some(Handoff { color: Color::Black, piece: PieceType::Queen }));
/// let partner = boards.position(BoardId::B).holdings(Color::Black);
/// assert_eq!(partner.to_string(), "Q");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boards([Position; 2]);

/// The reason why a move was not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// It is not the turn of this seat, or its board is not in play.
    #[error("it is not the turn of {0}")]
    NotOnTurn(Seat),
    /// The rules refuse this move of this seat.
    #[error("{0} may not play {1:?} here")]
    Refused(Seat, Move),
}

/// The start of a game of bughouse under the rules of servers, [`MoveRules::default`].
///
/// ```
/// use tandem_rules::{BoardId, Boards};
///
/// let boards = Boards::default();
/// assert_eq!(boards.position(BoardId::B).legal_moves().len(), 20);
/// ```
impl Default for Boards {
    fn default() -> Self {
        Self::start(MoveRules::default())
    }
}

impl Boards {
    /// Both boards in the standard start position of bughouse.
    pub fn start(rules: MoveRules) -> Self {
        Self::start_of(Variant::Bughouse, rules)
    }

    /// Both boards in the standard start position of `variant`.
    pub fn start_of(variant: Variant, rules: MoveRules) -> Self {
        Self::beside_start(Position::start(variant, rules))
    }

    /// Board A as given and board B in the standard start position, for a game on one board.
    pub fn beside_start(a: Position) -> Self {
        let b = Position::start(a.variant(), a.rules());
        Self([a, b])
    }

    /// Boards A and B with the given positions.
    pub const fn new(a: Position, b: Position) -> Self {
        Self([a, b])
    }

    /// The boards in play: both in bughouse, else A alone; the variant of board A decides.
    pub const fn in_play(&self) -> &'static [BoardId] {
        self.position(BoardId::A).variant().boards()
    }

    /// The position on a board.
    pub const fn position(&self, board: BoardId) -> &Position {
        &self.0[board.index()]
    }

    /// The seat to move on a board; also defined for a board that is not in play.
    pub fn on_turn(&self, board: BoardId) -> Seat {
        board.seat(self.position(board).side_to_move())
    }

    /// True if `seat` is to move on a board that is in play.
    pub fn is_on_turn(&self, seat: Seat) -> bool {
        self.in_play().contains(&seat.board) && self.on_turn(seat.board) == seat
    }

    /// Plays a move that is legal or accepted, and gives the captured piece to the partner. Returns
    /// the handoff, if there was one.
    ///
    /// # Errors
    /// [`IllegalMove`] if `seat` is not to move or the rules refuse the move; then nothing has
    /// changed.
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

    /// Makes a move without checking it, as [`Position::make`] does. The caller passes the handoff
    /// that it returns to [`Self::hand_over`].
    pub fn make(
        &mut self,
        board: BoardId,
        m: Move,
        observer: &mut impl Observer,
    ) -> Option<Handoff> {
        self.0[board.index()].make(m, observer)
    }

    /// Adds a captured piece to the holdings of its color on `board`.
    pub fn hand_over(&mut self, board: BoardId, handoff: Handoff) {
        self.0[board.index()].receive(handoff, &mut ());
    }

    /// Replaces the position on a board.
    pub fn set_position(&mut self, board: BoardId, position: Position) {
        self.0[board.index()] = position;
    }

    /// Piece types that `seat` could still receive: those of which not all pieces of two sets are
    /// on its own board (FIDE extension 3.7).
    ///
    /// Contains every droppable type if the pieces of both boards do not add up to two sets, and
    /// none in a game without partners.
    pub fn possible_arrivals(&self, seat: Seat) -> PieceTypes {
        let position = self.position(seat.board);
        match position.variant() {
            Variant::Bughouse if !self.is_two_sets() => PieceTypes::DROPPABLE,
            _ => position.possible_arrivals(seat.color),
        }
    }

    /// The seat on turn that is mated, whatever pieces might come; that on board A if both are.
    pub fn mated(&self) -> Option<Seat> {
        BoardId::ALL.map(|board| self.on_turn(board)).into_iter().find(|seat| {
            let arrivals = self.possible_arrivals(*seat);
            self.position(seat.board).standing(arrivals) == Standing::Mated
        })
    }

    /// True if the pieces on both boards and in all holdings add up to exactly two sets, with
    /// promoted pieces counted as pawns.
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
