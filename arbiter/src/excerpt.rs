//! Text of files, as it is shown: excerpts of refused lines, and names on one line.

use tandem_rules::notation::legible;

/// Longest excerpt in characters; more of a line is not needed to find it.
const LONGEST_EXCERPT: usize = 60;

/// Returns the beginning of a refused line, with an ellipsis if it is cut.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST_EXCERPT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The text as it may stand within a line: [legible], with blanks for line breaks.
pub(crate) fn shown(text: &str) -> String {
    legible(text).replace(|c: char| c.is_ascii_whitespace(), " ")
}
