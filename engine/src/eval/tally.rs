//! Tallies of the evaluation's counts: a sum for the search, a list for the tuner.

use super::weights::WEIGHTS;

/// Receives the counts of a position.
pub(crate) trait Tally: Default {
    /// Counts the weight at this index `times` times.
    fn add(&mut self, weight: usize, times: i32);
}

/// The sum of counts times weights.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(pub(super) i32);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}
