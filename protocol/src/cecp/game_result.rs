//! The result of a game, as the protocol writes it.

use std::fmt;

use super::split_word;
use crate::text::Line;

/// The result of a game. It is reliable, unlike the text beside it in a `result` line: a server
/// copies the text from the board that really ended, and it may name the wrong player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`: White won.
    WhiteWins,
    /// `0-1`: Black won.
    BlackWins,
    /// `1/2-1/2`: draw.
    Draw,
    /// `*`: aborted, adjourned or not known.
    Unfinished,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unfinished];

    /// The token of the result in a line.
    pub const fn token(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    /// The result with this token. `None` if there is none.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.token() == token)
    }

    /// Parses `TOKEN {TEXT}`; the text with its braces may be missing, and so may the closing
    /// brace.
    pub(super) fn parse_with_text(text: &str) -> Option<(Self, Line)> {
        let (token, text) = split_word(text);
        let text = match text.strip_prefix('{') {
            Some(text) => text.strip_suffix('}').unwrap_or(text),
            None if text.is_empty() => text,
            None => return None,
        };
        Some((Self::from_token(token)?, Line::new(text)))
    }

    /// Writes the form that [`Self::parse_with_text`] reads.
    pub(super) fn write_with_text(self, f: &mut fmt::Formatter<'_>, text: &Line) -> fmt::Result {
        write!(f, "{} {{{text}}}", self.token())
    }
}
