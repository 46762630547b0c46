//! `PLY SCORE TIME NODES PV`: thinking output.

use std::fmt;

use crate::text::Word;

/// One line of thinking output.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thinking {
    /// Depth in plies.
    pub ply: u32,
    /// Score for the engine's side, in centipawns; each engine has its own encoding of mates.
    pub score: i32,
    /// Time since the search began, in centiseconds.
    pub centiseconds: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The principal variation, possibly with move numbers. It does not begin with bare numbers:
    /// those are additional fields, which the parser skips.
    pub pv: Vec<Word>,
}

impl Thinking {
    /// Parses a line that begins with four numbers; in some engines a mark follows the first.
    /// `None` for any other line.
    pub(super) fn parse(words: &[&str]) -> Option<Self> {
        let [ply, score, time, nodes, rest @ ..] = words else { return None };
        let is_field = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
        Some(Self {
            ply: ply.trim_end_matches(['+', '-', '.', '&', '*']).parse().ok()?,
            score: score.parse().ok()?,
            centiseconds: time.parse().ok()?,
            nodes: nodes.parse().ok()?,
            pv: rest.iter().skip_while(is_field).filter_map(|word| Word::new(word)).collect(),
        })
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, score, centiseconds, nodes, pv } = self;
        write!(f, "{ply} {score} {centiseconds} {nodes}")?;
        pv.iter().try_for_each(|word| write!(f, " {word}"))
    }
}
