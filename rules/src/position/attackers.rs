//! Attackers, attacked squares, and the legal moves of one piece: questions that a site, a bot or a
//! trainer asks about a position.

use crate::{Bitboard, Color, Move, MoveList, PieceType, Square, attacks};

use super::generate::droppable;
use super::{Position, Stage};

impl Position {
    /// The pieces of `color` that attack `square`, whether or not they could legally capture there.
    ///
    /// ```
    /// use tandem_rules::{Color, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/3p4/4P3/8/8/3RK3[] w - - 0 1".parse()?;
    /// let d5: Square = "d5".parse()?;
    /// let attackers: Vec<_> = position.attackers(d5, Color::White).into_iter().collect();
    /// assert_eq!(attackers, ["d1".parse()?, "e4".parse::<Square>()?]);
    /// assert!(position.attackers(d5, Color::Black).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.attackers_to(square, self.occupied()) & self.men(color)
    }

    /// The squares that the piece on `square` attacks, own pieces that it protects included. Empty
    /// if there is no piece.
    ///
    /// ```
    /// use tandem_rules::{MoveRules, Position, Variant};
    ///
    /// let start = Position::start(Variant::Bughouse, MoveRules::default());
    /// assert_eq!(start.attacks_from("b1".parse()?).count(), 3);
    /// assert!(start.attacks_from("e4".parse()?).is_empty());
    /// # Ok::<(), tandem_rules::SquareError>(())
    /// ```
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        self.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
            attacks::of(piece.color, piece.piece_type, square, self.occupied())
        })
    }

    /// The squares that any piece of `color` attacks, own pieces that are protected included.
    pub fn attacks_by(&self, color: Color) -> Bitboard {
        let squares = self.men(color).into_iter();
        squares.fold(Bitboard::EMPTY, |all, square| all | self.attacks_from(square))
    }

    /// True if the move takes a piece from the board, en passant included.
    pub fn is_capture(&self, m: Move) -> bool {
        self.captured(m).is_some()
    }

    /// True if the move gives check, be it by the piece that moves, by one behind it or by
    /// castling. False for a move that is not accepted here.
    ///
    /// ```
    /// use tandem_rules::Position;
    ///
    /// let position: Position = "4k3/8/8/4N3/8/8/8/4RK2[B] w - - 0 1".parse()?;
    /// let checks = ["Nf7", "B@b5", "B@a5", "Rd1"]
    ///     .map(|text| position.gives_check(position.parse_san(text).expect("legal")));
    /// assert_eq!(checks, [true, true, false, false]);
    /// # Ok::<(), tandem_rules::notation::FenError>(())
    /// ```
    pub fn gives_check(&self, m: Move) -> bool {
        self.play(m).is_ok_and(|(after, _handoff)| after.in_check())
    }

    /// The squares on which the side to move may drop a piece of this type now; empty if it holds
    /// none. See [`Self::drop_squares`] for the squares of a piece that may yet arrive.
    ///
    /// ```
    /// use tandem_rules::{PieceType, Position};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1".parse()?;
    /// assert_eq!(position.drop_targets(PieceType::Pawn).count(), 48);
    /// assert!(position.drop_targets(PieceType::Knight).is_empty(), "it is Black's knight");
    /// # Ok::<(), tandem_rules::notation::FenError>(())
    /// ```
    pub fn drop_targets(&self, piece: PieceType) -> Bitboard {
        match self.holdings(self.side_to_move).has(piece) {
            true => droppable(piece, self.drop_squares()),
            false => Bitboard::EMPTY,
        }
    }

    /// The legal drops, in a new list.
    pub fn legal_drops(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Stage::Drops, &mut list);
        list
    }

    /// The legal moves of the piece on `square`, in a new list; castling counts as a move of the
    /// king.
    ///
    /// ```
    /// use tandem_rules::{MoveRules, Position, Variant};
    ///
    /// let start = Position::start(Variant::Bughouse, MoveRules::default());
    /// let moves = start.legal_moves_from("g1".parse()?);
    /// let texts: Vec<_> = moves.into_iter().map(|m| m.to_string()).collect();
    /// assert_eq!(texts, ["g1f3", "g1h3"]);
    /// # Ok::<(), tandem_rules::SquareError>(())
    /// ```
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        let moves = self.legal_moves();
        moves.iter().copied().filter(|m| m.from() == Some(square)).collect()
    }

    /// The legal moves that end on `square`, drops included, in a new list. Castling ends on the
    /// square of its rook; see [`Move::to`].
    pub fn legal_moves_to(&self, square: Square) -> MoveList {
        self.legal_moves().into_iter().filter(|m| m.to() == square).collect()
    }
}
