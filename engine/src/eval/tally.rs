//! What becomes of what is counted: a sum for the search, a list for whoever fits the weights.

use super::weights::WEIGHTS;

/// Takes what is counted on a position.
pub(crate) trait Tally: Default {
    /// The weight at this place counts so many times.
    fn add(&mut self, weight: usize, times: i32);
}

/// Counts times weights.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(pub(super) i32);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}
