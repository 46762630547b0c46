//! The facts of boards.

use tandem_rules::Color;

use crate::error::ExplorerError;
use crate::format::{Footer, OutcomeByte, Section};
use crate::tally::Sample;
use crate::time::TimeCode;

use super::pages::{Cursor, Pages};

/// A column of numbers of `N` bytes each.
pub(super) struct Column<'a, const N: usize> {
    cursor: Cursor<'a>,
    offset: u64,
    boards: u32,
}

impl<'a, const N: usize> Column<'a, N> {
    pub(super) fn new(pages: &'a Pages, footer: &Footer, section: Section) -> Self {
        let offset = footer.section(section).offset;
        Self { cursor: Cursor::new(pages), offset, boards: footer.boards }
    }

    /// The bytes of a board, which must exist.
    #[inline]
    pub(super) fn get(&mut self, board: u32) -> Result<[u8; N], ExplorerError> {
        if board >= self.boards {
            return Err(ExplorerError::Damaged("a list has a board that does not exist"));
        }
        self.cursor.bytes(self.offset + u64::from(board) * N as u64)
    }

    /// Reads the bytes of a board and of those behind it, which must exist.
    pub(super) fn fill(&mut self, board: u32, into: &mut [[u8; N]]) -> Result<(), ExplorerError> {
        let offset = self.offset + u64::from(board) * N as u64;
        self.cursor.fill(offset, into.as_flattened_mut())
    }
}

/// The facts that are summed for the moves of a position.
pub(super) struct Facts<'a> {
    outcomes: Column<'a, 1>,
    ratings: [Column<'a, 2>; 2],
}

impl<'a> Facts<'a> {
    pub(super) fn new(pages: &'a Pages, footer: &Footer) -> Self {
        let ratings = [Section::WhiteRating, Section::BlackRating];
        Self {
            outcomes: Column::new(pages, footer, Section::Outcome),
            ratings: ratings.map(|section| Column::new(pages, footer, section)),
        }
    }

    /// The facts of a board about a move that took `time`.
    #[inline]
    pub(super) fn sample(
        &mut self,
        board: u32,
        mover: Color,
        time: TimeCode,
    ) -> Result<Sample, ExplorerError> {
        let [outcome] = self.outcomes.get(board)?;
        let rating = u16::from_le_bytes(self.ratings[mover.index()].get(board)?);
        Ok(Sample { result: OutcomeByte(outcome).result(), mover, time, rating })
    }
}
