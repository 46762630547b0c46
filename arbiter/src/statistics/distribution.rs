//! Probability distributions of the five scores of a pair.

/// The five scores of a pair, as shares of its two points.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The expected score of equal teams.
pub(super) const EVEN: f64 = 0.5;

/// Probabilities of [`SCORES`].
///
/// Invariant: none is negative, and they add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Distribution([f64; 5]);

/// Mean and standard deviation of a [`Distribution`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    pub(super) mean: f64,
    pub(super) deviation: f64,
}

impl Distribution {
    /// The uniform distribution.
    pub(super) const UNIFORM: Self = Self([0.2; 5]);

    /// Normalises weights; `None` if their sum is zero or not finite.
    pub(super) fn from_weights(weights: [f64; 5]) -> Option<Self> {
        let sum: f64 = weights.iter().sum();
        (sum > 0.0 && sum.is_finite()).then(|| Self(weights.map(|weight| weight / sum)))
    }

    pub(super) const fn probabilities(&self) -> &[f64; 5] {
        &self.0
    }

    /// The expected value of a function of the score.
    pub(super) fn expect(&self, function: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().zip(SCORES).map(|(p, score)| p * function(score)).sum()
    }

    pub(super) fn moments(&self) -> Moments {
        let mean = self.expect(|score| score);
        let variance = self.expect(|score| (score - mean).powi(2));
        Moments { mean, deviation: variance.sqrt() }
    }

    /// The standardised moment of the given order: 3 for skewness, 4 for kurtosis.
    pub(super) fn standardized_moment(&self, power: i32) -> f64 {
        let Moments { mean, deviation } = self.moments();
        self.expect(|score| ((score - mean) / deviation).powi(power))
    }

    /// The difference of the mean from [`EVEN`], in standard deviations of a pair.
    pub(super) fn t_value(&self) -> f64 {
        let Moments { mean, deviation } = self.moments();
        (mean - EVEN) / deviation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the raw statistics of
    /// montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712, a page of fishtest's software.
    #[test]
    fn moments_match_a_published_page() {
        let sample = Distribution::from_weights([13.0, 37.0, 50.0, 25.0, 3.0]).expect("counts");
        let Moments { mean, deviation } = sample.moments();
        assert!((mean - 0.4375).abs() < 1e-9);
        assert!((deviation.powi(2) - 0.05762).abs() < 5e-6);
        assert!((sample.standardized_moment(3) - -0.01324).abs() < 5e-6);
        assert!((sample.standardized_moment(4) - 3.0 - -0.50187).abs() < 5e-6);
    }

    #[test]
    fn nothing_has_no_distribution() {
        assert_eq!(Distribution::from_weights([0.0; 5]), None);
    }
}
