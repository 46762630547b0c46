//! `position …`: both boards and all clocks, as they are now.

use std::fmt;

use crate::text::Line;
use crate::uci::words::{Words, split_at_word};

/// The whole state of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PositionSpec {
    /// The positions on A and on B.
    pub boards: [Start; 2],
    /// The clocks in milliseconds, in the order of [`Seat::ALL`](tandem_rules::Seat::ALL); negative
    /// after a flag that nobody called.
    pub clocks_ms: [i64; 4],
}

/// The position on one board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// `startpos`: the usual start.
    Usual,
    /// A FEN with holdings in brackets. Contains neither `|` nor the word `clock`.
    Fen(Line),
}

impl PositionSpec {
    /// Parses the arguments of `position`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (boards, clocks) = split_at_word(text, "clock")?;
        let (a, b) = boards.split_once('|')?;
        let boards = [Start::parse(a)?, Start::parse(b)?];
        let mut words = Words::of(clocks);
        let mut clocks_ms = [0; 4];
        for clock in &mut clocks_ms {
            *clock = words.nearest()?;
        }
        words.next().is_none().then_some(Self { boards, clocks_ms })
    }
}

impl Start {
    fn parse(text: &str) -> Option<Self> {
        match Line::new(text) {
            fen if fen.is_empty() || fen.contains('|') => None,
            fen if fen == "startpos" => Some(Self::Usual),
            fen => Some(Self::Fen(fen)),
        }
    }
}

impl fmt::Display for PositionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { boards: [a, b], clocks_ms } = self;
        write!(f, "{a} | {b} clock")?;
        clocks_ms.iter().try_for_each(|clock| write!(f, " {clock}"))
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual => f.write_str("startpos"),
            Self::Fen(fen) => write!(f, "{fen}"),
        }
    }
}
