//! `go …`: starts a search, with its limits.

use std::fmt;

use super::BoardMove;
use super::words::{Words, split_at_word, write_field, write_list};
use crate::text::split_word;

/// The limits of a search; without any it runs until `stop`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Go {
    /// `searchmoves`: search only these moves, if there are any; none has the name of a limit.
    pub search_moves: Vec<BoardMove>,
    /// `ponder`: search in the opponent's time, until `ponderhit`.
    pub ponder: bool,
    /// `wtime`, `btime`: the clocks of White and Black in milliseconds, negative after a flag that
    /// nobody called.
    pub time_ms: [Option<i64>; 2],
    /// `winc`, `binc`: the increments of White and Black for each move, in milliseconds.
    pub increment_ms: [Option<u64>; 2],
    /// `awtime`, `abtime`, `bwtime`, `bbtime`: the clocks of two boards in milliseconds, in the
    /// order of [`Seat::ALL`](tandem_rules::Seat::ALL). No engine but Tandem reads them.
    pub seat_time_ms: [Option<i64>; 4],
    /// `awinc`, `abinc`, `bwinc`, `bbinc`: the increments of the four seats for each move.
    pub seat_increment_ms: [Option<u64>; 4],
    /// `movestogo`: moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// `depth`: limit in plies.
    pub depth: Option<u32>,
    /// `nodes`: limit of nodes.
    pub nodes: Option<u64>,
    /// `mate`: search for a mate in this many moves.
    pub mate: Option<u32>,
    /// `movetime`: search exactly this long, in milliseconds.
    pub move_time_ms: Option<u64>,
    /// `infinite`: search until `stop`, even if there is nothing left to find.
    pub infinite: bool,
}

const KEYWORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "awtime",
    "abtime",
    "bwtime",
    "bbtime",
    "awinc",
    "abinc",
    "bwinc",
    "bbinc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

const SEAT_TIMES: [&str; 4] = ["awtime", "abtime", "bwtime", "bbtime"];
const SEAT_INCREMENTS: [&str; 4] = ["awinc", "abinc", "bwinc", "bbinc"];

impl Go {
    /// Parses the arguments of `go`; unknown words are skipped. `None` if the value of a limit is
    /// not a number: without the limit the search might never end.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut go = Self::default();
        go.take_words(text).then_some(go)
    }

    /// Reads a line whose `go` has a limit without a number, as far as that is possible: such a question
    /// has an answer too. A limit of `move_time_ms` stands for what is missing, unless another one is
    /// there. `None` if the line has no `go`.
    pub fn salvage(line: &str, move_time_ms: u64) -> Option<Self> {
        let (_, arguments) = split_at_word(line, "go").filter(|(_, rest)| !is_perft(rest))?;
        let mut go = Self::default();
        go.take_words(arguments);
        // The side to move is not known here, so each clock that is missing counts, and those that are
        // there bound the time.
        let has_clocks =
            go.time_ms.iter().all(Option::is_some) || go.seat_time_ms.iter().all(Option::is_some);
        let has_limit = go.depth.or(go.mate).is_some() || go.nodes.is_some();
        if !go.infinite && !has_clocks && !has_limit {
            let clocks = go.time_ms.iter().chain(&go.seat_time_ms).flatten();
            let least = clocks.min().map_or(move_time_ms, |&ms| ms.max(0) as u64 / 10);
            go.move_time_ms.get_or_insert(move_time_ms.min(least));
        }
        Some(go)
    }

    /// Takes in the arguments of `go`. False if the number of a limit is missing.
    fn take_words(&mut self, text: &str) -> bool {
        let mut words = Words::of(text);
        let mut is_complete = true;
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => {
                    self.search_moves =
                        words.until(KEYWORDS).filter_map(BoardMove::parse).collect();
                }
                "ponder" => self.ponder = true,
                "infinite" => self.infinite = true,
                word => is_complete &= self.take_limit(word, &mut words).is_some(),
            }
        }
        is_complete
    }

    /// Takes in a limit with its number; any other word is skipped. `None` if the number is missing.
    fn take_limit(&mut self, word: &str, words: &mut Words<'_>) -> Option<()> {
        let place = |names: &[&str; 4]| names.iter().position(|name| *name == word);
        match word {
            "wtime" => self.time_ms[0] = Some(words.nearest()?),
            "btime" => self.time_ms[1] = Some(words.nearest()?),
            "winc" => self.increment_ms[0] = Some(words.nearest()?),
            "binc" => self.increment_ms[1] = Some(words.nearest()?),
            "movestogo" => self.moves_to_go = Some(words.nearest()?),
            "depth" => self.depth = Some(words.nearest()?),
            "nodes" => self.nodes = Some(words.nearest()?),
            "mate" => self.mate = Some(words.nearest()?),
            "movetime" => self.move_time_ms = Some(words.nearest()?),
            _ => {
                if let Some(seat) = place(&SEAT_TIMES) {
                    self.seat_time_ms[seat] = Some(words.nearest()?);
                } else if let Some(seat) = place(&SEAT_INCREMENTS) {
                    self.seat_increment_ms[seat] = Some(words.nearest()?);
                }
            }
        }
        Some(())
    }
}

/// True for the arguments of `go perft`, a count.
fn is_perft(arguments: &str) -> bool {
    split_word(arguments).0 == "perft"
}

/// Prints `searchmoves` last, where no reader can take a following word for a move.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        f.write_str(if self.ponder { " ponder" } else { "" })?;
        write_field(f, "wtime", self.time_ms[0])?;
        write_field(f, "btime", self.time_ms[1])?;
        write_field(f, "winc", self.increment_ms[0])?;
        write_field(f, "binc", self.increment_ms[1])?;
        for (name, time) in SEAT_TIMES.iter().zip(self.seat_time_ms) {
            write_field(f, name, time)?;
        }
        for (name, increment) in SEAT_INCREMENTS.iter().zip(self.seat_increment_ms) {
            write_field(f, name, increment)?;
        }
        write_field(f, "movestogo", self.moves_to_go)?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "mate", self.mate)?;
        write_field(f, "movetime", self.move_time_ms)?;
        f.write_str(if self.infinite { " infinite" } else { "" })?;
        write_list(f, "searchmoves", &self.search_moves)
    }
}
