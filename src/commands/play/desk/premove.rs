//! A move that is typed before its turn.

use tandem_rules::notation::MoveTextError;
use tandem_rules::{Move, Position};

/// A premove: the text that was typed, and the move that it was then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Premove {
    text: String,
    /// The move, if the opponent passed; `None` if only the opponent's move makes it possible.
    meant: Option<Move>,
}

/// The reason for which a premove is not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Cancelled {
    /// The text is no legal move now.
    #[error(transparent)]
    NoMove(#[from] MoveTextError),
    /// The text is a legal move, but of another piece, or another move of the same one.
    #[error("`{0}` would be another move now")]
    Another(String),
}

impl Premove {
    /// Reads a premove in a position with the opponent on turn.
    ///
    /// # Errors
    /// [`MoveTextError`] if the text is no move at all, or could mean several ones.
    pub(super) fn read(position: &Position, text: &str) -> Result<Self, MoveTextError> {
        let mut passed = position.clone();
        let can_pass = !position.in_check();
        if can_pass {
            passed.make_null();
        }
        let meant = match read_move(&passed, text) {
            Err(error @ MoveTextError::Unreadable(_)) => return Err(error),
            Err(error @ MoveTextError::Ambiguous(..)) if can_pass => return Err(error),
            // In check nobody passes; then the text alone says what is meant.
            read => read.ok().filter(|_| can_pass),
        };
        Ok(Self { text: text.to_owned(), meant })
    }

    /// The text as it was typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The move in a position with the own side on turn.
    ///
    /// # Errors
    /// [`Cancelled`] if it is not possible any more, or would not be the move that was typed.
    pub(super) fn now(&self, position: &Position) -> Result<Move, Cancelled> {
        let m = read_move(position, &self.text)?;
        match self.meant {
            Some(meant) if meant != m => Err(Cancelled::Another(self.text.clone())),
            _ => Ok(m),
        }
    }
}

/// Reads a move in SAN or in coordinates.
///
/// # Errors
/// [`MoveTextError`] if it is none here.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    match position.parse_san(text) {
        Err(MoveTextError::Unreadable(_)) => position.parse_coordinate(text),
        read => read,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tandem_rules::PieceTypes;

    use super::*;

    fn board(fen: &str) -> Position {
        fen.parse().expect("the table holds positions")
    }

    /// What becomes of a premove that is typed in one position, in another one.
    fn told(before: &str, text: &str, now: &str) -> String {
        let now = board(now);
        let premove = match Premove::read(&board(before), text) {
            Ok(premove) => premove,
            Err(error) => return format!("not kept: {error}"),
        };
        let m = premove.now(&now);
        m.map_or_else(|error| error.to_string(), |m| now.coordinate(m).to_string())
    }

    #[test]
    fn a_premove_is_played_as_it_was_typed_or_not_at_all() {
        const ROOKS: &str = "4k3/8/8/8/8/8/6K1/R1r2R2[] b - - 0 1";
        // Black is on turn in the first position, White in the second.
        let cases = [
            (ROOKS, "Rd1", "2r1k3/8/8/8/8/8/6K1/R4R2[] w - - 0 1", "`Rd1` is ambiguous"),
            (ROOKS, "Rd1", "4k3/8/8/8/8/8/6K1/R4r2[] w - - 0 1", "`Rd1` would be another move now"),
            (ROOKS, "Rfd1", "4k3/8/8/8/8/8/6K1/R4r2[] w - - 0 1", "`Rfd1` is not legal here"),
            (ROOKS, "Rf4", "2r1k3/8/8/8/8/8/6K1/R4R2[] w - - 0 1", "f1f4"),
            // Both rooks, and then one of them.
            (
                "r3k3/8/8/8/8/8/6K1/R4R2[] b - - 0 1",
                "Rd1",
                "4k3/8/8/8/8/8/6K1/r4R2[] w - - 0 1",
                "not kept: `Rd1` is ambiguous",
            ),
            // Castling, and then a capture by the king.
            (
                "4k3/7b/8/8/8/8/8/1RK5[] b B - 0 1",
                "c1b1",
                "4k3/8/8/8/8/8/8/1bK5[] w - - 0 1",
                "`c1b1` would be another move now",
            ),
            // A capture that only the opponent's move makes possible.
            (
                "4k3/8/8/3n4/8/2N5/8/6K1[] b - - 0 1",
                "Nxe4",
                "4k3/8/8/8/4n3/2N5/8/6K1[] w - - 0 1",
                "c3e4",
            ),
            // Out of check the text alone says what is meant.
            (
                "4k3/8/8/8/8/8/4R3/6K1[] b - - 0 1",
                "Re7",
                "8/3k4/8/8/8/8/4R3/6K1[] w - - 0 1",
                "e2e7",
            ),
            (ROOKS, "xyz", ROOKS, "not kept: `xyz` is not a move"),
        ];
        for (before, text, now, expected) in cases {
            let told = told(before, text, now);
            assert!(told.starts_with(expected), "{before} {text}: {told}");
        }
    }

    proptest! {
        #[test]
        fn after_any_answer_a_premove_is_the_move_that_was_typed_or_none(
            steps in proptest::collection::vec(any::<u16>(), 1..80),
            choice: u16,
        ) {
            let mut position: Position =
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1".parse().expect("a start");
            for step in steps {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    return Ok(());
                }
                let m = moves[usize::from(step) % moves.len()];
                let _ = position.make(m, &mut ());
            }
            if position.in_check() {
                return Ok(());
            }
            let mut passed = position.clone();
            passed.make_null();
            let moves = passed.legal_moves();
            prop_assume!(!moves.is_empty());
            let typed = moves[usize::from(choice) % moves.len()];
            for text in [passed.san(typed, PieceTypes::NONE), passed.coordinate(typed).to_string()] {
                let premove = Premove::read(&position, &text).expect("it is unambiguous");
                for &answer in position.legal_moves().iter() {
                    let mut now = position.clone();
                    let _ = now.make(answer, &mut ());
                    if let Ok(m) = premove.now(&now) {
                        prop_assert_eq!(m, typed, "{} after {}", text, position.coordinate(answer));
                    }
                }
            }
        }
    }
}
