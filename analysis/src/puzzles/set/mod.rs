//! Sets of puzzles in files.
//!
//! | bytes | content |
//! | --- | --- |
//! | 0-6 | `TandemP` |
//! | 7 | the version, 1 |
//! | 8-11 | number of puzzles, little-endian |
//! | 12-15 | CRC-32 of the text, little-endian |
//! | 16- | the text, by Deflate (RFC 1951): a line for each puzzle, see [`SetPuzzle`] |

mod alike;
mod line;

use std::collections::HashSet;
use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::Puzzle;
pub use alike::Likeness;
pub use line::LineError;

/// The first bytes of a file.
const MARK: &[u8; 7] = b"TandemP";
/// The version of the format.
const VERSION: u8 = 1;
/// Bytes before the text.
const HEADER: usize = 16;
/// Longest text in bytes; a thousand puzzles have a third of a million.
const LONGEST: usize = 4 << 20;

/// A puzzle of a set.
///
/// Its line has these fields, with tabulators between them and `-` for nothing: kind, number of the
/// seat, rating, moves, nodes, theme, number of moves before it, the FEN of each board, clocks in
/// milliseconds, the squares of the last moves (`g7 g8/e7 e5`), answers, lines in SAN, pieces. Items
/// of the last three have commas between them, as clocks have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetPuzzle {
    /// The rating: a player of this Elo solves it every other time.
    pub rating: u16,
    /// The puzzle. It is in bughouse, by the usual rules.
    pub puzzle: Puzzle,
}

impl SetPuzzle {
    /// A number from 1 to 2⁴⁰ that belongs to the position and the question, whatever set they are in.
    pub fn number(&self) -> u64 {
        let Puzzle { kind, seat, fens, .. } = &self.puzzle;
        let text = format!("{} {} {}", kind.name(), seat.index(), fens.join(" | "));
        // FNV-1a, whose values are the same everywhere.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        (hash >> 24) + 1
    }
}

/// A set of puzzles, no two of which have the same position and question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PuzzleSet(Vec<SetPuzzle>);

/// Error for a file that is no set of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// It begins otherwise.
    #[error("not a file of puzzles: it does not begin with `TandemP`")]
    Mark,
    /// It has a version that is not known.
    #[error("version {0} of files of puzzles is not known, only {VERSION}")]
    Version(u8),
    /// It ends in its header.
    #[error("{0} bytes are less than a header")]
    Short(usize),
    /// Its text cannot be unpacked.
    #[error("the text cannot be unpacked: {0}")]
    Packed(String),
    /// Its text is too long.
    #[error("the text is longer than {LONGEST} bytes")]
    Long,
    /// Bytes follow the text.
    #[error("{0} bytes follow the text")]
    Rest(usize),
    /// The checksum is another one.
    #[error("the checksum of the text is {found:08x}, expected {expected:08x}")]
    Checksum {
        /// That of the text.
        found: u32,
        /// That of the header.
        expected: u32,
    },
    /// The text is not UTF-8, or its last line has no end.
    #[error("the text is not made of lines")]
    Text,
    /// A line is no puzzle.
    #[error("line {0}: {1}")]
    Line(usize, LineError),
    /// A puzzle is there twice.
    #[error("line {0}: the puzzle is there already")]
    Twice(usize),
    /// There are more or fewer puzzles than the header says.
    #[error("{found} puzzles, expected {expected}")]
    Count {
        /// That of the text.
        found: usize,
        /// That of the header.
        expected: usize,
    },
}

impl PuzzleSet {
    /// A set of these puzzles, without those that are there already.
    pub fn new(puzzles: impl IntoIterator<Item = SetPuzzle>) -> Self {
        let mut numbers = HashSet::new();
        Self(puzzles.into_iter().filter(|puzzle| numbers.insert(puzzle.number())).collect())
    }

    /// The set of the program; `docs/puzzles.md` tells how it was made.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<PuzzleSet> = LazyLock::new(|| {
            PuzzleSet::parse(include_bytes!("../../../default.puzzles")).expect("a test reads it")
        });
        &EMBEDDED
    }

    /// The puzzles.
    pub fn puzzles(&self) -> &[SetPuzzle] {
        &self.0
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`SetError`] if it is not such a file to the last byte.
    pub fn parse(bytes: &[u8]) -> Result<Self, SetError> {
        let Some(rest) = bytes.strip_prefix(MARK) else { return Err(SetError::Mark) };
        match rest.first() {
            Some(&VERSION) => {}
            Some(&other) => return Err(SetError::Version(other)),
            None => return Err(SetError::Short(bytes.len())),
        }
        let number = |at: usize| {
            let four = bytes.get(at..at + 4)?;
            Some(u32::from_le_bytes(four.try_into().ok()?))
        };
        let (Some(count), Some(expected)) = (number(8), number(12)) else {
            return Err(SetError::Short(bytes.len()));
        };
        let text = unpacked(&bytes[HEADER..])?;
        let found = crc32fast::hash(&text);
        if found != expected {
            return Err(SetError::Checksum { found, expected });
        }
        let text = String::from_utf8(text).map_err(|_| SetError::Text)?;
        let set = Self::read(&text)?;
        match (set.0.len(), count as usize) {
            (found, expected) if found == expected => Ok(set),
            (found, expected) => Err(SetError::Count { found, expected }),
        }
    }

    /// Reads the text of a file.
    fn read(text: &str) -> Result<Self, SetError> {
        if !text.is_empty() && !text.ends_with('\n') {
            return Err(SetError::Text);
        }
        let mut puzzles = Vec::new();
        let mut numbers = HashSet::new();
        for (at, line) in text.split_terminator('\n').enumerate() {
            let puzzle = line::read(line).map_err(|error| SetError::Line(at + 1, error))?;
            if !numbers.insert(puzzle.number()) {
                return Err(SetError::Twice(at + 1));
            }
            puzzles.push(puzzle);
        }
        Ok(Self(puzzles))
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = String::new();
        for puzzle in &self.0 {
            line::write(&mut text, puzzle);
        }
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        packer.write_all(text.as_bytes()).expect("memory takes it");
        let deflated = packer.finish().expect("memory takes it");
        let (count, sum) = (self.0.len() as u32, crc32fast::hash(text.as_bytes()));
        [MARK.as_slice(), &[VERSION], &count.to_le_bytes(), &sum.to_le_bytes(), &deflated].concat()
    }
}

fn unpacked(packed: &[u8]) -> Result<Vec<u8>, SetError> {
    let mut text = Vec::new();
    let mut decoder = DeflateDecoder::new(packed);
    let read = (&mut decoder).take(LONGEST as u64 + 1).read_to_end(&mut text);
    read.map_err(|error| SetError::Packed(error.to_string()))?;
    if text.len() > LONGEST {
        return Err(SetError::Long);
    }
    match packed.len() - decoder.total_in() as usize {
        0 => Ok(text),
        rest => Err(SetError::Rest(rest)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tandem_rules::{Millis, Seat};

    use super::*;
    use crate::puzzles::{Kind, Solution, Theme};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// A set of two puzzles, one of them with clocks and several lines.
    fn set() -> PuzzleSet {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
        let need = Puzzle {
            ply: 31,
            seat: Seat::ALL[0],
            kind: Kind::Need,
            moves: 1,
            nodes: 17,
            theme: Theme::Smothered,
            fens: vec!["6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1".to_owned(), start.to_owned()],
            clocks: None,
            last: vec![Vec::new(), words("g8")],
            solution: Solution {
                answers: words("N Q"),
                lines: vec![words("N@f7#"), words("Q@g7+ Kg7 N@f5")],
                pieces: Vec::new(),
            },
        };
        let sit = Puzzle {
            kind: Kind::Sit,
            clocks: Some(vec![Millis(1), Millis(20_000), Millis(3), Millis(-4)]),
            last: vec![words("g7 g8"), words("e2 e4")],
            ..need.clone()
        };
        PuzzleSet::new(
            [(need, 700), (sit, 2100)].map(|(puzzle, rating)| SetPuzzle { rating, puzzle }),
        )
    }

    #[test]
    fn what_is_written_is_read_back() {
        for set in [set(), PuzzleSet::default()] {
            assert_eq!(PuzzleSet::parse(&set.to_bytes()), Ok(set));
        }
    }

    #[test]
    fn a_puzzle_that_is_there_already_is_left_out() {
        let twice = set().0.into_iter().chain(set().0);
        assert_eq!(PuzzleSet::new(twice), set());
    }

    #[test]
    fn files_that_are_no_sets_are_refused_in_words() {
        let good = set().to_bytes();
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            bytes
        };
        for (bytes, reason) in [
            (b"Tandem".to_vec(), "begin with `TandemP`"),
            (b"TandemP".to_vec(), "7 bytes"),
            (good[..15].to_vec(), "15 bytes"),
            (with(7, 9), "version 9"),
            (with(8, 3), "2 puzzles, expected 3"),
            (with(12, good[12] ^ 1), "checksum"),
            (good[..good.len() - 3].to_vec(), "unpacked"),
            ([good.as_slice(), b"more"].concat(), "4 bytes follow"),
        ] {
            let refused = PuzzleSet::parse(&bytes).expect_err(reason).to_string();
            assert!(refused.contains(reason), "{refused}, expected {reason}");
        }
    }

    #[test]
    fn a_text_of_too_many_bytes_is_refused() {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&vec![b' '; LONGEST + 1]).expect("memory takes it");
        assert_eq!(unpacked(&packer.finish().expect("memory takes it")), Err(SetError::Long));
    }

    proptest! {
        #[test]
        fn a_damaged_file_is_refused_or_reads_as_before(at in 0usize..4096, byte: u8) {
            let mut bytes = set().to_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            if let Ok(read) = PuzzleSet::parse(&bytes) {
                prop_assert_eq!(read, set());
            }
        }

        #[test]
        fn any_text_is_read_or_refused_in_one_line(
            fields in proptest::collection::vec("[ -~]{0,12}|need|mate|6rk/6pp/8/8/8/8/8/6K1\\[\\] w - - 0 1|smothered|[0-9]{1,5}", 0..16),
        ) {
            let text = format!("{}\n", fields.join("\t"));
            if let Err(error) = PuzzleSet::read(&text) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }

        #[test]
        fn a_damaged_line_is_refused_or_says_itself(at in 0usize..4096, byte in b' '..=b'~') {
            let mut text = String::new();
            line::write(&mut text, &set().0[at % 2]);
            let mut bytes = text.into_bytes();
            let place = at / 2 % (bytes.len() - 1);
            bytes[place] = byte;
            let damaged = String::from_utf8(bytes).expect("ASCII");
            if let Ok(read) = PuzzleSet::read(&damaged) {
                let mut again = String::new();
                read.0.iter().for_each(|puzzle| line::write(&mut again, puzzle));
                prop_assert_eq!(again, damaged);
            }
        }
    }
}
