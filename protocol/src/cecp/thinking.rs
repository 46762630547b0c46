//! `PLY SCORE TIME NODES PV`: a thought.

use std::fmt;

use crate::text::Word;

/// One line of thinking output.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thinking {
    /// How deep.
    pub ply: u32,
    /// For the engine's side, in centipawns; what a mate is worth is the engine's business.
    pub score: i32,
    /// Since the search began.
    pub centiseconds: u64,
    /// How many positions.
    pub nodes: u64,
    /// The principal variation, possibly with move numbers. No word of it is a bare number at
    /// the beginning: those are further fields, and the parser leaves them out.
    pub pv: Vec<Word>,
}

impl Thinking {
    /// `None` unless the words begin with four numbers; some engines mark the first with a sign.
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
