//! Reading a file and answering questions from it.

mod boards;
mod columns;
mod frame;
mod index;
mod names;
mod pages;
mod selection;
mod stream;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_rules::{Position, RuleSet, TimeControl};

use crate::board::BoardNumber;
use crate::edge::{Edge, Flags};
use crate::error::ExplorerError;
use crate::filter::Filter;
use crate::format::{Footer, Section, TRAILER};
use crate::replay::holdings;
use crate::tally::{Answer, Collected, Key, MoveStats, Tally};

use columns::Facts;
use index::Listed;
use pages::Pages;
use selection::Selection;

pub use pages::ReadAt;

/// An open file.
///
/// Parts of it are read when a question needs them. At most 32 MiB are kept in memory, and the
/// boards that passed the last filter, at a bit each.
pub struct Explorer {
    pages: Pages,
    footer: Footer,
    length: u64,
    clocks: Vec<Option<TimeControl>>,
    rules: Vec<Option<RuleSet>>,
    last_selection: Mutex<Option<(Filter, Arc<Selection>)>>,
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
        let (footer, pages) = frame::open(source, length)?;
        let clocks = names::values(&pages, footer.section(Section::ClockTexts))?;
        let rules = names::values(&pages, footer.section(Section::RuleTexts))?;
        let last_selection = Mutex::new(None);
        Ok(Self { pages, footer, length, clocks, rules, last_selection })
    }

    /// Number of boards.
    pub const fn boards(&self) -> u32 {
        self.footer.boards
    }

    /// Number of players.
    pub const fn players(&self) -> u32 {
        self.footer.names
    }

    /// The sections of the file by name, with their bytes.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let frame = Footer::bytes(self.length) + TRAILER as u64;
        let sections = Section::ALL.into_iter();
        sections
            .map(|section| (section.name(), self.footer.section(section).length))
            .chain([("footer", frame)])
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
        let question = Question {
            explorer: self,
            placement: position.placement_key().0,
            holdings: holdings(position),
            key,
            selection: self.selection(filter)?,
        };
        let mut facts = Facts::new(&self.pages, &self.footer, position.side_to_move());
        let mut collected = Collected::default();
        match self.find(question.placement)? {
            Some(mut edges) => {
                while let Some(listed) = edges.next()? {
                    question.collect(&listed, &mut facts, &mut collected)?;
                }
            }
            None => question.collect_tail(&mut facts, &mut collected)?,
        }
        Ok(collected.answer())
    }

    /// The boards that pass a filter, `None` for all.
    fn selection(&self, filter: &Filter) -> Result<Option<Arc<Selection>>, ExplorerError> {
        if filter.is_empty() {
            return Ok(None);
        }
        if let Some((last, selection)) = &*self.last_selection.lock()
            && last == filter
        {
            return Ok(Some(Arc::clone(selection)));
        }
        let selection = Arc::new(self.select(filter)?);
        *self.last_selection.lock() = Some((filter.clone(), Arc::clone(&selection)));
        Ok(Some(selection))
    }
}

/// A position, its key and the boards that count.
struct Question<'a> {
    explorer: &'a Explorer,
    placement: u64,
    holdings: u32,
    key: Key,
    selection: Option<Arc<Selection>>,
}

impl Question<'_> {
    /// For an edge that counts for its move, true if it also counts for the position: the games of an
    /// edge counted for another move of the position otherwise.
    fn counts(&self, edge: Edge) -> Option<bool> {
        let flags = edge.flags();
        let (is_asked, again) = match self.key {
            Key::WithHoldings => (
                !flags.has(Flags::UNKNOWN) && edge.holdings() == self.holdings,
                flags.has(Flags::HELD_AGAIN),
            ),
            Key::Structure => (!flags.has(Flags::MOVED_AGAIN), flags.has(Flags::PLACED_AGAIN)),
        };
        is_asked.then_some(!again)
    }

    fn selects(&self, board: u32) -> bool {
        self.selection.as_ref().is_none_or(|selection| selection.has(board))
    }

    fn collect(
        &self,
        listed: &Listed,
        facts: &mut Facts,
        collected: &mut Collected,
    ) -> Result<(), ExplorerError> {
        let Some(counts_game) = self.counts(listed.edge) else { return Ok(()) };
        let ready = listed.sums.as_ref().filter(|_| self.selection.is_none());
        let (mut tally, mut examples) = (Tally::default(), Vec::new());
        let mut postings = self.explorer.postings(listed)?;
        while let Some((board, time)) = postings.next()? {
            if !self.selects(board) {
                continue;
            }
            if examples.len() < MoveStats::MOST_EXAMPLES {
                examples.push(BoardNumber(board));
            } else if ready.is_some() {
                break;
            }
            if ready.is_none() {
                tally.add(facts.sample(board, time)?);
            }
        }
        let tally = ready.unwrap_or(&tally);
        collected.add(listed.m, tally, &examples);
        collected.count(if counts_game { tally.games } else { 0 });
        Ok(())
    }

    /// Collects the moves of a position that one board met, by replaying that board.
    fn collect_tail(
        &self,
        facts: &mut Facts,
        collected: &mut Collected,
    ) -> Result<(), ExplorerError> {
        for board in self.explorer.tail(self.placement)? {
            if !self.selects(board) {
                continue;
            }
            for (visit, m) in self.explorer.visits(board)? {
                let here = visit.placement == self.placement;
                let Some(counts_game) = self.counts(visit.edge).filter(|_| here) else { continue };
                let mut tally = Tally::default();
                tally.add(facts.sample(board, visit.time)?);
                collected.add(m, &tally, &[BoardNumber(board)]);
                collected.count(counts_game.into());
            }
        }
        Ok(())
    }
}
