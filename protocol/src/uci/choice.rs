//! Moves, before anybody knows the position: on one board, or on both at once.

use std::fmt;

use tandem_rules::BoardId;

use crate::text::Word;

/// A move that has been made, or may be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardMove {
    /// On which of two boards; `None` if there is only one.
    pub board: Option<BoardId>,
    /// In coordinates; it does not begin with a digit that would be a board.
    pub text: Word,
}

/// What an engine would play: the moves of one ply.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// `e2e4`, on the only board; no pair.
    One(Word),
    /// `(e2e4,pass)`, on A and on B, where nothing is played with `pass`. No move has a comma or a
    /// parenthesis in it.
    Both([Option<Word>; 2]),
}

impl BoardMove {
    /// A digit in front is a board.
    pub(super) fn parse(word: &str) -> Option<Self> {
        let prefixed =
            [(BoardId::A, '1'), (BoardId::B, '2')].into_iter().find_map(|(board, digit)| {
                let text = Word::new(word.strip_prefix(digit)?)?;
                Some(Self { board: Some(board), text })
            });
        prefixed.or_else(|| Some(Self { board: None, text: Word::new(word)? }))
    }
}

impl Choice {
    /// `None` if there are no words.
    pub(super) fn parse(word: &str) -> Option<Self> {
        parse_pair(word).map(Self::Both).or_else(|| Word::new(word).map(Self::One))
    }
}

/// The moves of `(A,B)`.
fn parse_pair(word: &str) -> Option<[Option<Word>; 2]> {
    let inside = word.strip_prefix('(')?.strip_suffix(')')?;
    let (a, b) = inside.split_once(',')?;
    let is_plain = |text: &str| !text.contains(['(', ')', ',']);
    (is_plain(a) && is_plain(b)).then(|| [a, b].map(parse_half))
}

fn parse_half(text: &str) -> Option<Word> {
    Word::new(text).filter(|word| *word != "pass" && *word != "0000")
}

impl fmt::Display for BoardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = match self.board {
            None => "",
            Some(BoardId::A) => "1",
            Some(BoardId::B) => "2",
        };
        write!(f, "{digit}{}", self.text)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(text) => write!(f, "{text}"),
            Self::Both(moves) => {
                let [a, b] = moves.each_ref().map(|m| m.as_deref().unwrap_or("pass"));
                write!(f, "({a},{b})")
            }
        }
    }
}
