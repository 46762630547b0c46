//! Moves without a position: on one board, or on both at once.

use std::fmt;

use tandem_rules::BoardId;

use crate::text::Word;

/// A move on one board, as in `position` and `searchmoves`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardMove {
    /// The board, if there are two of them; `None` if there is only one.
    pub board: Option<BoardId>,
    /// The move in coordinates; it does not begin with a digit that would be a board.
    pub text: Word,
}

/// One ply of an engine's line: a move, or the moves on both boards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// `e2e4`: a move on the only board; not a pair.
    One(Word),
    /// `(e2e4,pass)`: moves on A and on B, `None` for `pass`. No move contains a comma or a
    /// parenthesis.
    Both([Option<Word>; 2]),
}

impl BoardMove {
    /// Parses a move; a digit in front is its board.
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
    /// Parses a move or a pair. `None` if the word is empty.
    pub(super) fn parse(word: &str) -> Option<Self> {
        parse_pair(word).map(Self::Both).or_else(|| Word::new(word).map(Self::One))
    }
}

/// Parses `(A,B)`.
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
