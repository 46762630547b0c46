//! Words of a game: which of them are numbers, marks, or look like moves.

use crate::notation::is_castling;
use crate::{BoardId, Color, Seat};

use super::lexer::{Lexed, Token};
use super::raw::PlyNumber;

/// Spellings of a null move in variations.
pub(super) const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

/// The board of a letter of BPGN.
pub(super) const fn board_of(letter: char) -> BoardId {
    if letter.eq_ignore_ascii_case(&'a') { BoardId::A } else { BoardId::B }
}

/// The color of a letter of BPGN.
pub(super) const fn color_of(letter: char) -> Color {
    if letter.is_ascii_lowercase() { Color::Black } else { Color::White }
}

/// True if a number is that of the seat's next move. On one board the dots tell the color.
pub(super) fn fits(written: PlyNumber, seat: Seat, expected: u16) -> bool {
    let PlyNumber { number, letter, is_of_black } = written;
    let is_color = letter.is_some() || is_of_black == (seat.color == Color::Black);
    number == expected && is_color
}

/// The number and the text of the first move of these tokens, if it has the letter of a seat.
pub(super) fn first_move(tokens: &[Lexed]) -> Option<(PlyNumber, &str)> {
    let mut words = tokens.iter().filter_map(|lexed| match &lexed.token {
        Token::Word(word) => Some(word.as_str()),
        _ => None,
    });
    let (number, rest) = words.find_map(PlyNumber::split)?;
    let text = if rest.is_empty() { words.next()? } else { rest };
    number.letter.map(|_| (number, text))
}

/// The parts of a word in which a move is glued to the mark of the one before, as in `e4!e5`.
pub(super) fn parts(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let ends = |pair: &[u8]| b"!?+#".contains(&pair[0]) && pair[1].is_ascii_alphanumeric();
        let end = rest.as_bytes().windows(2).position(ends).map_or(rest.len(), |at| at + 1);
        let (part, after) = rest.split_at(end);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

/// True for a mark that stands alone, of which nothing is kept.
pub(super) fn is_mark(word: &str) -> bool {
    ["e.p.", "ep", "ep."].contains(&word) || word.chars().all(|mark| "+#.,".contains(mark))
}

/// True for castling, for a null move, for a drop and for anything with the name of a square, even
/// in a language that is not read.
pub(super) fn looks_like_a_move(text: &str) -> bool {
    let has_square =
        || text.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    NULL_MOVES.contains(&text) || text.contains('@') || is_castling(text) || has_square()
}
