//! Moves inside a line of talk.

use crate::cecp::looks_like_move;
use crate::text::Word;

/// Limit of the length of a move in bytes; the longest ones, such as `e7xd8=Q++`, are shorter.
const LONGEST_MOVE: usize = 12;

/// The move in a text of a move's shape: without exclamation marks, and with the letter of its
/// piece in upper case. A `b` stays as it is, because it may be a pawn's file.
pub(super) fn move_text(text: &str) -> Option<Word> {
    let bare = text.trim_end_matches('!');
    if bare.len() > LONGEST_MOVE || bare.contains(['!', '?']) {
        return None;
    }
    if looks_like_move(bare) {
        return Word::new(bare);
    }
    let piece = bare.chars().next().filter(|piece| "kqrn".contains(*piece))?;
    let capital = format!("{}{}", piece.to_ascii_uppercase(), &bare[1..]);
    Word::new(&capital).filter(|text| looks_like_move(text))
}
