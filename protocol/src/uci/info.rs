//! `info …`: what an engine thinks.

use std::fmt;

use super::Choice;
use super::words::{Words, split_at_word, write_field, write_list};
use crate::text::{Line, write_spaced};

/// One line of thinking output. No move in it is called like a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// `seldepth`: plies of the longest line.
    pub selective_depth: Option<u32>,
    /// `multipv`: which of several best lines this is, from 1.
    pub multi_pv: Option<u32>,
    /// For the engine's side.
    pub score: Option<Score>,
    /// `wdl`: wins, draws and losses of a thousand games.
    pub wdl: Option<[u32; 3]>,
    /// How many positions.
    pub nodes: Option<u64>,
    /// `nps`: how many in a second.
    pub nodes_per_second: Option<u64>,
    /// `hashfull`: how much of the table is used, of a thousand.
    pub hash_full: Option<u32>,
    /// `tbhits`: positions found in endgame tables.
    pub tb_hits: Option<u64>,
    /// `sbhits`: positions found in Shredder's endgame tables.
    pub sb_hits: Option<u64>,
    /// `cpuload`: of a thousand.
    pub cpu_load: Option<u32>,
    /// `time`: since the search began.
    pub time_ms: Option<u64>,
    /// `currmove`: what is being searched.
    pub current_move: Option<Choice>,
    /// `currmovenumber`: which of the moves that is, from 1.
    pub current_move_number: Option<u32>,
    /// `pv`: the principal variation.
    pub pv: Vec<Choice>,
    /// `refutation`: a move, and the line that refutes it, if there is one.
    pub refutation: Vec<Choice>,
    /// `currline`: the line that is being searched.
    pub current_line: Option<CurrentLine>,
    /// `string`: words to the end of the line.
    pub string: Option<Line>,
}

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// How good it is.
    pub value: ScoreValue,
    /// Whether that is only a bound.
    pub bound: Option<Bound>,
}

/// How good a position is for the engine's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreValue {
    /// `cp`
    Centipawns(i32),
    /// `mate`: in so many moves, below zero if the engine is mated.
    Mate(i32),
}

/// On which side of a score the truth is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// `lowerbound`: it is at least so good.
    Lower,
    /// `upperbound`: at most.
    Upper,
}

/// The line that a thread is searching.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CurrentLine {
    /// Which thread, from 1; `None` if there is only one.
    pub cpu: Option<u32>,
    /// Its moves. The first is no bare number.
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
    /// Only words.
    pub fn of_string(text: &str) -> Self {
        Self { string: Some(Line::new(text)), ..Self::default() }
    }

    /// Parses what stands behind the word `info`. Words that are no fields are passed over, and so
    /// are fields without the number they should have.
    pub(super) fn parse(text: &str) -> Self {
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
