//! `info …`: thinking output.

use std::fmt;

use super::Choice;
use super::words::{Words, split_at_word, write_field, write_list};
use crate::text::{Line, write_spaced};

/// One line of thinking output. No move in it has the name of a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// `depth`: depth in plies.
    pub depth: Option<u32>,
    /// `seldepth`: selective depth, the plies of the longest line.
    pub selective_depth: Option<u32>,
    /// `multipv`: rank of this line among several best lines, from 1.
    pub multi_pv: Option<u32>,
    /// `score`: the score for the engine's side.
    pub score: Option<Score>,
    /// `wdl`: expected wins, draws and losses of a thousand games.
    pub wdl: Option<[u32; 3]>,
    /// `nodes`: nodes searched.
    pub nodes: Option<u64>,
    /// `nps`: nodes per second.
    pub nodes_per_second: Option<u64>,
    /// `hashfull`: used part of the transposition table, in permille.
    pub hash_full: Option<u32>,
    /// `tbhits`: positions found in endgame tables.
    pub tb_hits: Option<u64>,
    /// `sbhits`: positions found in Shredder's endgame tables.
    pub sb_hits: Option<u64>,
    /// `cpuload`: processor load, in permille.
    pub cpu_load: Option<u32>,
    /// `time`: time since the search began, in milliseconds.
    pub time_ms: Option<u64>,
    /// `currmove`: the root move being searched.
    pub current_move: Option<Choice>,
    /// `currmovenumber`: number of that move, from 1.
    pub current_move_number: Option<u32>,
    /// `pv`: the principal variation.
    pub pv: Vec<Choice>,
    /// `refutation`: a move, and the line that refutes it, if there is one.
    pub refutation: Vec<Choice>,
    /// `currline`: the line being searched.
    pub current_line: Option<CurrentLine>,
    /// `string`: text to the end of the line.
    pub string: Option<Line>,
}

/// The score of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// The value.
    pub value: ScoreValue,
    /// The kind of bound that the value is; `None` if it is exact.
    pub bound: Option<Bound>,
}

/// The value of a score, for the engine's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreValue {
    /// `cp`: centipawns.
    Centipawns(i32),
    /// `mate`: moves to a mate, negative if the engine is mated.
    Mate(i32),
}

/// The kind of bound that a score is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// `lowerbound`: the true score is at least this.
    Lower,
    /// `upperbound`: the true score is at most this.
    Upper,
}

/// The line that a thread is searching.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CurrentLine {
    /// Number of the thread, from 1; `None` if there is only one.
    pub cpu: Option<u32>,
    /// Moves of the line; the first is not a bare number.
    pub moves: Vec<Choice>,
}

const KEYWORDS: &[&str] = &[
    "depth",
    "seldepth",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "refutation",
    "currline",
];

impl Info {
    /// An `info` line with only a `string`.
    pub fn of_string(text: &str) -> Self {
        Self { string: Some(Line::new(text)), ..Self::default() }
    }

    /// Parses the arguments of `info`. Words that are not fields are skipped, and so are fields
    /// without the number they should have.
    pub(crate) fn parse(text: &str) -> Self {
        let (fields, string) = match split_at_word(text, "string") {
            Some((fields, string)) => (fields, Some(Line::new(string))),
            None => (text, None),
        };
        let mut info = Self { string, ..Self::default() };
        let (mut value, mut bound) = (None, None);
        let mut words = Words::of(fields);
        while let Some(word) = words.next() {
            match word {
                "cp" => value = words.number().map(ScoreValue::Centipawns).or(value),
                "mate" => value = words.number().map(ScoreValue::Mate).or(value),
                "lowerbound" => bound = Some(Bound::Lower),
                "upperbound" => bound = Some(Bound::Upper),
                field => info.take(field, &mut words),
            }
        }
        info.score = value.map(|value| Score { value, bound });
        info
    }

    fn take(&mut self, field: &str, words: &mut Words<'_>) {
        match field {
            "depth" => self.depth = words.number(),
            "seldepth" => self.selective_depth = words.number(),
            "multipv" => self.multi_pv = words.number(),
            "wdl" => self.wdl = three(words),
            "nodes" => self.nodes = words.number(),
            "nps" => self.nodes_per_second = words.number(),
            "hashfull" => self.hash_full = words.number(),
            "tbhits" => self.tb_hits = words.number(),
            "sbhits" => self.sb_hits = words.number(),
            "cpuload" => self.cpu_load = words.number(),
            "time" => self.time_ms = words.number(),
            "currmove" => self.current_move = words.until(KEYWORDS).next().and_then(Choice::parse),
            "currmovenumber" => self.current_move_number = words.number(),
            "pv" => self.pv = choices(words),
            "refutation" => self.refutation = choices(words),
            "currline" => {
                self.current_line =
                    Some(CurrentLine { cpu: words.number(), moves: choices(words) });
            }
            _ => {}
        }
    }
}

fn three(words: &mut Words<'_>) -> Option<[u32; 3]> {
    Some([words.number()?, words.number()?, words.number()?])
}

fn choices(words: &mut Words<'_>) -> Vec<Choice> {
    words.until(KEYWORDS).filter_map(Choice::parse).collect()
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        self.write_fields(f)
    }
}

impl Info {
    /// Writes all fields, each after a blank.
    pub(crate) fn write_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_field(f, "depth", self.depth)?;
        write_field(f, "seldepth", self.selective_depth)?;
        write_field(f, "multipv", self.multi_pv)?;
        write_field(f, "score", self.score)?;
        if let Some([wins, draws, losses]) = self.wdl {
            write!(f, " wdl {wins} {draws} {losses}")?;
        }
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "nps", self.nodes_per_second)?;
        write_field(f, "hashfull", self.hash_full)?;
        write_field(f, "tbhits", self.tb_hits)?;
        write_field(f, "sbhits", self.sb_hits)?;
        write_field(f, "cpuload", self.cpu_load)?;
        write_field(f, "time", self.time_ms)?;
        write_field(f, "currmove", self.current_move.as_ref())?;
        write_field(f, "currmovenumber", self.current_move_number)?;
        write_list(f, "pv", &self.pv)?;
        write_list(f, "refutation", &self.refutation)?;
        if let Some(CurrentLine { cpu, moves }) = &self.current_line {
            f.write_str(" currline")?;
            cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
            moves.iter().try_for_each(|m| write!(f, " {m}"))?;
        }
        match &self.string {
            None => Ok(()),
            Some(text) => write_spaced(f, " string", text),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Centipawns(score) => write!(f, "cp {score}")?,
            ScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match self.bound {
            None => "",
            Some(Bound::Lower) => " lowerbound",
            Some(Bound::Upper) => " upperbound",
        })
    }
}
