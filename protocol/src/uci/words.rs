//! The words of a line: fields that each begin with a keyword, in any order.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};

use crate::text::Line;

/// The specification's notation for an empty text.
const EMPTY: &str = "<empty>";

/// An integer type, with its range.
pub(crate) trait Bounded {
    const MIN: Self;
    const MAX: Self;
}

macro_rules! bounded {
    ($($integer:ty),*) => {
        $(impl Bounded for $integer {
            const MIN: Self = <$integer>::MIN;
            const MAX: Self = <$integer>::MAX;
        })*
    };
}

bounded!(u32, u64, i64);

/// The words of a line, consumed one by one.
pub(crate) struct Words<'a>(Peekable<SplitWhitespace<'a>>);

impl<'a> Words<'a> {
    pub(crate) fn of(line: &'a str) -> Self {
        Self(line.split_whitespace().peekable())
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// The next word as a number; a word that is not a number is not consumed.
    pub(crate) fn number<T: FromStr>(&mut self) -> Option<T> {
        let number = self.0.peek()?.parse().ok()?;
        self.0.next();
        Some(number)
    }

    /// The next word as a number, or the nearest that its type has: a clock of more than 64 bits is still
    /// a clock, a negative time is none left, and half a millisecond is one. A word that is not a number is
    /// not consumed.
    pub(crate) fn nearest<T: FromStr + Bounded>(&mut self) -> Option<T> {
        let word = *self.0.peek()?;
        let whole = rounded(word)?;
        self.0.next();
        let bound = if word.starts_with('-') { T::MIN } else { T::MAX };
        Some(whole.parse().unwrap_or(bound))
    }

    /// The words before the next keyword.
    pub(crate) fn until<'k>(
        &mut self,
        keywords: &'k [&str],
    ) -> impl Iterator<Item = &'a str> + use<'_, 'k, 'a> {
        std::iter::from_fn(|| self.0.next_if(|word| !keywords.contains(word)))
    }
}

/// A decimal number as digits with its sign, rounded if it has a fraction; `None` for anything else.
///
/// It reads no floating-point number: tables for that are a fiftieth of the engine in a browser.
pub fn rounded(word: &str) -> Option<Cow<'_, str>> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut bytes = whole.bytes().chain(fraction.bytes());
    if whole.is_empty() && fraction.is_empty() || !bytes.all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if !digits.contains('.') {
        return Some(Cow::Borrowed(word));
    }
    let sign = if word.starts_with('-') { "-" } else { "" };
    let up = u64::from(fraction.as_bytes().first().is_some_and(|digit| *digit >= b'5'));
    // More digits than a number has are more than any limit, whatever follows them.
    let number = if whole.is_empty() { Ok(0) } else { whole.parse::<u64>() };
    Some(Cow::Owned(number.map_or_else(
        |_| format!("{sign}{whole}"),
        |number| format!("{sign}{}", number.saturating_add(up)),
    )))
}

/// Splits a text at the first occurrence of `word` as a whole word, and trims both parts.
pub(crate) fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let ends = |text: &str| text.is_empty() || text.ends_with(char::is_whitespace);
    let starts = |text: &str| text.is_empty() || text.starts_with(char::is_whitespace);
    text.match_indices(word)
        .map(|(at, _)| (&text[..at], &text[at + word.len()..]))
        .find(|(before, behind)| ends(before) && starts(behind))
        .map(|(before, behind)| (before.trim(), behind.trim()))
}

/// Parses a text; `<empty>` stands for an empty one.
pub(crate) fn parse_text(text: &str) -> Line {
    let text = text.trim();
    Line::new(if text == EMPTY { "" } else { text })
}

/// The text in the form that [`parse_text`] reads, even if it is empty.
pub(crate) fn or_empty(text: &Line) -> &str {
    if text.is_empty() { EMPTY } else { text }
}

/// Writes ` name value` if there is a value.
pub(crate) fn write_field(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<impl Display>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

/// Writes ` name item item …` if there are items.
pub(crate) fn write_list<T: Display>(
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
    fn a_number_with_a_fraction_is_rounded() {
        for (text, number) in [
            ("100", Some("100")),
            ("-7", Some("-7")),
            ("+7", Some("+7")),
            ("100.5", Some("101")),
            ("-100.25", Some("-100")),
            ("99999999999999999999", Some("99999999999999999999")),
            ("-0.5", Some("-1")),
            ("99999999999999999999.5", Some("99999999999999999999")),
            (".6", Some("1")),
            ("3.", Some("3")),
            ("1.5.2", None),
            ("1e3", None),
            ("-", None),
            (".", None),
            ("", None),
            ("NaN", None),
        ] {
            assert_eq!(rounded(text).as_deref(), number, "{text}");
        }
    }

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
