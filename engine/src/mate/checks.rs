//! Move generation of the mate search: checks, and answers to them.

use tandem_rules::{Bitboard, CheckSquares, Move, MoveKind, MoveList, Position, Stage};

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

/// The squares and pieces from which the king of the side not on turn can be checked.
struct Aim<'a> {
    position: &'a Position,
    direct: CheckSquares,
    discoverers: Bitboard,
}

impl<'a> Aim<'a> {
    fn new(position: &'a Position) -> Self {
        let (direct, discoverers) = (position.check_squares(), position.discoverers());
        Self { position, direct, discoverers }
    }

    /// True for every move that gives check, and for every drop, promotion, castling and en
    /// passant.
    fn may_check(&self, m: Move) -> bool {
        let MoveKind::Normal { from, .. } = m.kind() else { return true };
        self.direct.is_check(self.position, m) || self.discoverers.contains(from)
    }
}
