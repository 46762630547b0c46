//! Means of observations, and whether two of them differ by more than chance.

/// The mean of numbers that come one by one, with their spread.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Mean {
    count: u64,
    sum: f64,
    squares: f64,
}

/// The difference of two means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Difference {
    /// The first mean minus the second.
    pub(super) value: f64,
    /// Half of the interval in which the difference lies with a probability of 95 %.
    pub(super) within: f64,
    /// The difference in standard errors; no finite number if neither group has any spread.
    pub(super) z: f64,
}

/// The least number of observations of each group for a comparison: with fewer, means are not normally
/// distributed.
const LEAST: u64 = 20;
/// Standard errors in the half of an interval of 95 %.
const NINETY_FIVE: f64 = 1.96;
/// The least difference that counts, in standard errors. Chance alone gives it once in 370 comparisons.
const CLEAR: f64 = 3.0;
/// The least difference that counts, as a part of the larger mean.
const WORTH_A_WORD: f64 = 0.2;

impl Mean {
    pub(super) fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// The mean; `None` without observations.
    pub(super) fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// The square of the standard error of the mean.
    fn error(&self, mean: f64) -> f64 {
        let count = self.count as f64;
        let variance = (self.squares - count * mean * mean) / (count - 1.0);
        variance.max(0.0) / count
    }

    /// The difference from another mean; `None` if a group has fewer than 20 observations.
    pub(super) fn against(&self, other: &Self) -> Option<Difference> {
        if self.count.min(other.count) < LEAST {
            return None;
        }
        let (own, others) = (self.value()?, other.value()?);
        let error = (self.error(own) + other.error(others)).sqrt();
        let value = own - others;
        Some(Difference { value, within: NINETY_FIVE * error, z: value / error })
    }

    /// True if the mean differs from another one by more than chance explains, and by a fifth at least.
    pub(super) fn is_clearly_other_than(&self, other: &Self) -> bool {
        let larger = self.value().unwrap_or(0.0).abs().max(other.value().unwrap_or(0.0).abs());
        self.against(other).is_some_and(|Difference { value, z, .. }| {
            z.abs() >= CLEAR && value.abs() >= WORTH_A_WORD * larger
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(numbers: impl IntoIterator<Item = f64>) -> Mean {
        let mut mean = Mean::default();
        numbers.into_iter().for_each(|number| mean.add(number));
        mean
    }

    #[test]
    fn a_difference_is_clear_if_it_is_large_and_not_by_chance() {
        let often = |part: u32, count: u32| {
            mean((0..count).map(move |at| f64::from(u8::from(at % 100 < part))))
        };
        for (own, others, expected) in [
            (often(0, 200), often(30, 600), true),
            (often(50, 200), often(20, 600), true),
            (often(50, 19), often(0, 600), false),
            (often(10, 40), often(20, 120), false),
            (often(0, 200), often(0, 600), false),
            (often(100, 200), often(0, 600), true),
            // Many games make a small difference certain, but not worth a word.
            (often(51, 1_000_000), often(50, 1_000_000), false),
        ] {
            let found = own.is_clearly_other_than(&others);
            assert_eq!(found, expected, "{own:?} {others:?}");
            assert_eq!(others.is_clearly_other_than(&own), expected);
        }
    }

    #[test]
    fn the_interval_of_a_difference_is_that_of_the_books() {
        let own = mean([1.0, 2.0, 3.0, 4.0].repeat(10));
        let others = mean([2.0, 4.0].repeat(50));
        let difference = own.against(&others).expect("there are enough");
        assert!((difference.value + 0.5).abs() < 1e-12);
        // The squared errors are 50 / 39 / 40 and 100 / 99 / 100.
        let error = (50.0 / 39.0 / 40.0 + 100.0 / 99.0 / 100.0_f64).sqrt();
        assert!((difference.within - 1.96 * error).abs() < 1e-12);
        assert!((difference.z + 0.5 / error).abs() < 1e-12);
    }
}
