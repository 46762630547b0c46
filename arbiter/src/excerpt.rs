//! Excerpts of refused lines, for error messages.

/// Longest excerpt in characters; more of a line is not needed to find it.
const LONGEST_EXCERPT: usize = 60;

/// Returns the beginning of a refused line, with an ellipsis if it is cut.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST_EXCERPT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
