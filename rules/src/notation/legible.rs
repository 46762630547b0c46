//! Text from strangers that is safe to show: a terminal obeys none of its characters, and it reads
//! in the order in which it is written.

use std::borrow::Cow;

/// True for a character that a terminal may obey, that some reader takes for the end of a line, or
/// that turns the direction of the text around it: controls, line and paragraph separators, and the
/// marks, embeddings, overrides and isolates of the
/// [Unicode Bidirectional Algorithm](https://www.unicode.org/reports/tr9/).
pub fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
        )
}

/// The text with U+FFFD in place of each [deceptive](is_deceptive) character. Blanks, tabs and line
/// breaks stay.
///
/// ```
/// use tandem_rules::notation::legible;
///
/// assert_eq!(legible("Ann\u{1b}[2J"), "Ann\u{fffd}[2J");
/// ```
pub fn legible(text: &str) -> Cow<'_, str> {
    let is_unsafe = |c: char| is_deceptive(c) && !c.is_ascii_whitespace();
    match text.contains(is_unsafe) {
        true => text.replace(is_unsafe, "\u{fffd}").into(),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_replaced_and_what_people_write_stays() {
        for (text, expected) in [
            ("Zürich, 東京 ♘🙂\t(1.\n2.)", "Zürich, 東京 ♘🙂\t(1.\n2.)"),
            ("\u{1b}[31m\u{7}\u{8}\0\u{7f}", "\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
            ("\u{9b}2J\u{85}", "\u{fffd}2J\u{fffd}"),
            ("a\u{202e}b\u{2066}c\u{200f}d\u{2028}", "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}"),
        ] {
            assert_eq!(legible(text), expected);
        }
    }
}
