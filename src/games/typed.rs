//! Moves of one board as people type them.

use tandem_rules::notation::MoveTextError;
use tandem_rules::{Move, PieceType, Position, Variant};

/// The move that a word is, as in `e4`, `1.e4`, `0-0` or `e2e4`; `None` for the number of a move alone.
///
/// In bughouse a dropped piece comes from the other board, so the position is given it.
///
/// # Errors
/// The word is no move, or none that is legal there.
pub(crate) fn typed_move(
    position: &mut Position,
    word: &str,
) -> Option<Result<Move, MoveTextError>> {
    let text = after_number(word);
    if text.is_empty() {
        return None;
    }
    if let Some(piece) = dropped(text).filter(|_| position.variant() == Variant::Bughouse) {
        position.supply(piece, &mut ());
    }
    let read = position.parse_san(text);
    Some(read.or_else(|error| position.parse_coordinate(text).map_err(|_| error)))
}

/// The word without the number before it, as in `1.`, `1.e4` or `1...Nc6`.
fn after_number(word: &str) -> &str {
    if word.starts_with("0-0") {
        return word;
    }
    word.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start_matches('.')
}

/// The piece that a move drops, as in `N@f3`, `n@f3` or `@f3`.
fn dropped(text: &str) -> Option<PieceType> {
    match text.split_once('@')?.0 {
        "" => Some(PieceType::Pawn),
        letter => letter.to_ascii_lowercase().parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::MoveRules;

    use super::*;

    /// (variant, moves before, word, the move or the error; `None` for a number alone)
    const CASES: &[(Variant, &str, &str, Option<&str>)] = &[
        (Variant::Bughouse, "", "e4", Some("e2e4")),
        (Variant::Bughouse, "", "1.e4", Some("e2e4")),
        (Variant::Bughouse, "", "1e4", Some("e2e4")),
        (Variant::Bughouse, "", "e2e4", Some("e2e4")),
        (Variant::Bughouse, "e4", "1...Nc6", Some("b8c6")),
        (Variant::Bughouse, "", "1.", None),
        (Variant::Bughouse, "", "12", None),
        (Variant::Bughouse, "e4 e5 Nf3 Nf6 Be2 Be7", "0-0", Some("e1h1")),
        (Variant::Bughouse, "e4 e5 Nf3 Nf6 Be2 Be7", "4.0-0", Some("e1h1")),
        (Variant::Bughouse, "e4 e5", "N@f5", Some("N@f5")),
        (Variant::Crazyhouse, "e4 e5", "N@f5", Some("`N@f5` is not legal here")),
        (Variant::Crazyhouse, "e4", "Ke3", Some("`Ke3` is not legal here")),
    ];

    #[test]
    fn moves_are_read_as_people_type_them() {
        for &(variant, before, word, expected) in CASES {
            let mut position = Position::start(variant, MoveRules::default());
            for word in before.split_whitespace() {
                let m = typed_move(&mut position, word).expect("no number").expect("a legal move");
                let _partner_elsewhere = position.make(m, &mut ());
            }
            let read = typed_move(&mut position, word);
            let read =
                read.map(|read| read.map_or_else(|error| error.to_string(), |m| m.to_string()));
            assert_eq!(read.as_deref(), expected, "{word} after `{before}`");
        }
    }
}
