//! The terms of a game as they stand in `match`, `seek` and `invite`.

use std::fmt;

use tandem_rules::{Color, Variant};

/// Longest time and increment.
const MOST_MINUTES: u32 = 600;
const MOST_SECONDS: u32 = 600;
/// Base time of a game of no minutes, in seconds.
const SHORTEST: u32 = 10;

/// The terms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    pub(super) minutes: u32,
    pub(super) increment: u32,
    pub(super) variant: Variant,
    /// The color of the player who asks, if it matters.
    pub(super) color: Option<Color>,
}

/// Error for words that are no terms; it is said to people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum TermsError {
    #[error(
        "\"{0}\" is not among the words of a game: minutes, seconds, bughouse, crazyhouse or chess, white or black."
    )]
    Unknown(String),
    #[error("A game has at most {MOST_MINUTES} minutes, and {MOST_SECONDS} seconds a move.")]
    Long,
    #[error("A game of no time at all is not played here.")]
    NoTime,
}

impl Terms {
    /// Reads terms in whatever order they stand: `3 0 bughouse`, `bughouse 3 0`, `unrated 5 2 white`;
    /// `variant` if they name none.
    ///
    /// # Errors
    /// [`TermsError`] if a word is none of them, or there is more than one of a kind.
    pub(super) fn read<'a>(
        words: impl IntoIterator<Item = &'a str>,
        variant: Variant,
    ) -> Result<Self, TermsError> {
        let mut terms = Self { minutes: 3, increment: 0, variant, color: None };
        let mut numbers = 0;
        for word in words {
            let lower = word.trim_end_matches('.').to_ascii_lowercase();
            match lower.as_str() {
                "rated" | "unrated" | "r" | "u" | "m" | "f" | "manual" | "auto" | "formula" => {}
                "bughouse" | "bug" | "bh" => terms.variant = Variant::Bughouse,
                "crazyhouse" | "zh" => terms.variant = Variant::Crazyhouse,
                "chess" | "standard" | "blitz" | "lightning" => terms.variant = Variant::Chess,
                "white" | "w" => terms.color = Some(Color::White),
                "black" | "b" => terms.color = Some(Color::Black),
                range if is_range(range) => {} // of ratings, and nobody has one
                number => {
                    let unknown = || TermsError::Unknown(word.to_owned());
                    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
                    if !is_number || numbers == 2 {
                        return Err(unknown());
                    }
                    let number = number.parse().map_err(|_| TermsError::Long)?;
                    match numbers {
                        0 => (terms.minutes, terms.increment) = (number, 0),
                        _ => terms.increment = number,
                    }
                    numbers += 1;
                }
            }
        }
        if terms.minutes > MOST_MINUTES || terms.increment > MOST_SECONDS {
            return Err(TermsError::Long);
        }
        if (terms.minutes, terms.increment) == (0, 0) {
            return Err(TermsError::NoTime);
        }
        Ok(terms)
    }

    /// The time control, as tables have it.
    pub(super) fn clock(self) -> String {
        let base = if self.minutes == 0 { SHORTEST } else { self.minutes * 60 };
        format!("{base}+{} free-first-move", self.increment)
    }

    /// The same game as the other player would ask for it.
    pub(super) fn of_the_other(self) -> Self {
        Self { color: self.color.map(|color| !color), ..self }
    }

    /// `Anna (----) [white] Cora (----) unrated bughouse 3 0`, as in challenges.
    pub(super) fn between(self, asks: &str, accepts: &str) -> String {
        let color = self.color.map_or("", |color| match color {
            Color::White => " [white]",
            Color::Black => " [black]",
        });
        format!("{asks} (----){color} {accepts} (----) {self}")
    }

    /// `3 0 unrated bughouse`, as in seeks.
    pub(super) fn as_in_seeks(self) -> String {
        let Self { minutes, increment, variant, .. } = self;
        format!("{minutes} {increment} unrated {}", kind(variant))
    }

    /// The rule set, as tables have it.
    pub(super) fn rules(self) -> String {
        match self.variant {
            Variant::Bughouse => "fics".to_owned(),
            other => other.to_string(),
        }
    }
}

/// Writes the terms as servers do: `unrated bughouse 3 0`.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unrated {} {} {}", kind(self.variant), self.minutes, self.increment)
    }
}

/// True for `0-9999`.
fn is_range(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once('-').is_some_and(|(least, most)| is_number(least) && is_number(most))
}

/// The name of a kind of game on the wire.
pub(super) const fn kind(variant: Variant) -> &'static str {
    match variant {
        Variant::Bughouse => "bughouse",
        Variant::Crazyhouse => "crazyhouse",
        Variant::Chess => "standard",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_in_any_order() {
        for (text, expected, clock) in [
            ("", "unrated bughouse 3 0", "180+0"),
            ("3 0 bughouse", "unrated bughouse 3 0", "180+0"),
            ("bughouse 3 0", "unrated bughouse 3 0", "180+0"),
            ("rated 5 2 zh", "unrated crazyhouse 5 2", "300+2"),
            ("1", "unrated bughouse 1 0", "60+0"),
            ("unrated Blitz 0 1 black", "unrated standard 0 1", "10+1"),
            ("5 0 unrated crazyhouse 0-9999 m", "unrated crazyhouse 5 0", "300+0"),
            ("600 600 bug", "unrated bughouse 600 600", "36000+600"),
        ] {
            let terms = Terms::read(text.split_whitespace(), Variant::Bughouse).expect(text);
            assert_eq!(terms.to_string(), expected);
            assert_eq!(terms.clock(), format!("{clock} free-first-move"));
        }
    }

    #[test]
    fn words_that_are_no_terms_are_refused() {
        for text in [
            "601 0",
            "3 601",
            "3 0 -9",
            "3 0 1",
            "0 0",
            "99999999999 0",
            "-3 0",
            "suicide",
            "3 0 w8",
        ] {
            assert!(Terms::read(text.split_whitespace(), Variant::Bughouse).is_err(), "{text}");
        }
    }
}
