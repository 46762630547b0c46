//! Boards of chess.com in the order of their numbers, however many there are.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};

use tandem_rules::notation::chesscom::GameBoard;

/// Bytes of boards that are kept in memory; more go to temporary files.
const IN_MEMORY: usize = 64 << 20;

/// Boards that are to be sorted.
pub(super) struct Sorter {
    in_memory: usize,
    boards: Vec<Packed>,
    bytes: usize,
    /// Temporary files of sorted boards: the number of each in 8 bytes, and a line of JSON.
    runs: Vec<File>,
}

/// A board as JSON, by its number.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Packed {
    number: u64,
    text: Vec<u8>,
}

impl Default for Sorter {
    fn default() -> Self {
        Self { in_memory: IN_MEMORY, boards: Vec::new(), bytes: 0, runs: Vec::new() }
    }
}

impl Sorter {
    /// Takes a board.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub(super) fn take(&mut self, board: &GameBoard) -> io::Result<()> {
        let text = serde_json::to_vec(board)?;
        self.bytes += text.len() + size_of::<Packed>();
        self.boards.push(Packed { number: board.id(), text });
        if self.bytes > self.in_memory { self.spill() } else { Ok(()) }
    }

    /// Writes the boards in memory to a temporary file.
    fn spill(&mut self) -> io::Result<()> {
        self.boards.sort();
        let mut out = BufWriter::new(tempfile::tempfile()?);
        for board in self.boards.drain(..) {
            // The number stands in front, so that the text is parsed once.
            out.write_all(&board.number.to_le_bytes())?;
            out.write_all(&board.text)?;
            out.write_all(b"\n")?;
        }
        let mut run = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        run.rewind()?;
        self.runs.push(run);
        self.bytes = 0;
        Ok(())
    }

    /// The boards in the order of their numbers.
    ///
    /// # Errors
    /// A temporary file cannot be read.
    pub(super) fn sorted(mut self) -> io::Result<Sorted> {
        self.boards.sort();
        let runs = self.runs.into_iter().map(|run| Run::File(BufReader::new(run)));
        let runs = runs.chain([Run::Memory(self.boards.into_iter())]);
        let mut sorted = Sorted { runs: runs.collect(), next: BinaryHeap::new() };
        for run in 0..sorted.runs.len() {
            sorted.advance(run)?;
        }
        Ok(sorted)
    }
}

/// Boards in the order of their numbers.
pub(super) struct Sorted {
    runs: Vec<Run>,
    /// The next board of each run, the lowest number first.
    next: BinaryHeap<Reverse<(Packed, usize)>>,
}

enum Run {
    File(BufReader<File>),
    Memory(std::vec::IntoIter<Packed>),
}

impl Run {
    fn next(&mut self) -> io::Result<Option<Packed>> {
        match self {
            Self::Memory(boards) => Ok(boards.next()),
            Self::File(lines) => {
                if lines.fill_buf()?.is_empty() {
                    return Ok(None);
                }
                let (mut number, mut text) = ([0; size_of::<u64>()], Vec::new());
                lines.read_exact(&mut number)?;
                lines.read_until(b'\n', &mut text)?;
                Ok(Some(Packed { number: u64::from_le_bytes(number), text }))
            }
        }
    }
}

impl Sorted {
    fn advance(&mut self, run: usize) -> io::Result<()> {
        if let Some(board) = self.runs[run].next()? {
            self.next.push(Reverse((board, run)));
        }
        Ok(())
    }
}

impl Iterator for Sorted {
    type Item = io::Result<GameBoard>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((board, run)) = self.next.pop()?;
        let advanced = self.advance(run);
        Some(advanced.and_then(|()| Ok(serde_json::from_slice(&board.text)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(number: u64) -> GameBoard {
        let text = format!(
            r#"{{"url":"x/{number}","rules":"bughouse","tcn":"mC0K","white":{{}},"black":{{}}}}"#
        );
        GameBoard::parse(text.as_bytes()).expect("it is sound")
    }

    #[test]
    fn boards_come_in_the_order_of_their_numbers_from_memory_and_from_files() {
        for in_memory in [0, 2_000, IN_MEMORY] {
            let mut sorter = Sorter { in_memory, ..Sorter::default() };
            for number in 0..100 {
                sorter.take(&board(number * 37 % 100)).expect("there is room");
            }
            assert_eq!(sorter.runs.is_empty(), in_memory == IN_MEMORY);
            let in_order = sorter.sorted().expect("they can be read");
            let boards: Vec<GameBoard> =
                in_order.collect::<io::Result<_>>().expect("they are read");
            assert_eq!(boards, (0..100).map(board).collect::<Vec<_>>());
        }
    }
}
