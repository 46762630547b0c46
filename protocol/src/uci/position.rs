//! `position …`: the position to search.

use std::fmt;

use super::BoardMove;
use super::words::{Words, split_at_word, write_list};
use crate::text::{Line, split_word};

/// A start position and the moves from there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PositionSpec {
    /// The start position.
    pub start: Start,
    /// The moves, in the order in which they were made.
    pub moves: Vec<BoardMove>,
}

/// The start position before the moves. A FEN contains neither `|` nor the word `moves`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// `startpos`: the usual start, on each board in play.
    Usual,
    /// `fen F`: a position on one board.
    Fen(Line),
    /// `fen A|B`: positions on two boards.
    Fens([Line; 2]),
}

impl PositionSpec {
    /// Parses the arguments of `position`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (start, moves) = split_at_word(text, "moves").unwrap_or((text, ""));
        let start = match split_word(start) {
            ("startpos", _) => Start::Usual,
            ("fen", fens) => parse_fens(fens)?,
            _ => return None,
        };
        let mut words = Words::of(moves);
        let moves = std::iter::from_fn(|| words.next()).filter_map(BoardMove::parse).collect();
        Some(Self { start, moves })
    }
}

fn parse_fens(text: &str) -> Option<Start> {
    let fens: Vec<Line> = text.split('|').map(Line::new).collect();
    if fens.iter().any(|fen| fen.is_empty()) {
        return None;
    }
    match <[Line; 2]>::try_from(fens) {
        Ok(fens) => Some(Start::Fens(fens)),
        Err(fens) => <[Line; 1]>::try_from(fens).ok().map(|[fen]| Start::Fen(fen)),
    }
}

impl fmt::Display for PositionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Usual => f.write_str("startpos")?,
            Start::Fen(fen) => write!(f, "fen {fen}")?,
            Start::Fens([a, b]) => write!(f, "fen {a}|{b}")?,
        }
        write_list(f, "moves", &self.moves)
    }
}
