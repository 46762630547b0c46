//! The tokens of one game, and the split of the input into games, before tokens are interpreted.

use std::collections::HashSet;

use super::lexer::{Lexed, Token};
use super::record::BpgnResult;

/// The tokens of one game as they stand in the file.
#[derive(Default, Debug)]
pub(super) struct RawGame {
    /// The line on which the game starts.
    pub(super) line: usize,
    pub(super) tags: Vec<(String, String)>,
    /// Names of the tags.
    names: HashSet<String>,
    /// All tokens but the tags.
    pub(super) items: Vec<Lexed>,
    has_words: bool,
    /// Index of the first result among the items.
    result: Option<usize>,
    has_comments: bool,
    /// Index of the last comment, while nothing but words that are no move numbers have followed.
    comment: Option<usize>,
    /// Number of open parentheses.
    open: usize,
}

impl RawGame {
    /// True if there is neither a tag nor a move nor a result.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_words
    }

    /// True if `token` is the first of another game.
    pub(super) fn ends_before(&self, token: &Token) -> bool {
        match token {
            Token::Tag(name, _) => {
                let is_first = self.tags.first().is_some_and(|(first, _)| first == name);
                self.has_words || is_first || self.has_comments && self.names.contains(name)
            }
            // Games without tags are told apart by their results.
            Token::Word(word) => {
                self.result.is_some() && (word == "1" || PlyNumber::split(word).is_some())
            }
            _ => false,
        }
    }

    pub(super) fn push(&mut self, Lexed { line, token }: Lexed) {
        if self.is_empty() && self.items.is_empty() {
            self.line = line;
        }
        match token {
            Token::Tag(name, value) => {
                self.names.insert(name.clone());
                self.tags.push((name, value));
                return;
            }
            Token::StrayBrace => {
                self.lengthen_comment();
                return;
            }
            Token::Word(ref word) => {
                self.has_words = true;
                if self.open == 0 && BpgnResult::parse(word).is_some() {
                    self.result.get_or_insert(self.items.len());
                }
                if PlyNumber::split(word).is_some() {
                    self.comment = None;
                }
            }
            Token::Brace(_) => {
                self.has_comments = true;
                self.comment = Some(self.items.len());
            }
            Token::Open => self.open += 1,
            Token::Close => self.open = self.open.saturating_sub(1),
            _ => self.comment = None,
        }
        self.items.push(Lexed { line, token });
    }

    /// Handles a `}` without an open brace. It belongs to a comment with a brace in its text: the
    /// words in between are added to the comment, unless there are moves among them.
    fn lengthen_comment(&mut self) {
        let Some(start) = self.comment else { return };
        let mut words = Vec::new();
        for item in self.items.drain(start + 1..) {
            match item.token {
                Token::Word(word) => words.push(word),
                Token::Open => self.open = self.open.saturating_sub(1),
                Token::Close => self.open += 1,
                _ => {}
            }
        }
        if let Some(Lexed { token: Token::Brace(text), .. }) = self.items.last_mut() {
            text.push_str(") ");
            text.push_str(&words.join(" "));
        }
        self.result = self.result.filter(|&at| at < start);
    }
}

/// The number of a move and the letter of its seat, as in `12A.` or `12a.`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlyNumber {
    pub(super) number: u16,
    /// `A`, `a`, `B` or `b`; `None` for the plain `12.` of one board.
    pub(super) letter: Option<char>,
    /// True if it has two or more dots, as before a move of Black on one board.
    pub(super) is_of_black: bool,
}

impl PlyNumber {
    /// Splits a number off the front of a word; the second value is the rest of the word. A
    /// decimal, such as an evaluation, is no number.
    pub(super) fn split(word: &str) -> Option<(Self, &str)> {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = word.split_at(digits);
        let number = number.parse().ok()?;
        let (letter, rest) = match rest.chars().next() {
            Some(letter @ ('A' | 'a' | 'B' | 'b')) => (Some(letter), &rest[1..]),
            _ => (None, rest),
        };
        let after_dots = rest.trim_start_matches('.');
        let dots = rest.len() - after_dots.len();
        let is_decimal =
            after_dots.starts_with(|c: char| c.is_ascii_digit()) && !after_dots.starts_with("0-0");
        let is_number = !is_decimal && (dots > 0 || letter.is_some() && rest.is_empty());
        is_number.then_some((Self { number, letter, is_of_black: dots > 1 }, after_dots))
    }

    /// A number without a dot, as some write it on one board.
    pub(super) fn bare(word: &str) -> Option<Self> {
        let is_number = !word.starts_with('0') && word.bytes().all(|digit| digit.is_ascii_digit());
        let number = word.parse().ok().filter(|_| is_number)?;
        Some(Self { number, letter: None, is_of_black: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_told_from_a_move_and_a_result() {
        for (word, expected) in [
            ("12A.", Some((12, Some('A'), ""))),
            ("1b", Some((1, Some('b'), ""))),
            ("3a...Nf6", Some((3, Some('a'), "Nf6"))),
            ("3B.O-O", Some((3, Some('B'), "O-O"))),
            ("7.", Some((7, None, ""))),
            ("7", None),
            ("1-0", None),
            ("1/2-1/2", None),
            ("0-0", None),
            ("b4", None),
            ("1Ab4", None),
            ("5.0-0", Some((5, None, "0-0"))),
            ("0.25/12", None),
            ("99999A.", None),
        ] {
            let found = PlyNumber::split(word).map(|(n, rest)| (n.number, n.letter, rest));
            assert_eq!(found, expected, "{word}");
        }
    }
}
