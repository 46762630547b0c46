//! `go board A …`: starts the search of a board, with its limits.

use std::fmt;

use tandem_rules::BoardId;

use super::split_board;
use crate::text::split_word;
use crate::uci::words::{Words, write_field};

/// A search of one board. Without a limit the engine follows the clocks of the last `position`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Go {
    /// The board to search.
    pub board: BoardId,
    /// `movetime`: search exactly this long, in milliseconds.
    pub move_time_ms: Option<u64>,
    /// `wtime`, `btime`: the clocks of White and Black on this board in milliseconds, which replace
    /// those of `position`. UBI 1.0 had them.
    pub time_ms: [Option<i64>; 2],
    /// `winc`, `binc`: the increments of White and Black for each move, in milliseconds.
    pub increment_ms: [Option<u64>; 2],
    /// `depth`: limit in plies.
    pub depth: Option<u32>,
    /// `nodes`: limit of nodes.
    pub nodes: Option<u64>,
    /// `infinite`: search until `stop`.
    pub infinite: bool,
}

impl Go {
    /// A search of this board without a limit.
    pub const fn of(board: BoardId) -> Self {
        Self {
            board,
            move_time_ms: None,
            time_ms: [None; 2],
            increment_ms: [None; 2],
            depth: None,
            nodes: None,
            infinite: false,
        }
    }

    /// Parses the arguments of `go`. `None` if they name no board, contain another word than a
    /// limit, or lack the number of one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (board, limits) = split_board(text)?;
        let mut go = Self::of(board);
        go.take_words(limits).then_some(go)
    }

    /// Reads a line whose `go` has a limit without a number or a word that is no limit, as far as that is
    /// possible: such a question has an answer too. `None` if the line has no `go`, or one without a
    /// board.
    pub fn salvage(line: &str) -> Option<Self> {
        let ("go", arguments) = split_word(line) else { return None };
        let (board, limits) = split_board(arguments)?;
        let mut go = Self::of(board);
        go.take_words(limits);
        Some(go)
    }

    /// Takes in limits. False if a word is no limit, or if a number is missing.
    fn take_words(&mut self, text: &str) -> bool {
        let mut words = Words::of(text);
        let mut is_complete = true;
        while let Some(word) = words.next() {
            is_complete &= self.take_limit(word, &mut words).is_some();
        }
        is_complete
    }

    fn take_limit(&mut self, word: &str, words: &mut Words<'_>) -> Option<()> {
        match word {
            "movetime" => self.move_time_ms = Some(words.nearest()?),
            "wtime" => self.time_ms[0] = Some(words.nearest()?),
            "btime" => self.time_ms[1] = Some(words.nearest()?),
            "winc" => self.increment_ms[0] = Some(words.nearest()?),
            "binc" => self.increment_ms[1] = Some(words.nearest()?),
            "depth" => self.depth = Some(words.nearest()?),
            "nodes" => self.nodes = Some(words.nearest()?),
            "infinite" => self.infinite = true,
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "go board {}", self.board)?;
        write_field(f, "movetime", self.move_time_ms)?;
        write_field(f, "wtime", self.time_ms[0])?;
        write_field(f, "btime", self.time_ms[1])?;
        write_field(f, "winc", self.increment_ms[0])?;
        write_field(f, "binc", self.increment_ms[1])?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "nodes", self.nodes)?;
        f.write_str(if self.infinite { " infinite" } else { "" })
    }
}
