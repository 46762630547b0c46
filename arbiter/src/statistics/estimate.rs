//! Estimates with confidence intervals, from the pairs of a tally.

use super::Tally;
use super::distribution::{Distribution, EVEN, Moments};

/// The 97.5% quantile of the normal distribution: 95% lie within this many deviations of the mean.
const Z95: f64 = 1.959_963_984_540_054;

/// Normalised Elo per standard deviation of a game, 800 / ln 10. With this factor, normalised and
/// logistic Elo agree where all games are decided and the teams are nearly equal.
pub(super) const NORMALIZED_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// A value and its 95% confidence interval; an end is infinite where no bound is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate itself.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    fn around(value: f64, error: f64) -> Self {
        Self { value, low: value - Z95 * error, high: value + Z95 * error }
    }

    fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self { value: function(self.value), low: function(self.low), high: function(self.high) }
    }

    /// Half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// True if a value lies in the interval.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The distribution of the scores of all pairs, and the number of pairs.
///
/// **Regularisation.** If all pairs have the same score, the variance of the sample is zero, which
/// says nothing about the variance of the next pairs. One imaginary pair is then added, half of it
/// lost twice and half of it won twice. After `n` equal pairs the intervals thus reach about
/// `2 / n` of a pair from the observed score, as far as the exact likelihood interval does
/// (1.9 / n), and shrink as `n` grows. A sample with two different scores is left as it is.
struct Sample {
    distribution: Distribution,
    pairs: f64,
}

impl Sample {
    fn of(tally: &Tally) -> Option<Self> {
        let mut counts = tally.pentanomial().map(|count| count as f64);
        if counts.iter().filter(|&&count| count > 0.0).count() == 1 {
            counts[0] += 0.5;
            counts[4] += 0.5;
        }
        let distribution = Distribution::from_weights(counts)?;
        Some(Self { distribution, pairs: counts.iter().sum() })
    }

    /// The standard error of the mean score.
    fn error(&self) -> f64 {
        self.distribution.moments().deviation / self.pairs.sqrt()
    }

    fn score(&self) -> Estimate {
        Estimate::around(self.distribution.moments().mean, self.error())
    }
}

/// Our share of the points of all pairs, 0 to 1, with the interval of the pair variance; `None`
/// without pairs.
///
/// The value differs from [`Tally::score`] by leaving out unpaired games, and by the regularisation
/// of tallies in which all pairs have the same score, which moves it a little towards ½. The ends
/// of the interval stay within 0 and 1.
pub fn score(tally: &Tally) -> Option<Estimate> {
    Sample::of(tally).map(|sample| sample.score().map(|score| score.clamp(0.0, 1.0)))
}

/// The logistic Elo difference, 400 log₁₀ of the odds of [`score`], and the same of the ends of its
/// interval; infinite at a score of 0 or 1; `None` without pairs.
pub fn elo(tally: &Tally) -> Option<Estimate> {
    score(tally).map(|score| score.map(|score| 400.0 * (score / (1.0 - score)).log10()))
}

/// Normalised Elo: the lead over an even score in standard deviations of a *game*, times
/// 800 / ln 10; `None` without pairs.
///
/// The variance of a game is taken as twice that of the mean of a pair, so that games which depend
/// on one another are not counted as two. The interval is that of the delta method for the ratio of
/// a mean to a deviation: with `t` the lead in deviations of a pair, √n (t̂ − t) has the variance
/// 1 − t · skewness + t² (kurtosis − 1) / 4, and not just 1.
pub fn normalized_elo(tally: &Tally) -> Option<Estimate> {
    let Sample { distribution, pairs } = Sample::of(tally)?;
    let t = distribution.t_value();
    let skewness = distribution.standardized_moment(3);
    let kurtosis = distribution.standardized_moment(4);
    // Only rounding could make it negative: it is the variance of z − t (z² − 1) / 2.
    let variance = (1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0).max(0.0);
    Some(Estimate::around(t, (variance / pairs).sqrt()).map(normalized_elo_from_lead))
}

/// Converts a lead in standard deviations of a pair to normalised Elo.
pub(super) fn normalized_elo_from_lead(t: f64) -> f64 {
    t * std::f64::consts::FRAC_1_SQRT_2 * NORMALIZED_PER_DEVIATION
}

/// Converts normalised Elo to a lead in standard deviations of a pair.
pub(super) fn lead_from_normalized_elo(normalized_elo: f64) -> f64 {
    normalized_elo / NORMALIZED_PER_DEVIATION * std::f64::consts::SQRT_2
}

/// The likelihood of superiority (LOS): the probability, 0 to 1, that we are the stronger team, by
/// the normal distribution around our score with the error of the pair variance; `None` without
/// pairs.
pub fn likelihood_of_superiority(tally: &Tally) -> Option<f64> {
    let sample = Sample::of(tally)?;
    let Moments { mean, .. } = sample.distribution.moments();
    Some(normal_probability((mean - EVEN) / sample.error()))
}

/// The standard normal distribution function: the probability of a value below `z`.
///
/// A Taylor series around zero: G. Marsaglia, *Evaluating the Normal Distribution* (Journal of
/// Statistical Software 11, 2004). The absolute error is below 1e-15.
fn normal_probability(z: f64) -> f64 {
    const BEYOND: f64 = 8.3; // the tail beyond it is below 1e-16
    if z.abs() > BEYOND {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_probabilities_match_the_textbook() {
        let table = [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (Z95, 0.975),
            (-1.96, 0.024_997_895),
            (3.0, 0.998_650_102),
        ];
        for (z, probability) in table {
            assert!((normal_probability(z) - probability).abs() < 1e-9, "{z}");
        }
        assert!((normal_probability(-8.29) + normal_probability(8.29) - 1.0).abs() < 1e-15);
        assert!(normal_probability(f64::INFINITY) >= 1.0);
    }

    #[test]
    fn leads_and_normalized_elo_convert_back() {
        assert!((lead_from_normalized_elo(normalized_elo_from_lead(0.3)) - 0.3).abs() < 1e-15);
    }
}
