//! The faults of setups, and setups without those of their faults that no game depends on.

use crate::castling::back_rank;
use crate::{
    Bitboard, Castling, CastlingSide, Color, File, MoveRules, Permission, Piece, PieceType, Rank,
    Setup, Square,
};

use super::fault::SetupFault;

impl Setup {
    /// All faults but that of a king en prise, for which there must be kings.
    pub(super) fn faults(&self) -> Vec<SetupFault> {
        let mut faults: Vec<SetupFault> =
            Color::ALL.into_iter().filter_map(|color| self.fault_of_kings(color)).collect();
        faults.extend(Square::all().filter_map(|square| self.fault_on(square)));
        let unfounded = self.rights().filter(|&(color, side)| !self.can_castle(color, side));
        faults.extend(unfounded.map(|(color, side)| SetupFault::Castling { color, side }));
        let passed = self.en_passant.filter(|&target| !self.can_have_passed(target));
        faults.extend(passed.map(SetupFault::EnPassant));
        faults
    }

    /// Leaves out the rights and marks that no position can have, and returns them: all faults with
    /// [`SetupFault::is_minor`].
    pub fn leave_out_impossible(&mut self) -> Vec<SetupFault> {
        let mut minor = self.faults();
        minor.retain(|fault| fault.is_minor());
        for &fault in &minor {
            match fault {
                SetupFault::Castling { color, side } | SetupFault::NotStandard { color, side } => {
                    self.castling.drop(color, side);
                }
                SetupFault::EnPassant(_) => self.en_passant = None,
                SetupFault::PromotedMark(square) => {
                    self.promoted = self.promoted.without(Bitboard::of(square));
                }
                SetupFault::Kings { .. }
                | SetupFault::PawnOnBackRank(_)
                | SetupFault::KingEnPrise(_) => {}
            }
        }
        minor
    }

    /// Leaves out the castling rights that only Chess960 has, and returns them: those of a king off
    /// the e-file, or with a rook off the a- and h-file. With rules for a crossed set-up, a king on
    /// the d-file keeps its rights.
    ///
    /// A FEN does not tell whether it is one of Chess960; this is for games that are known not to
    /// be.
    ///
    /// ```
    /// use tandem_rules::notation::Fen;
    /// use tandem_rules::{CastlingSide, Color, MoveRules, SetupFault};
    ///
    /// let mut setup = Fen::parse("r5k1/8/8/8/8/8/8/4K2R b Kq - 0 1")?.setup;
    /// let castling = SetupFault::NotStandard { color: Color::Black, side: CastlingSide::Queen };
    /// assert_eq!(setup.keep_standard_castling(MoveRules::CHESS), [castling]);
    /// assert!(setup.castling.rights().has_any(Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_standard_castling(&mut self, rules: MoveRules) -> Vec<SetupFault> {
        let mut castling = Castling::standard();
        let mut left_out = Vec::new();
        for (color, side) in self.rights() {
            let king = self.king(color).map(Square::file);
            let is_home = king == Some(File::E)
                || king == Some(File::D) && rules.crossed_castling != Permission::No;
            let home = self.castling.home(color, side);
            let is_standard = is_home && home == castling.home(color, side);
            // A right without its rook is none of Chess960 either: it is left to the other faults.
            if let Some(rook) = home.filter(|_| is_standard || !self.can_castle(color, side)) {
                castling.grant(color, side, rook.file());
            } else {
                left_out.push(SetupFault::NotStandard { color, side });
            }
        }
        self.castling = castling;
        left_out
    }

    /// The castling rights, whether they can be or not.
    fn rights(&self) -> impl Iterator<Item = (Color, CastlingSide)> + use<> {
        let rights = self.castling.rights();
        let all =
            Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
        all.filter(move |&(color, side)| rights.has(color, side))
    }

    pub(super) fn fault_of_kings(&self, color: Color) -> Option<SetupFault> {
        let king = Some(Piece::new(color, PieceType::King));
        let count = self.board.iter().filter(|&&piece| piece == king).count();
        (count != 1).then_some(SetupFault::Kings { color, count })
    }

    fn fault_on(&self, square: Square) -> Option<SetupFault> {
        let piece = self.board[square.index()].map(|piece| piece.piece_type);
        let is_unmarked = matches!(piece, None | Some(PieceType::Pawn | PieceType::King));
        if piece == Some(PieceType::Pawn) && Bitboard::BACK_RANKS.contains(square) {
            Some(SetupFault::PawnOnBackRank(square))
        } else if is_unmarked && self.promoted.contains(square) {
            Some(SetupFault::PromotedMark(square))
        } else {
            None
        }
    }

    /// True if the king and the rook of this castling right are on the back rank, the rook on the
    /// right side.
    fn can_castle(&self, color: Color, side: CastlingSide) -> bool {
        let king = self.king(color).filter(|king| king.rank() == back_rank(color));
        let rook = self
            .castling
            .home(color, side)
            .filter(|rook| self.board[rook.index()] == Some(Piece::new(color, PieceType::Rook)));
        king.zip(rook).is_some_and(|(king, rook)| match side {
            CastlingSide::King => rook.file() > king.file(),
            CastlingSide::Queen => rook.file() < king.file(),
        })
    }

    /// True if the side not to move can just have passed this square with a double step.
    fn can_have_passed(&self, target: Square) -> bool {
        let mover = !self.side_to_move;
        let at = |set: Bitboard| set.first().and_then(|square| self.board[square.index()]);
        let square = Bitboard::of(target);
        Bitboard::relative_rank(mover, Rank::THIRD).contains(target)
            && at(square.forward(mover)) == Some(Piece::new(mover, PieceType::Pawn))
            && at(square).is_none()
            && at(square.forward(!mover)).is_none()
    }
}
