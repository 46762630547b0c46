//! The end of a FEN: the counters, or the operations of an EPD that give them.
//!
//! ```text
//! … w KQkq - 4 7                          FEN
//! … w KQkq - bm Kg2; hmvc 4; fmvn 7;      EPD: the counters are operations, others do not matter
//! … w KQkq - 4 7 +1+0                     three-check: the checks given, on Lichess
//! … w KQkq - 2+3 4 7                      three-check: the checks to go
//! ```

use super::reader::next_word;
use super::{FenError, FenWarning};

/// The operations of the EPD standard, with which text after the counters may begin.
const OPCODES: &[&str] = &[
    "acd", "acn", "acs", "am", "bm", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9",
    "ce", "dm", "eco", "fmvn", "hmvc", "id", "nic", "noop", "pm", "pv", "rc", "sm", "sv", "v0",
    "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9",
];

/// The two counters, as far as they are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counters {
    pub(super) halfmove_clock: Option<u16>,
    pub(super) fullmove_number: Option<u16>,
    /// True if an operation gives them, so that they cannot be times.
    pub(super) are_named: bool,
}

impl Counters {
    /// True for those of the start of a game; no game goes on with a clock at zero.
    pub(super) fn are_initial(self) -> bool {
        self.halfmove_clock == Some(0) && self.fullmove_number.unwrap_or(1) == 1
    }
}

/// The fields after the first four.
#[derive(Debug, Default)]
pub(super) struct Tail {
    pub(super) counters: Counters,
    pub(super) warnings: Vec<FenWarning>,
}

impl Tail {
    /// Reads counters, either of which may be a dash or missing, then operations.
    pub(super) fn read(text: &str) -> Result<Self, FenError> {
        let mut tail = Self::default();
        let (mut rest, mut numbers) = (text, Vec::new());
        while let Some((word, after)) = next_word(rest) {
            if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
                break;
            }
            if are_checks(word) && tail.warnings.is_empty() {
                tail.warnings.push(FenWarning::Checks(word.to_owned()));
            } else if numbers.len() < 2 {
                numbers.push(number(word)?);
            } else {
                return Err(trailing(rest));
            }
            rest = after;
        }
        let [halfmove_clock, fullmove_number] =
            [0, 1].map(|index| numbers.get(index).copied().flatten());
        tail.counters = Counters { halfmove_clock, fullmove_number, are_named: false };
        tail.counters.read_operations(rest)?;
        Ok(tail)
    }
}

/// The error that quotes this text, in one line.
fn trailing(text: &str) -> FenError {
    FenError::Trailing(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Counters {
    /// Takes the counters from the operations of an EPD; the others do not describe the position.
    fn read_operations(&mut self, text: &str) -> Result<(), FenError> {
        let first = next_word(text).map_or("", |(opcode, _)| opcode);
        if !first.is_empty() && !text.contains(';') && !OPCODES.contains(&first) {
            return Err(trailing(text));
        }
        for operation in operations(text) {
            let (opcode, operand) = next_word(operation).unwrap_or_default();
            let counter = match opcode {
                "hmvc" => &mut self.halfmove_clock,
                "fmvn" => &mut self.fullmove_number,
                _ => continue,
            };
            *counter = number(operand.trim())?;
            self.are_named = true;
        }
        Ok(())
    }
}

/// The operations, without the semicolons between them; one in quotes divides nothing.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |c| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    })
}

/// True for the checks of three-check: `+1+0` are those given, `2+3` those to go.
fn are_checks(word: &str) -> bool {
    let is_count = |text: &str| matches!(text.as_bytes(), [b'0'..=b'9']);
    let counts = word.strip_prefix('+').unwrap_or(word).split_once('+');
    counts.is_some_and(|(white, black)| is_count(white) && is_count(black))
}

/// Reads a counter; a dash is none.
fn number(word: &str) -> Result<Option<u16>, FenError> {
    match word {
        "-" => Ok(None),
        word => word.parse().map(Some).map_err(|_| FenError::Number(word.to_owned())),
    }
}
