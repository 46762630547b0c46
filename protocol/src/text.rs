//! String types that are safe inside a line.
//!
//! All protocols of this crate are line-based. A newline inside a text, received from a stranger
//! and sent on, would become a command of ours; a quote or a parenthesis would end its field early.
//! These types cannot hold such a text: their constructors replace the characters that would break
//! the line, and those that a terminal would obey.

use std::fmt;
use std::ops::Deref;

use tandem_rules::notation::is_deceptive;

/// Declares a string type that only this module can construct, readable as a `str`.
macro_rules! text_type {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(String);

        impl $name {
            /// The text as a string slice.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Deref for $name {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.0 == *other
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

/// Declares a [`text_type`] that is made from any text by [`clean`] and replacements.
macro_rules! cleaned_text_type {
    ($(#[$attribute:meta])* $name:ident, $($from:literal => $to:literal),*) => {
        text_type! { $(#[$attribute])* #[derive(Default)] $name }

        impl $name {
            /// The text, trimmed and with all forbidden characters replaced.
            pub fn new(text: &str) -> Self {
                Self(clean(text)$(.replace($from, $to))*)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::new(text)
            }
        }
    };
}

text_type! {
    /// A single word: not empty, without whitespace and control characters.
    Word
}

cleaned_text_type! {
    /// Text up to the end of a line: no control characters, no whitespace at either end.
    Line,
}

text_type! {
    /// A row of a drawing: no control characters, no whitespace at the end, but any at the front.
    #[derive(Default)]
    Row
}

cleaned_text_type! {
    /// Text for a field in double quotes; its own double quotes become single ones.
    Quoted, '"' => "'"
}

cleaned_text_type! {
    /// Text for a field in parentheses; its own parentheses become square brackets.
    Reason, '(' => "[", ')' => "]"
}

impl Word {
    /// A word. `None` if the text is empty or contains whitespace or a control character.
    pub fn new(text: &str) -> Option<Self> {
        let fits = !text.is_empty() && !text.chars().any(|c| c.is_whitespace() || is_deceptive(c));
        fits.then(|| Self(text.to_owned()))
    }
}

impl Row {
    /// The text without whitespace at its end, and with all forbidden characters replaced.
    pub fn new(text: &str) -> Self {
        Self(on_one_line(text).trim_end().into())
    }
}

/// Writes `name text`, or `name` alone if there is no text.
pub(crate) fn write_spaced(f: &mut fmt::Formatter<'_>, name: &str, text: &str) -> fmt::Result {
    if text.is_empty() { f.write_str(name) } else { write!(f, "{name} {text}") }
}

/// Splits a trimmed line into its first word and the trimmed rest.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}

fn clean(text: &str) -> String {
    on_one_line(text.trim()).trim().into()
}

/// The text with blanks for all characters that could end the line or deceive its reader.
fn on_one_line(text: &str) -> String {
    text.chars().map(|c| if is_deceptive(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_break_becomes_a_blank() {
        assert_eq!(Line::new(" a\r\nquit\0\u{2028}b\u{85}\n"), "a  quit  b");
        assert_eq!(Quoted::new("the \"best\"\n"), "the 'best'");
        assert_eq!(Reason::new("no (such) piece"), "no [such] piece");
        assert_eq!(Line::new("\t \n"), "");
        assert_eq!(Row::new("  8  r\n n \r\n"), "  8  r  n");
    }

    #[test]
    fn a_word_is_one_word() {
        for text in ["", " ", "a b", "a\n", "\u{2028}", "a\u{a0}b"] {
            assert_eq!(Word::new(text), None, "{text:?}");
        }
        assert!(Word::new("P@e4").is_some_and(|word| word == "P@e4"));
    }

    proptest! {
        #[test]
        fn cleaning_twice_is_cleaning_once(text in crate::strategies::texts()) {
            let line = Line::new(&text);
            prop_assert_eq!(&Line::new(&line), &line);
            prop_assert!(!line.chars().any(is_deceptive));
            prop_assert_eq!(line.trim(), line.as_str());
            let quoted = Quoted::new(&text);
            prop_assert_eq!(&Quoted::new(&quoted), &quoted);
            let reason = Reason::new(&text);
            prop_assert_eq!(&Reason::new(&reason), &reason);
        }
    }
}
