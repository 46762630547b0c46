//! A part of a file: boards that were added together, with their index.

use std::num::NonZeroU64;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_rules::{RuleSet, TimeControl};

use crate::board::BoardNumber;
use crate::error::ExplorerError;
use crate::format::{Footer, Section};
use crate::replay::Visit;
use crate::tally::{Collected, MoveStats, Tally};

use super::columns::{Column, Facts};
use super::index::Listed;
use super::names;
use super::pages::Pages;
use super::question::Question;
use super::selection::Selection;

/// A part. Within it, boards are numbered from 0 on.
pub(super) struct Part {
    pub(super) pages: Pages,
    pub(super) footer: Footer,
    /// The number of its first board in the file.
    pub(super) first: u32,
    pub(super) clocks: Vec<Option<TimeControl>>,
    pub(super) rules: Vec<Option<RuleSet>>,
    /// The block of moves that was read last, with its number.
    pub(super) last_block: Mutex<Option<(u32, Arc<[u8]>)>>,
}

impl Part {
    pub(super) fn new(footer: Footer, pages: Pages, first: u32) -> Result<Self, ExplorerError> {
        let clocks = names::values(&pages, footer.section(Section::ClockTexts))?;
        let rules = names::values(&pages, footer.section(Section::RuleTexts))?;
        Ok(Self { pages, footer, first, clocks, rules, last_block: Mutex::new(None) })
    }

    /// Number of boards.
    pub(super) const fn boards(&self) -> u32 {
        self.footer.boards
    }

    /// Bytes of a section.
    pub(super) const fn bytes(&self, section: Section) -> u64 {
        self.footer.section(section).length
    }

    pub(super) fn column<const N: usize>(&self, section: Section) -> Column<'_, N> {
        Column::new(&self.pages, &self.footer, section)
    }

    /// The numbers of the boards at their source.
    pub(super) fn sources(&self) -> impl Iterator<Item = Result<NonZeroU64, ExplorerError>> {
        let mut column = self.column(Section::Source);
        let sources = (0..self.boards()).map(move |board| column.get(board));
        sources.filter_map(|source| match source.map(u64::from_le_bytes) {
            Ok(number) => NonZeroU64::new(number).map(Ok),
            Err(error) => Some(Err(error)),
        })
    }

    /// Collects the answer of this part.
    pub(super) fn answer(
        &self,
        question: &Question,
        selection: Option<&Selection>,
        collected: &mut Collected,
    ) -> Result<(), ExplorerError> {
        let facts = Facts::new(&self.pages, &self.footer);
        let mut asked = Asked { part: self, question, selection, facts, collected };
        match self.find(question.key())? {
            Some(mut edges) => {
                while let Some(listed) = edges.next()? {
                    asked.collect(&listed)?;
                }
                Ok(())
            }
            None => asked.collect_tail(),
        }
    }
}

/// A question to a part, and the answer so far.
struct Asked<'a> {
    part: &'a Part,
    question: &'a Question,
    selection: Option<&'a Selection>,
    facts: Facts<'a>,
    collected: &'a mut Collected,
}

impl Asked<'_> {
    fn selects(&self, board: u32) -> bool {
        self.selection.is_none_or(|selection| selection.has(board))
    }

    fn number(&self, board: u32) -> BoardNumber {
        BoardNumber(self.part.first + board)
    }

    fn collect(&mut self, listed: &Listed) -> Result<(), ExplorerError> {
        let Some(counts_game) = self.question.counts(listed.edge) else { return Ok(()) };
        let ready = listed.sums.as_ref().filter(|_| self.selection.is_none());
        let (mut tally, mut examples) = (Tally::default(), Vec::new());
        let mover = listed.edge.flags().mover();
        let mut postings = self.part.postings(listed)?;
        while let Some((board, time)) = postings.next()? {
            if !self.selects(board) {
                continue;
            }
            if examples.len() < MoveStats::MOST_EXAMPLES {
                examples.push(self.number(board));
            } else if ready.is_some() {
                break;
            }
            if ready.is_none() {
                tally.add(self.facts.sample(board, mover, time)?);
            }
        }
        let tally = ready.unwrap_or(&tally);
        self.collected.add((self.question.board(listed.edge), listed.m), tally, &examples);
        self.collected.count(if counts_game { tally.games } else { 0 });
        Ok(())
    }

    /// Collects the moves of a position that one board met, by replaying that board.
    fn collect_tail(&mut self) -> Result<(), ExplorerError> {
        for board in self.part.tail(self.question.key())? {
            if !self.selects(board) {
                continue;
            }
            for (visit, m) in self.part.visits(board, self.question.scope())? {
                let Visit { placement, edge, time } = visit;
                let here = placement == self.question.key();
                let Some(counts_game) = self.question.counts(edge).filter(|_| here) else {
                    continue;
                };
                let mut tally = Tally::default();
                tally.add(self.facts.sample(board, edge.flags().mover(), time)?);
                let number = self.number(board);
                self.collected.add((self.question.board(edge), m), &tally, &[number]);
                self.collected.count(counts_game.into());
            }
        }
        Ok(())
    }
}
