//! Queries about a move before it is made: capture, quiet or not, check.

use crate::{Bitboard, Move, MoveKind, PieceType, PieceTypes, Variant, attacks};

use super::Position;

impl Position {
    /// Type of the piece that a move captures, as it enters the holdings: a promoted piece is a
    /// pawn again. `None` if the move captures nothing.
    ///
    /// ```
    /// use tandem_rules::{MoveRules, PieceType, Position, Variant, notation::Fen};
    ///
    /// let fen = "4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1";
    /// let position = Fen::position(fen, Variant::Bughouse, MoveRules::default())?;
    /// let [capture, quiet] = ["exd5", "e5"].map(|m| position.parse_san(m).expect("legal"));
    /// assert_eq!(position.captured(capture), Some(PieceType::Pawn));
    /// assert_eq!(position.captured(quiet), None);
    /// # Ok::<(), tandem_rules::notation::FenError>(())
    /// ```
    pub fn captured(&self, m: Move) -> Option<PieceType> {
        match m.kind() {
            MoveKind::EnPassant { .. } => Some(PieceType::Pawn),
            MoveKind::Normal { to, .. } | MoveKind::Promotion { to, .. } => {
                let victim = self.piece_at(to)?.piece_type;
                Some(if self.promoted().contains(to) { PieceType::Pawn } else { victim })
            }
            MoveKind::Castle { .. } | MoveKind::Drop { .. } => None,
        }
    }

    /// Piece types that the side to move could hand to its partner with its next move. None where
    /// there is no partner.
    ///
    /// ```
    /// use tandem_rules::{MoveRules, PieceType, PieceTypes, Position, Variant, notation::Fen};
    ///
    /// let fen = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1";
    /// let position = Fen::position(fen, Variant::Bughouse, MoveRules::default())?;
    /// assert_eq!(position.possible_handoffs(), PieceTypes::NONE.with(PieceType::Knight));
    /// # Ok::<(), tandem_rules::notation::FenError>(())
    /// ```
    pub fn possible_handoffs(&self) -> PieceTypes {
        match self.variant() {
            Variant::Bughouse => {
                self.legal_moves().iter().filter_map(|&m| self.captured(m)).collect()
            }
            Variant::Crazyhouse | Variant::Chess => PieceTypes::NONE,
        }
    }

    /// True for a quiet move: one that neither captures nor promotes. Drops and castling are quiet.
    ///
    /// ```
    /// use tandem_rules::{MoveRules, Position, Variant, notation::Fen};
    ///
    /// let fen = "4k3/P7/8/3p4/4P3/8/8/4K3[N] w - - 0 1";
    /// let position = Fen::position(fen, Variant::Bughouse, MoveRules::default())?;
    /// let quiet = ["e5", "N@f6", "Kd2", "exd5", "a8=Q"]
    ///     .map(|m| position.is_quiet(position.parse_san(m).expect("legal")));
    /// assert_eq!(quiet, [true, true, true, false, false]);
    /// # Ok::<(), tandem_rules::notation::FenError>(())
    /// ```
    pub fn is_quiet(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Normal { to, .. } => self.piece_at(to).is_none(),
            MoveKind::Castle { .. } | MoveKind::Drop { .. } => true,
            MoveKind::EnPassant { .. } | MoveKind::Promotion { .. } => false,
        }
    }

    /// Squares from which the pieces of the side to move would give check. Computed once for a
    /// position, they answer [`CheckSquares::is_check`] for each of its moves.
    pub fn check_squares(&self) -> CheckSquares {
        let them = !self.side_to_move();
        let king = self.king(them);
        let occupied = self.occupied();
        let [straight, diagonal] = [attacks::rook(king, occupied), attacks::bishop(king, occupied)];
        CheckSquares([
            attacks::pawn(them, king),
            attacks::knight(king),
            diagonal,
            straight,
            straight | diagonal,
        ])
    }

    /// Pieces of the side to move that give a discovered check when they leave their line: each
    /// stands alone between a slider of its own side and the enemy king.
    ///
    /// ```
    /// use tandem_rules::{Bitboard, MoveRules, Position, Variant, notation::Fen};
    ///
    /// let fen = "4k3/8/8/4N3/8/8/8/4RK2[] w - - 0 1";
    /// let position = Fen::position(fen, Variant::Bughouse, MoveRules::default())?;
    /// assert_eq!(position.discoverers(), Bitboard::of("e5".parse().unwrap()));
    /// # Ok::<(), tandem_rules::notation::FenError>(())
    /// ```
    pub fn discoverers(&self) -> Bitboard {
        let us = self.side_to_move();
        let king = self.king(!us);
        let queens = self.of_type(PieceType::Queen);
        let diagonal = (self.of_type(PieceType::Bishop) | queens) & self.men(us);
        let straight = (self.of_type(PieceType::Rook) | queens) & self.men(us);
        let empty = Bitboard::EMPTY;
        let sliders =
            attacks::bishop(king, empty) & diagonal | attacks::rook(king, empty) & straight;
        let mut discoverers = Bitboard::EMPTY;
        for slider in sliders {
            let between = attacks::between(king, slider) & self.occupied();
            if !between.more_than_one() {
                discoverers |= between & self.men(us);
            }
        }
        discoverers
    }
}

/// Squares from which the pieces of the side to move would give check, by piece type; see
/// [`Position::check_squares`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSquares([Bitboard; 5]);

impl CheckSquares {
    /// The squares for one piece type; none for the king, which gives no check.
    pub const fn of(&self, piece: PieceType) -> Bitboard {
        match piece {
            PieceType::King => Bitboard::EMPTY,
            _ => self.0[piece.index()],
        }
    }

    /// True if a move of `position`, from which these squares come, gives check with the piece that
    /// arrives on the target square. Discovered checks and castling are not seen, nor a line that
    /// opens behind the moving piece.
    ///
    /// ```
    /// use tandem_rules::{MoveRules, Position, Variant, notation::Fen};
    ///
    /// let fen = "4k3/8/8/6N1/8/8/8/4K3[B] w - - 0 1";
    /// let position = Fen::position(fen, Variant::Bughouse, MoveRules::default())?;
    /// let check_squares = position.check_squares();
    /// let checks = ["B@b5", "B@a5", "Ne6", "Nf3"].map(|m| {
    ///     check_squares.is_check(&position, position.parse_san(m).expect("legal"))
    /// });
    /// assert_eq!(checks, [true, false, false, false]);
    /// # Ok::<(), tandem_rules::notation::FenError>(())
    /// ```
    pub fn is_check(&self, position: &Position, m: Move) -> bool {
        let piece = match m.kind() {
            MoveKind::Drop { piece, .. } | MoveKind::Promotion { piece, .. } => piece,
            MoveKind::Castle { .. } => return false,
            MoveKind::Normal { from, .. } | MoveKind::EnPassant { from, .. } => {
                match position.piece_at(from) {
                    Some(piece) => piece.piece_type,
                    None => return false,
                }
            }
        };
        self.of(piece).contains(m.to())
    }
}
