//! Reading a file and answering questions from it.

mod boards;
mod columns;
mod frame;
mod index;
mod names;
mod pages;
mod part;
mod question;
mod selection;
mod stream;

use std::fs::File;
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_rules::{BoardId, Boards, Position};

use crate::board::{Board, BoardNumber};
use crate::error::ExplorerError;
use crate::filter::Filter;
use crate::game::{Game, plies};
use crate::tally::{Answer, Collected, Key};

use part::Part;
use question::{Question, Scope};
use selection::Selection;

pub use pages::ReadAt;

/// The selection of each part.
type Selections = Arc<[Selection]>;

/// An open file.
///
/// Parts of it are read when a question needs them. At most 32 MiB are kept in memory, and the
/// boards that passed the last filter, at a bit each.
pub struct Explorer {
    parts: Vec<Part>,
    length: u64,
    last_selection: Mutex<Option<(Filter, Scope, Selections)>>,
}

impl Explorer {
    /// Opens a file.
    ///
    /// # Errors
    /// An [`ExplorerError`] if the file is not a whole explorer file of a known version.
    pub fn open(path: &Path) -> Result<Self, ExplorerError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Self::new(Box::new(file), length)
    }

    /// Opens a file of `length` bytes that is not on a disk.
    ///
    /// # Errors
    /// As for [`Self::open`].
    pub fn new(source: Box<dyn ReadAt>, length: u64) -> Result<Self, ExplorerError> {
        let mut first = 0_u32;
        let mut parts = Vec::new();
        for (footer, pages) in frame::open(source, length)? {
            let boards = footer.boards;
            parts.push(Part::new(footer, pages, first)?);
            let next = first.checked_add(boards);
            first = next.ok_or(ExplorerError::Damaged("it has too many boards"))?;
        }
        Ok(Self { parts, length, last_selection: Mutex::new(None) })
    }

    /// Number of boards.
    pub fn boards(&self) -> u32 {
        self.parts.iter().map(Part::boards).sum()
    }

    /// Number of parts: one for the builder, and one for each time that boards were added.
    pub const fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The sections of the file by name, with their bytes in all parts.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let sections = crate::format::Section::ALL.into_iter();
        let sections: Vec<_> = sections
            .map(|section| {
                (section.name(), self.parts.iter().map(|part| part.bytes(section)).sum())
            })
            .collect();
        let frame = self.length - sections.iter().map(|&(_, bytes)| bytes).sum::<u64>();
        sections.into_iter().chain([("frame", frame)])
    }

    /// The moves that were played in a position, on boards that pass a filter, among the first
    /// [`DEPTH`](crate::DEPTH) moves of each board.
    ///
    /// # Errors
    /// An [`ExplorerError`] if the file is damaged or cannot be read.
    pub fn look(
        &self,
        position: &Position,
        key: Key,
        filter: &Filter,
    ) -> Result<Answer, ExplorerError> {
        self.answer(&Question::about(position, key), filter)
    }

    /// The moves that were played in a pair of positions, on either board, in games of which a board
    /// passes a filter, among the first [`PAIR_DEPTH`](crate::PAIR_DEPTH) moves of each game. A game
    /// in which the same positions stood on the other boards counts as well.
    ///
    /// # Errors
    /// An [`ExplorerError`] if the file is damaged or cannot be read.
    pub fn look_at_both(&self, boards: &Boards, filter: &Filter) -> Result<Answer, ExplorerError> {
        self.answer(&Question::about_both(boards), filter)
    }

    fn answer(&self, question: &Question, filter: &Filter) -> Result<Answer, ExplorerError> {
        let selections = self.selections(filter, question.scope())?;
        let mut collected = Collected::default();
        for (number, part) in self.parts.iter().enumerate() {
            let selection = selections.as_ref().map(|selections| &selections[number]);
            part.answer(question, selection, &mut collected)?;
        }
        Ok(collected.answer())
    }

    /// The boards that pass a filter, `None` for all.
    fn selections(
        &self,
        filter: &Filter,
        scope: Scope,
    ) -> Result<Option<Selections>, ExplorerError> {
        if filter.is_empty() {
            return Ok(None);
        }
        if let Some((last, last_scope, selections)) = &*self.last_selection.lock()
            && (last, *last_scope) == (filter, scope)
        {
            return Ok(Some(Arc::clone(selections)));
        }
        let select = |part: &Part| part.select(filter, scope);
        let selections: Selections = self.parts.iter().map(select).collect::<Result<_, _>>()?;
        *self.last_selection.lock() = Some((filter.clone(), scope, Arc::clone(&selections)));
        Ok(Some(selections))
    }

    /// The board of this number as it was added, with its times in the precision of the file.
    ///
    /// # Errors
    /// An [`ExplorerError`] if there is no such board, or the file is damaged or cannot be read.
    pub fn board(&self, number: BoardNumber) -> Result<Board, ExplorerError> {
        let BoardNumber(board) = number;
        let part = self.parts.iter().rev().find(|part| part.first <= board);
        let part = part.filter(|part| board - part.first < part.boards());
        let part = part.ok_or(ExplorerError::NoBoard(board))?;
        part.board(board - part.first)
    }

    /// The game of the board of this number; `None` if its partner or the order of their moves is
    /// not known.
    ///
    /// # Errors
    /// As for [`Self::board`].
    pub fn game(&self, number: BoardNumber) -> Result<Option<Game>, ExplorerError> {
        let board = self.board(number)?;
        let Some(partner) = board.partner else { return Ok(None) };
        let other = self.board(partner)?;
        let numbers = [number.min(partner), number.max(partner)];
        let boards = if number < partner { [board, other] } else { [other, board] };
        let Some(order) = &boards[BoardId::B.index()].order else { return Ok(None) };
        let plies = plies(boards[BoardId::A.index()].moves.len(), order)
            .ok_or(ExplorerError::Damaged("the order of a game cannot be read"))?;
        Ok(Some(Game { numbers, boards, plies }))
    }

    /// The numbers of all boards at their source, where they have one.
    ///
    /// # Errors
    /// An [`ExplorerError`] if the file is damaged or cannot be read.
    pub fn sources(&self) -> impl Iterator<Item = Result<NonZeroU64, ExplorerError>> {
        self.parts.iter().flat_map(Part::sources)
    }
}
