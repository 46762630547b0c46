//! The fit of the forecast's weights to recorded games.

use crate::forecast::{FACTS, Facts, odds, share};

/// Strength of the pull of weights towards zero, in positions: games are few, and the positions of
/// a game alike.
const PULL: f64 = 100.0;
/// Steps of Newton's method, far more than it takes.
const STEPS: usize = 30;
/// The last step of each weight is smaller than this.
const CLOSE: f64 = 1e-7;

/// A moment of a game whose result is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sample {
    /// Number of the game, so that whole games can be held out.
    pub(crate) game: usize,
    /// Part of the game's moves before this moment, 0 to 1.
    pub(crate) phase: f64,
    /// The facts that the forecast weighs.
    pub(crate) facts: Facts,
    /// The logarithm of the odds from ratings, which is not fitted.
    pub(crate) by_rating: f64,
    /// The result for team one: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub(crate) won: f64,
}

impl Sample {
    /// The forecast for team one with these weights.
    fn forecast(&self, weights: &Facts) -> f64 {
        share(odds(weights, &self.facts) + self.by_rating)
    }
}

/// The weights that forecast the samples best, by logistic regression with a ridge.
pub(crate) fn fit<'a>(samples: &(impl Iterator<Item = &'a Sample> + Clone)) -> Facts {
    let pull = pull(samples.clone());
    let mut weights = [0.0; FACTS];
    for _ in 0..STEPS {
        let mut slope: Facts = std::array::from_fn(|i| pull[i] * weights[i]);
        let mut curvature = diagonal(&pull);
        for sample in samples.clone() {
            let forecast = sample.forecast(&weights);
            let (error, spread) = (forecast - sample.won, forecast * (1.0 - forecast));
            for ((row, slope), fact) in curvature.iter_mut().zip(&mut slope).zip(sample.facts) {
                *slope += error * fact;
                for (cell, other) in row.iter_mut().zip(sample.facts) {
                    *cell += spread * fact * other;
                }
            }
        }
        let step = solved(curvature, slope);
        weights = std::array::from_fn(|i| weights[i] - step[i]);
        if step.iter().all(|step| step.abs() < CLOSE) {
            break;
        }
    }
    weights
}

/// The forecast of each sample by weights that are fitted to the other games only.
pub(crate) fn held_out(samples: &[Sample]) -> Vec<f64> {
    let mut forecasts = Vec::with_capacity(samples.len());
    for game in samples.chunk_by(|one, next| one.game == next.game) {
        let others = samples.iter().filter(|sample| sample.game != game[0].game);
        let weights = fit(&others);
        forecasts.extend(game.iter().map(|sample| sample.forecast(&weights)));
    }
    forecasts
}

/// The pull on each weight, in the unit of its fact.
fn pull<'a>(samples: impl Iterator<Item = &'a Sample>) -> Facts {
    let (mut squares, mut count) = ([0.0; FACTS], 0.0);
    for sample in samples {
        count += 1.0;
        for (square, fact) in squares.iter_mut().zip(sample.facts) {
            *square += fact * fact;
        }
    }
    // Not zero for a fact that is always zero, so that its weight is zero too.
    squares.map(|square| (PULL * square / f64::max(count, 1.0)).max(1e-9))
}

/// The matrix with these numbers on its diagonal, and zeros.
fn diagonal(numbers: &Facts) -> [Facts; FACTS] {
    std::array::from_fn(|i| std::array::from_fn(|j| if i == j { numbers[i] } else { 0.0 }))
}

/// Solves `matrix * x = right` by Gaussian elimination. The matrix is symmetric and positive
/// definite, so no pivot is zero.
fn solved(mut matrix: [Facts; FACTS], mut right: Facts) -> Facts {
    for pivot in 0..FACTS {
        let (row, known) = (matrix[pivot], right[pivot]);
        for (lower, value) in matrix.iter_mut().zip(&mut right).skip(pivot + 1) {
            let factor = lower[pivot] / row[pivot];
            for (cell, above) in lower.iter_mut().zip(row) {
                *cell -= factor * above;
            }
            *value -= factor * known;
        }
    }
    let mut solution = [0.0; FACTS];
    for pivot in (0..FACTS).rev() {
        let known: f64 = (pivot + 1..FACTS).map(|i| matrix[pivot][i] * solution[i]).sum();
        solution[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games whose results follow these weights as closely as their number allows.
    fn samples(weights: &Facts) -> Vec<Sample> {
        let mut samples = Vec::new();
        for game in 0..400usize {
            let facts = std::array::from_fn(|i| ((game * (2 * i + 3)) % 17) as f64 / 8.0 - 1.0);
            let chance = share(odds(weights, &facts));
            // Each game a hundred times, won as often as its chance says.
            for turn in 0..100 {
                let won = f64::from(u8::from(f64::from(turn) + 0.5 < chance * 100.0));
                samples.push(Sample { game, phase: 0.5, facts, by_rating: 0.0, won });
            }
        }
        samples
    }

    #[test]
    fn a_fit_finds_the_weights_that_made_the_results() {
        let weights = [1.0, -0.5, 0.25, 2.0];
        for (found, expected) in fit(&samples(&weights).iter()).into_iter().zip(weights) {
            assert!((found - expected).abs() < 0.1, "{found} is not {expected}");
        }
    }

    #[test]
    fn facts_that_say_nothing_weigh_nothing() {
        let sample = Sample { game: 1, phase: 0.0, facts: [0.0; FACTS], by_rating: 0.0, won: 1.0 };
        for samples in [&[sample][..], &[]] {
            assert!(fit(&samples.iter()).iter().all(|weight| weight.abs() < 1e-12));
        }
    }

    #[test]
    fn a_game_that_is_held_out_does_not_tell_its_own_result() {
        let sample = |game, won| Sample {
            game,
            phase: 0.0,
            facts: [1.0, 0.0, 0.0, 0.0],
            by_rating: 0.0,
            won,
        };
        let samples: Vec<_> = (0..400).map(|at| sample(at / 200, (at / 200) as f64)).collect();
        let forecasts = held_out(&samples);
        assert_eq!(forecasts.len(), samples.len());
        // Of two games, each is forecast by the other one, which ended otherwise.
        assert!(forecasts[0] > 0.6 && forecasts[399] < 0.4, "{forecasts:?}");
    }
}
