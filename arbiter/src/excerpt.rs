//! Lines that are refused, as far as an error quotes them.

/// More of a line need not be quoted to find it.
const LONGEST_EXCERPT: usize = 60;

/// The beginning of a line that is refused.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST_EXCERPT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
