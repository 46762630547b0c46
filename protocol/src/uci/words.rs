//! How lines are made of words: fields that a keyword begins, in any order.

use std::fmt::{self, Display};
use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};

use crate::text::Line;

/// What the specification writes for a text that is empty.
const EMPTY: &str = "<empty>";

/// The words of a line, one after the other.
pub(super) struct Words<'a>(Peekable<SplitWhitespace<'a>>);

impl<'a> Words<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        Self(line.split_whitespace().peekable())
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// The next word as a number; if it is none, it stays where it is.
    pub(super) fn number<T: FromStr>(&mut self) -> Option<T> {
        let number = self.0.peek()?.parse().ok()?;
        self.0.next();
        Some(number)
    }

    /// All words up to the next keyword.
    pub(super) fn until<'k>(
        &mut self,
        keywords: &'k [&str],
    ) -> impl Iterator<Item = &'a str> + use<'_, 'k, 'a> {
        std::iter::from_fn(|| self.0.next_if(|word| !keywords.contains(word)))
    }
}

/// What stands before and behind the first place where `word` is one of the words, without blanks
/// at the ends.
pub(super) fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let ends = |text: &str| text.is_empty() || text.ends_with(char::is_whitespace);
    let starts = |text: &str| text.is_empty() || text.starts_with(char::is_whitespace);
    text.match_indices(word)
        .map(|(at, _)| (&text[..at], &text[at + word.len()..]))
        .find(|(before, behind)| ends(before) && starts(behind))
        .map(|(before, behind)| (before.trim(), behind.trim()))
}

/// A text that may be written as `<empty>`.
pub(super) fn parse_text(text: &str) -> Line {
    let text = text.trim();
    Line::new(if text == EMPTY { "" } else { text })
}

/// Writes what [`parse_text`] reads, however short it is.
pub(super) fn or_empty(text: &Line) -> &str {
    if text.is_empty() { EMPTY } else { text }
}

/// Writes ` name value` if there is one.
pub(super) fn write_field(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<impl Display>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

/// Writes ` name item item …` if there are any.
pub(super) fn write_list<T: Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    items: &[T],
) -> fmt::Result {
    if items.is_empty() {
        return Ok(());
    }
    write!(f, " {name}")?;
    items.iter().try_for_each(|item| write!(f, " {item}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_at_a_word_and_not_within_one() {
        for (text, split) in [
            ("a value b", Some(("a", "b"))),
            ("value", Some(("", ""))),
            ("a  values  value  b value c ", Some(("a  values", "b value c"))),
            ("valuevalue", None),
            ("a-value b", None),
            ("", None),
        ] {
            assert_eq!(split_at_word(text, "value"), split, "{text}");
        }
    }
}
