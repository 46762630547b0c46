//! The history of a board, as far back as its position can repeat.

use tandem_protocol::text::Word;
use tandem_protocol::uci::BoardMove;
use tandem_rules::{BoardId, Handoff, Move, MoveKind, Position};

/// The position on a board, as a base position and the moves played since.
///
/// Moves other than captures, pawn moves, castling and drops are given as moves: an engine needs
/// them to detect a repetition, and can make them whatever its rules of castling, drops and
/// handoffs are. Any other move makes a new base position.
pub(super) struct History {
    base: Position,
    moves: Vec<Word>,
    now: Position,
}

impl History {
    pub(super) fn from(position: Position) -> Self {
        Self { base: position.clone(), moves: Vec::new(), now: position }
    }

    /// The current position.
    pub(super) const fn now(&self) -> &Position {
        &self.now
    }

    /// The position from which the moves are to be made.
    pub(super) const fn base(&self) -> &Position {
        &self.base
    }

    /// The moves since the base, each marked with `board` if the engine sees two boards.
    pub(super) fn moves(&self, board: Option<BoardId>) -> impl Iterator<Item = BoardMove> {
        self.moves.iter().map(move |text| BoardMove { board, text: text.clone() })
    }

    /// Makes a move and returns the captured piece that the partner gets.
    pub(super) fn play(&mut self, m: Move) -> Option<Handoff> {
        let text = Word::new(&self.now.coordinate(m).to_string());
        let handoff = self.now.make(m, &mut ());
        let is_plain = matches!(m.kind(), MoveKind::Normal { .. });
        match text {
            // A pawn move or a capture resets the halfmove clock.
            Some(text) if is_plain && self.now.halfmove_clock() > 0 => self.moves.push(text),
            _ => self.forget(),
        }
        handoff
    }

    /// Adds a piece to the holdings, which makes a new base position.
    pub(super) fn receive(&mut self, handoff: Handoff) {
        self.now.receive(handoff, &mut ());
        self.forget();
    }

    /// Sets the position; if it differs from the current one, it becomes the base.
    pub(super) fn set(&mut self, position: &Position) {
        if self.now != *position {
            *self = Self::from(position.clone());
        }
    }

    fn forget(&mut self) {
        self.base = self.now.clone();
        self.moves.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::notation::Fen;
    use tandem_rules::{Color, MoveRules, PieceType, Variant};

    fn told(history: &History) -> String {
        let moves: Vec<String> = history.moves(None).map(|m| m.to_string()).collect();
        format!("{} {}", history.base().to_fen(), moves.join(" "))
    }

    #[test]
    fn plain_moves_are_told_and_all_others_give_a_position() {
        let fen = "r3k2r/8/8/8/8/8/7P/R3K2R[N] w KQkq - 0 1";
        let position = Fen::position(fen, Variant::Bughouse, MoveRules::default());
        let mut history = History::from(position.expect("a sound position"));
        for (m, expected) in [
            ("a1b1", "r3k2r/8/8/8/8/8/7P/R3K2R[N] w KQkq - 0 1 a1b1"),
            ("a8b8", "r3k2r/8/8/8/8/8/7P/R3K2R[N] w KQkq - 0 1 a1b1 a8b8"),
            ("b1b8", "1R2k2r/8/8/8/8/8/7P/4K2R[N] b Kk - 0 2 "),
            ("e8e7", "1R2k2r/8/8/8/8/8/7P/4K2R[N] b Kk - 0 2 e8e7"),
            ("N@d4", "1R5r/4k3/8/8/3N4/8/7P/4K2R[] b K - 0 3 "),
            ("h8h7", "1R5r/4k3/8/8/3N4/8/7P/4K2R[] b K - 0 3 h8h7"),
            ("e1g1", "1R6/4k2r/8/8/3N4/8/7P/5RK1[] b - - 2 4 "),
            ("e7d7", "1R6/4k2r/8/8/3N4/8/7P/5RK1[] b - - 2 4 e7d7"),
            ("h2h3", "1R6/3k3r/8/8/3N4/7P/8/5RK1[] b - - 0 5 "),
        ] {
            let m = history.now().parse_coordinate(m).expect("a legal move");
            let _ = history.play(m);
            assert_eq!(told(&history), expected);
        }
        history.receive(Handoff { color: Color::White, piece: PieceType::Pawn });
        assert_eq!(told(&history), "1R6/3k3r/8/8/3N4/7P/8/5RK1[P] b - - 0 5 ");
    }
}
