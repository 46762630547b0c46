//! The likeliest distribution of pair scores among those with a given lead.
//!
//! A hypothesis says that the lead over an even score, in standard deviations of a pair, is `t`.
//! Among the distributions with this lead we look for the one under which the sample is likeliest.
//! The constraint is not linear in the probabilities, because the deviation depends on them; but
//! around a distribution with mean μ and deviation σ it is, to the first order, the demand that the
//! *influence function*
//!
//! f(a) = a − ½ − t σ (1 + ((a − μ) / σ)²) / 2
//!
//! has expectation zero. Under a linear constraint the solution is known (Owen 1988): with a
//! multiplier x, p(a) = p̂(a) / (1 + x f(a)). Solving and linearising in turn leads to a point
//! where both agree, which is the stationary point we want; three or four iterations suffice for
//! real matches. Fishtest solves the same problem, after section 4.1 of Van den Bergh's note
//! `normalized_elo_practical.pdf` (2021).

use super::distribution::{Distribution, EVEN, Moments, SCORES};

/// Limit of iterations; from `DAMPED_TURN` on, each goes only half the way.
const TURNS: usize = 200;
const DAMPED_TURN: usize = 25;

/// Largest change of a probability at which the iteration ends. Near the poles of the multiplier,
/// rounding alone causes changes of 1e-8; the likelihood is flat at its maximum, so the error in it
/// is only of the order of the square.
const TOLERANCE: f64 = 1e-7;

/// Largest absolute slope of a tilt; beyond it `exp` is zero or infinite.
const STEEPEST: f64 = 700.0;
/// Number of bisection steps.
const HALVINGS: usize = 64;

/// A lead to be tested, and a distribution that has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Hypothesis {
    t: f64,
    start: Distribution,
}

impl Hypothesis {
    /// The hypothesis of a lead of `t` standard deviations of a pair.
    pub(super) fn new(t: f64) -> Self {
        Self { t, start: tilted(&Distribution::UNIFORM, t) }
    }

    /// The lead in standard deviations of a pair.
    pub(super) const fn t(&self) -> f64 {
        self.t
    }

    /// The likeliest distribution with this lead. The sample must have no zero.
    ///
    /// The iteration starts from a distribution that satisfies the constraint, so that the first
    /// linearisation can be solved for any `t`; if it does not converge, from one near the sample.
    /// `None` if neither converges, as can happen when the sample is very far from the hypothesis.
    pub(super) fn likeliest(&self, sample: &Distribution) -> Option<Distribution> {
        self.settle(sample, self.start).or_else(|| self.settle(sample, tilted(sample, self.t)))
    }

    fn settle(&self, sample: &Distribution, mut at: Distribution) -> Option<Distribution> {
        for turn in 0..TURNS {
            let solved = solve_linear(sample, &self.influence(&at))?;
            let next = if turn < DAMPED_TURN { solved } else { midway(&at, &solved)? };
            if largest_difference(&at, &solved) < TOLERANCE {
                return Some(solved);
            }
            at = next;
        }
        None
    }

    /// The influence function of the constraint around a distribution.
    fn influence(&self, around: &Distribution) -> [f64; 5] {
        let Moments { mean, deviation } = around.moments();
        SCORES.map(|score| {
            let z = (score - mean) / deviation;
            score - EVEN - self.t * deviation * (1.0 + z * z) / 2.0
        })
    }
}

/// The likeliest distribution under which `constraint` has expectation zero; `None` if there is no
/// such distribution.
fn solve_linear(sample: &Distribution, constraint: &[f64; 5]) -> Option<Distribution> {
    let largest = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    if !(smallest < 0.0 && largest > 0.0) {
        return None;
    }
    let x = multiplier(sample, constraint, (-1.0 / largest, -1.0 / smallest));
    let mut weights = *sample.probabilities();
    weights.iter_mut().zip(constraint).for_each(|(p, f)| *p /= 1.0 + x * f);
    Distribution::from_weights(weights)
}

/// The root x of Σ p f / (1 + x f) between two poles, by Newton's method, with bisection where a
/// step leaves the bracket. The sum falls with x, from plus to minus infinity.
fn multiplier(sample: &Distribution, constraint: &[f64; 5], poles: (f64, f64)) -> f64 {
    let (mut low, mut high) = poles;
    let mut x = 0.0;
    for _ in 0..TURNS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (p, f) in sample.probabilities().iter().zip(constraint) {
            let ratio = f / (1.0 + x * f);
            sum += p * ratio;
            slope += p * ratio * ratio;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x + sum / slope;
        let next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-15 * x.abs() {
            break;
        }
        x = next;
    }
    x
}

/// The exponential tilt of a distribution that has a lead of `t`. Tilting up leads to the best
/// score alone and tilting down to the worst, so that some tilt between has any finite lead.
fn tilted(base: &Distribution, t: f64) -> Distribution {
    let tilt = |slope: f64| {
        let mut weights = *base.probabilities();
        let farthest = if slope > 0.0 { 1.0 } else { 0.0 };
        for (weight, score) in weights.iter_mut().zip(SCORES) {
            *weight *= (slope * (score - farthest)).exp();
        }
        Distribution::from_weights(weights).unwrap_or(*base)
    };
    let (mut low, mut high) = (-STEEPEST, STEEPEST);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let Moments { mean, deviation } = tilt(middle).moments();
        if mean - EVEN < t * deviation {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilt(f64::midpoint(low, high))
}

fn midway(one: &Distribution, other: &Distribution) -> Option<Distribution> {
    let mut sum = *one.probabilities();
    sum.iter_mut().zip(other.probabilities()).for_each(|(p, q)| *p += q);
    Distribution::from_weights(sum)
}

fn largest_difference(one: &Distribution, other: &Distribution) -> f64 {
    let pairs = one.probabilities().iter().zip(other.probabilities());
    pairs.map(|(p, q)| (p - q).abs()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: [[f64; 5]; 5] = [
        [13.0, 37.0, 50.0, 25.0, 3.0],
        [34.0, 54.0, 63.0, 64.0, 75.0],
        [1.0, 1.0, 900.0, 20.0, 1.0],
        [1e-3, 1e-3, 40.0, 1e-3, 1e-3],
        [1e-3, 1e-3, 1e-3, 1e-3, 30.0],
    ];

    fn log_likelihood(sample: &Distribution, under: &Distribution) -> f64 {
        let pairs = sample.probabilities().iter().zip(under.probabilities());
        pairs.map(|(p, q)| p * q.ln()).sum()
    }

    #[test]
    fn the_answer_has_the_lead_asked_for() {
        for weights in SAMPLES {
            let sample = Distribution::from_weights(weights).expect("counts");
            for t in [-4.0, -0.8, -0.05, 0.0, 0.01, 0.3, 2.0] {
                let found = Hypothesis::new(t).likeliest(&sample).expect("settles");
                assert!((found.t_value() - t).abs() < 1e-6, "{weights:?} at {t}");
            }
        }
    }

    #[test]
    fn the_lead_of_the_sample_leaves_the_sample_as_it_is() {
        for weights in SAMPLES {
            let sample = Distribution::from_weights(weights).expect("counts");
            let found = Hypothesis::new(sample.t_value()).likeliest(&sample).expect("settles");
            assert!(largest_difference(&sample, &found) < 1e-6, "{weights:?}");
        }
    }

    /// Neighbours are steps along every pair of scores, tilted back onto the constraint.
    #[test]
    fn no_neighbour_with_the_same_lead_is_likelier() {
        for weights in &SAMPLES[..3] {
            let sample = Distribution::from_weights(*weights).expect("counts");
            for t in [-0.1, 0.0, 0.05, 0.3] {
                let found = Hypothesis::new(t).likeliest(&sample).expect("settles");
                for (from, to) in (0..5).flat_map(|from| (0..5).map(move |to| (from, to))) {
                    let mut moved = *found.probabilities();
                    let step = 0.01 * moved[from];
                    moved[from] -= step;
                    moved[to] += step;
                    let moved = Distribution::from_weights(moved).expect("positive");
                    let neighbour = tilted(&moved, t);
                    let gain =
                        log_likelihood(&sample, &neighbour) - log_likelihood(&sample, &found);
                    assert!(gain < 1e-9, "{weights:?} at {t}: {from} to {to} gains {gain}");
                }
            }
        }
    }
}
