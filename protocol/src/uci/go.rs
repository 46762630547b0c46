//! `go …`: starts a search, with its limits.

use std::fmt;

use super::BoardMove;
use super::words::{Words, write_field, write_list};

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
        let mut words = Words::of(text);
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => {
                    go.search_moves = words.until(KEYWORDS).filter_map(BoardMove::parse).collect();
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.time_ms[0] = Some(words.number()?),
                "btime" => go.time_ms[1] = Some(words.number()?),
                "winc" => go.increment_ms[0] = Some(words.number()?),
                "binc" => go.increment_ms[1] = Some(words.number()?),
                "movestogo" => go.moves_to_go = Some(words.number()?),
                "depth" => go.depth = Some(words.number()?),
                "nodes" => go.nodes = Some(words.number()?),
                "mate" => go.mate = Some(words.number()?),
                "movetime" => go.move_time_ms = Some(words.number()?),
                word => go.take_seat(word, &mut words)?,
            }
        }
        Some(go)
    }

    /// Parses a field of one of the four clocks; any other word is skipped.
    fn take_seat(&mut self, word: &str, words: &mut Words<'_>) -> Option<()> {
        let place = |names: &[&str; 4]| names.iter().position(|name| *name == word);
        if let Some(seat) = place(&SEAT_TIMES) {
            self.seat_time_ms[seat] = Some(words.number()?);
        } else if let Some(seat) = place(&SEAT_INCREMENTS) {
            self.seat_increment_ms[seat] = Some(words.number()?);
        }
        Some(())
    }
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
