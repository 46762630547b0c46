//! The shape of move texts, which can be tested without a position.

/// True if the text has the shape of a move: `e2e4`, `e7e8q`, `P@e4`, `@e4`, `P*e4`, `Nbxd7+`,
/// `e8=Q`, `O-O`.
///
/// A bare line of this shape is a move and not an unknown command. Its legality and its exact
/// meaning depend on the position.
pub fn looks_like_move(text: &str) -> bool {
    let body = text.trim_end_matches(['+', '#', '!', '?']);
    is_castling(body) || is_drop(body.as_bytes()) || is_board_move(body.as_bytes())
}

fn is_castling(text: &str) -> bool {
    ["O-O", "O-O-O", "o-o", "o-o-o", "0-0", "0-0-0"].contains(&text)
}

fn is_drop(text: &[u8]) -> bool {
    let (piece, square) = match text {
        [piece, b'@' | b'*', square @ ..] => (*piece, square),
        [b'@', square @ ..] => (b'P', square),
        _ => return false,
    };
    b"PNBRQ".contains(&piece.to_ascii_uppercase()) && matches!(square, [b'a'..=b'h', b'1'..=b'8'])
}

/// True for a move of a piece on the board, in coordinates or SAN: coordinates are SAN with a full
/// origin, so one shape covers both. Parsed from the end, where the target is.
fn is_board_move(text: &[u8]) -> bool {
    let text = match text {
        [rest @ .., b'=', piece] | [rest @ .., piece] if b"QRBNqrbn".contains(piece) => rest,
        text => text,
    };
    let [origin @ .., b'a'..=b'h', b'1'..=b'8'] = text else { return false };
    let ([origin @ .., b'x' | b'-'] | origin) = origin;
    let ([origin @ .., b'1'..=b'8'] | origin) = origin;
    let ([origin @ .., b'a'..=b'h'] | origin) = origin;
    match origin {
        [] => true,
        [piece] => b"KQRBNP".contains(piece),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_every_notation_look_like_moves() {
        let moves = "e2e4 e7e8q e7e8=Q e1g1 e1h1 e2-e4 e4 exd5 e8=Q e8=Q+ e8q Nf3 Nbd7 N1d2 Qh4e1 \
                     Qh4xe1# Bxg7 O-O O-O-O 0-0 o-o-o O-O+ P@e4 p@e4 @e4 N@f7+ P*h3 Q@d8#";
        for text in moves.split_whitespace() {
            assert!(looks_like_move(text), "{text}");
        }
    }

    #[test]
    fn other_words_do_not_look_like_moves() {
        let words = "? . + e e9 i4 hint bk new go quit K@e4 P@ P@e9 P@@e4 @ e2e4e5 1e2e4 xboard b \
                     time 5000 O-O-O-O ♞ é4 e2e4k";
        for text in words.split_whitespace().chain([""]) {
            assert!(!looks_like_move(text), "{text}");
        }
    }
}
