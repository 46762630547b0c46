//! The boards that pass a filter.

use std::ops::RangeInclusive;

use tandem_rules::{Color, TimeControl};

use crate::error::ExplorerError;
use crate::filter::{Filter, PlayerFilter};
use crate::format::{OutcomeByte, Section};

use super::Explorer;
use super::columns::Column;
use super::names::Names;

/// A set of boards: a bit for each.
#[derive(Debug)]
pub(super) struct Selection {
    bits: Vec<u64>,
    boards: u32,
}

impl Selection {
    fn all(boards: u32) -> Self {
        Self { bits: vec![u64::MAX; boards.div_ceil(64) as usize], boards }
    }

    #[inline]
    pub(super) fn has(&self, board: u32) -> bool {
        self.bits.get(board as usize / 64).is_some_and(|word| word >> (board % 64) & 1 == 1)
    }

    /// Keeps the boards that pass a condition. Those that are out already are not asked for.
    fn keep(
        &mut self,
        mut passes: impl FnMut(u32) -> Result<bool, ExplorerError>,
    ) -> Result<(), ExplorerError> {
        for (first, word) in (0..self.boards).step_by(64).zip(&mut self.bits) {
            if *word == 0 {
                continue;
            }
            let mut kept = 0;
            for board in first..self.boards.min(first.saturating_add(64)) {
                let bit = 1 << (board - first);
                if *word & bit != 0 && passes(board)? {
                    kept |= bit;
                }
            }
            *word = kept;
        }
        Ok(())
    }
}

impl Explorer {
    /// The boards that pass a filter. Each condition reads its columns once.
    pub(super) fn select(&self, filter: &Filter) -> Result<Selection, ExplorerError> {
        let mut selection = Selection::all(self.footer.boards);
        let Filter { player, rating, base_seconds, ended, result, rules } = filter;
        if let Some(player) = player {
            self.select_player(player, &mut selection)?;
        }
        if let Some(rules) = rules {
            let mut column = self.column::<1>(Section::Rules);
            let passes: Vec<bool> =
                self.rules.iter().map(|known| known.as_ref() == Some(rules)).collect();
            selection.keep(|board| Ok(is_set(&passes, column.get(board)?[0].into())))?;
        }
        if let Some(result) = result {
            let mut column = self.column::<1>(Section::Outcome);
            selection
                .keep(|board| Ok(OutcomeByte(column.get(board)?[0]).result() == Some(*result)))?;
        }
        if let Some(base) = base_seconds {
            let mut column = self.column::<2>(Section::Clock);
            let passes: Vec<bool> =
                self.clocks.iter().map(|clock| has_base(clock.as_ref(), base)).collect();
            selection
                .keep(|board| Ok(is_set(&passes, u16::from_le_bytes(column.get(board)?).into())))?;
        }
        if let Some(ended) = ended {
            let mut column = self.column::<4>(Section::Ended);
            selection.keep(|board| {
                let end = u32::from_le_bytes(column.get(board)?);
                Ok(end != 0 && ended.contains(&end))
            })?;
        }
        if let Some(rating) = rating {
            self.select_rating(rating, &mut selection)?;
        }
        Ok(selection)
    }

    fn select_player(
        &self,
        PlayerFilter { name, color }: &PlayerFilter,
        selection: &mut Selection,
    ) -> Result<(), ExplorerError> {
        let Some(number) = Names::new(&self.pages, &self.footer).find(name)? else {
            return selection.keep(|_| Ok(false));
        };
        let wanted = number.to_le_bytes();
        let mut white = self.column::<4>(Section::White);
        let mut black = self.column::<4>(Section::Black);
        match color {
            Some(Color::White) => selection.keep(|board| Ok(white.get(board)? == wanted)),
            Some(Color::Black) => selection.keep(|board| Ok(black.get(board)? == wanted)),
            None => selection
                .keep(|board| Ok(white.get(board)? == wanted || black.get(board)? == wanted)),
        }
    }

    fn select_rating(
        &self,
        range: &RangeInclusive<u16>,
        selection: &mut Selection,
    ) -> Result<(), ExplorerError> {
        let mut white = self.column::<2>(Section::WhiteRating);
        let mut black = self.column::<2>(Section::BlackRating);
        selection.keep(|board| {
            let [white, black] = [white.get(board)?, black.get(board)?].map(u16::from_le_bytes);
            let mean = Filter::mean_rating(white, black);
            Ok(mean != 0 && range.contains(&mean))
        })
    }

    fn column<const N: usize>(&self, section: Section) -> Column<'_, N> {
        Column::new(&self.pages, &self.footer, section)
    }
}

/// True if a condition holds for the value of this number; a number without a value does not pass.
fn is_set(passes: &[bool], number: usize) -> bool {
    passes.get(number).copied().unwrap_or(false)
}

fn has_base(clock: Option<&TimeControl>, range: &RangeInclusive<u32>) -> bool {
    let seconds = clock.and_then(|clock| u32::try_from(clock.base.0 / 1000).ok());
    seconds.is_some_and(|seconds| range.contains(&seconds))
}
