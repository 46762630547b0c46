//! The error of texts that should name a small value: a color, a piece, a seat.

/// Error for text that does not name a value of its type.
///
/// ```
/// use tandem_rules::Color;
///
/// let error = "green".parse::<Color>().expect_err("no color of a player");
/// assert_eq!(error.to_string(), "`green` is not a color, expected White or Black");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a {what}, expected {expected}")]
pub struct NameError {
    what: &'static str,
    text: String,
    expected: &'static str,
}

impl NameError {
    /// The error for `text`, which should have been a `what` as in `expected`.
    pub(crate) fn new(what: &'static str, text: &str, expected: &'static str) -> Self {
        Self { what, text: text.to_owned(), expected }
    }

    /// The text that was refused.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The only character of a text; `None` if there is none, or more than one.
pub(crate) fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}
