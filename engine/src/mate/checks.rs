//! Move generation of the mate search: checks, and answers to them.

use tandem_rules::{
    Bitboard, Color, Move, MoveKind, MoveList, PieceType, Position, Square, Stage, attacks,
};

/// Adds the legal moves that may give check: all checks, and few other moves.
pub(super) fn checking_moves(position: &Position, moves: &mut MoveList) {
    position.generate(Stage::CheckingDrops, moves);
    let mut on_board = MoveList::new();
    position.generate(Stage::Captures, &mut on_board);
    position.generate(Stage::Quiets, &mut on_board);
    let aim = Aim::new(position);
    on_board.into_iter().filter(|&m| aim.may_check(m)).for_each(|m| moves.push(m));
}

/// Adds all answers that the rules take: the legal moves, and those that are merely accepted.
pub(super) fn evasions(position: &Position, moves: &mut MoveList) {
    position.generate(Stage::All, moves);
    position.generate_accepted_only(moves);
}

/// The squares and men from which the king of the side not on turn can be checked.
struct Aim<'a> {
    position: &'a Position,
    /// For each piece type but the king, the squares from which it gives check.
    direct: [Bitboard; 5],
    /// Men that discover a check when they move.
    covering: Bitboard,
}

impl<'a> Aim<'a> {
    fn new(position: &'a Position) -> Self {
        let us = position.side_to_move();
        let king = position.king(!us);
        let occupied = position.occupied();
        let [bishop, rook] = [attacks::bishop(king, occupied), attacks::rook(king, occupied)];
        let direct = [attacks::pawn(!us, king), attacks::knight(king), bishop, rook, bishop | rook];
        Self { position, direct, covering: covering(position, us, king) }
    }

    /// True for every move that gives check, and for every drop, promotion, castling and en
    /// passant.
    fn may_check(&self, m: Move) -> bool {
        let MoveKind::Normal { from, to } = m.kind() else { return true };
        let Some(piece) = self.position.piece_at(from) else { return false };
        let direct = self.direct.get(piece.piece_type.index());
        direct.is_some_and(|squares| squares.contains(to)) || self.covering.contains(from)
    }
}

/// The men of `us` that alone stand between a slider of their own and the enemy king.
fn covering(position: &Position, us: Color, king: Square) -> Bitboard {
    let queens = position.of_type(PieceType::Queen);
    let diagonal = (position.of_type(PieceType::Bishop) | queens) & position.men(us);
    let straight = (position.of_type(PieceType::Rook) | queens) & position.men(us);
    let empty = Bitboard::EMPTY;
    let sliders = attacks::bishop(king, empty) & diagonal | attacks::rook(king, empty) & straight;
    let mut covering = Bitboard::EMPTY;
    for slider in sliders {
        let between = attacks::between(king, slider) & position.occupied();
        if !between.more_than_one() {
            covering |= between & position.men(us);
        }
    }
    covering
}
