//! The boards that pass a filter.

use std::ops::RangeInclusive;

use tandem_rules::{Color, TimeControl};

use crate::error::ExplorerError;
use crate::filter::{Filter, PlayerFilter};
use crate::format::{OutcomeByte, Section};

use super::columns::Column;
use super::names::Names;
use super::part::Part;
use super::question::Scope;

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

    /// Keeps the boards whose values in some columns pass a condition.
    fn keep<const N: usize, const C: usize>(
        &mut self,
        mut columns: [Column<'_, N>; C],
        passes: impl Fn([[u8; N]; C]) -> bool,
    ) -> Result<(), ExplorerError> {
        for (first, word) in (0..self.boards).step_by(64).zip(&mut self.bits) {
            if *word == 0 {
                continue;
            }
            let count = (self.boards - first).min(64);
            let mut values = [[[0; N]; 64]; C];
            for (column, values) in columns.iter_mut().zip(&mut values) {
                column.fill(first, &mut values[..count as usize])?;
            }
            // All 64 boards are asked for, even those that are out: it is quicker without branches.
            let mut kept = 0;
            for board in 0..count {
                let values = std::array::from_fn(|column| values[column][board as usize]);
                kept |= u64::from(passes(values)) << board;
            }
            *word &= kept;
        }
        Ok(())
    }
}

impl Part {
    /// The boards that pass a filter. Each condition reads its columns once.
    pub(super) fn select(&self, filter: &Filter, scope: Scope) -> Result<Selection, ExplorerError> {
        let mut selection = Selection::all(self.footer.boards);
        let Filter { player, rating, base_seconds, ended, result, rules } = filter;
        if let Some(player) = player {
            self.select_player(player, &mut selection)?;
        }
        if let Some(rules) = rules {
            let passing = Passing::of(&self.rules, |known| known.as_ref() == Some(rules));
            let column = self.column(Section::Rules);
            selection.keep([column], |[[number]]| passing.has(number.into()))?;
        }
        if let Some(result) = *result {
            let column = self.column(Section::Outcome);
            selection.keep([column], |[[byte]]| OutcomeByte(byte).result() == Some(result))?;
        }
        if let Some(range) = base_seconds {
            let passing = Passing::of(&self.clocks, |clock| has_base(clock.as_ref(), range));
            let column = self.column(Section::Clock);
            selection.keep([column], |[number]| passing.has(u16::from_le_bytes(number).into()))?;
        }
        if let Some(ended) = ended {
            let column = self.column(Section::Ended);
            selection.keep([column], |[end]| {
                let end = u32::from_le_bytes(end);
                end != 0 && ended.contains(&end)
            })?;
        }
        if let Some(rating) = rating {
            self.select_rating(rating, &mut selection)?;
        }
        match scope {
            Scope::Boards => Ok(selection),
            Scope::Games => self.with_partners(&selection),
        }
    }

    /// These boards and their partners.
    fn with_partners(&self, selection: &Selection) -> Result<Selection, ExplorerError> {
        let mut all = Selection { bits: selection.bits.clone(), boards: selection.boards };
        let mut partners = self.column(Section::Partner);
        for board in (0..self.footer.boards).filter(|&board| selection.has(board)) {
            let partner = u32::from_le_bytes(partners.get(board)?);
            if let Some(word) = all.bits.get_mut(partner as usize / 64) {
                *word |= 1 << (partner % 64);
            }
        }
        Ok(all)
    }

    fn select_player(
        &self,
        PlayerFilter { name, color }: &PlayerFilter,
        selection: &mut Selection,
    ) -> Result<(), ExplorerError> {
        let Some(number) = Names::new(&self.pages, &self.footer).find(name)? else {
            selection.bits.fill(0);
            return Ok(());
        };
        let wanted = number.to_le_bytes();
        let (white, black) = (self.column(Section::White), self.column(Section::Black));
        match color {
            Some(Color::White) => selection.keep([white], |[white]| white == wanted),
            Some(Color::Black) => selection.keep([black], |[black]| black == wanted),
            None => {
                selection.keep([white, black], |[white, black]| [white, black].contains(&wanted))
            }
        }
    }

    fn select_rating(
        &self,
        range: &RangeInclusive<u16>,
        selection: &mut Selection,
    ) -> Result<(), ExplorerError> {
        let columns = [Section::WhiteRating, Section::BlackRating].map(|of| self.column(of));
        selection.keep(columns, |ratings| {
            let [white, black] = ratings.map(u16::from_le_bytes);
            let mean = Filter::mean_rating(white, black);
            mean != 0 && range.contains(&mean)
        })
    }
}

/// The numbers of the values that meet a condition.
struct Passing(Vec<bool>);

impl Passing {
    fn of<T>(values: &[T], condition: impl Fn(&T) -> bool) -> Self {
        Self(values.iter().map(condition).collect())
    }

    /// False for a number without a value.
    fn has(&self, number: usize) -> bool {
        self.0.get(number).copied().unwrap_or(false)
    }
}

fn has_base(clock: Option<&TimeControl>, range: &RangeInclusive<u32>) -> bool {
    let seconds = clock.and_then(|clock| u32::try_from(clock.base.0 / 1000).ok());
    seconds.is_some_and(|seconds| range.contains(&seconds))
}
