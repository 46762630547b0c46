//! The statistics of ratings: a logistic fit, least squares, and the correlation of ranks.

/// The lowest and the highest rating.
const RANGE: std::ops::RangeInclusive<u16> = 200..=3200;
/// Mean and standard deviation of ratings before anything is known.
const PRIOR: (f64, f64) = (1500.0, 700.0);
/// Difference in Elo at which one of eleven attempts succeeds.
const SCALE: f64 = 400.0;

/// Attempts of a level at a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Attempts {
    pub(super) elo: f64,
    pub(super) solved: u32,
    pub(super) of: u32,
}

/// The most likely rating of a puzzle: a player of that Elo solves it every other time.
pub(super) fn rating(attempts: &[Attempts]) -> u16 {
    let likelihood = |rating: u16| {
        let rating = f64::from(rating);
        let (mean, deviation) = PRIOR;
        let prior = -((rating - mean) / deviation).powi(2) / 2.0;
        let logs = attempts.iter().map(|&Attempts { elo, solved, of }| {
            let chance = 1.0 / (1.0 + 10_f64.powf((rating - elo) / SCALE));
            f64::from(solved) * chance.ln() + f64::from(of - solved) * (1.0 - chance).ln()
        });
        prior + logs.sum::<f64>()
    };
    let best =
        RANGE.step_by(5).max_by(|&one, &other| likelihood(one).total_cmp(&likelihood(other)));
    best.expect("the range is not empty")
}

/// Spearman's correlation of ranks; equal values share the mean of their ranks. NaN if one side has
/// one value only.
pub(super) fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let [one, other]: [Vec<f64>; 2] =
        [pairs.iter().map(|pair| pair.0).collect(), pairs.iter().map(|pair| pair.1).collect()];
    correlation(&ranks(&one), &ranks(&other))
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    let mut at = 0;
    while at < order.len() {
        let value = values[order[at]];
        let equal = order[at..].iter().take_while(|&&other| values[other] <= value).count();
        for &index in &order[at..at + equal] {
            ranks[index] = at as f64 + (equal - 1) as f64 / 2.0;
        }
        at += equal;
    }
    ranks
}

/// Pearson's correlation.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let count = one.len() as f64;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count;
    let (mean_one, mean_other) = (mean(one), mean(other));
    let mut sums = [0.0; 3];
    for (a, b) in one.iter().zip(other) {
        let (a, b) = (a - mean_one, b - mean_other);
        sums = [sums[0] + a * b, sums[1] + a * a, sums[2] + b * b];
    }
    sums[0] / (sums[1] * sums[2]).sqrt()
}

/// The weights of features that predict values best, by least squares with a little damping.
pub(super) fn least_squares<const N: usize>(rows: &[([f64; N], f64)]) -> [f64; N] {
    const DAMPING: f64 = 1e-6;
    let mut matrix = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (features, value) in rows {
        for (i, one) in features.iter().enumerate() {
            right[i] += one * value;
            for (cell, other) in matrix[i].iter_mut().zip(features) {
                *cell += one * other;
            }
        }
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += DAMPING;
    }
    // Gauss and Jordan; the matrix is positive definite, so no pivot is zero.
    for i in 0..N {
        let pivot = matrix[i][i];
        for cell in &mut matrix[i] {
            *cell /= pivot;
        }
        right[i] /= pivot;
        let (row, value) = (matrix[i], right[i]);
        for k in (0..N).filter(|&k| k != i) {
            let factor = matrix[k][i];
            for (cell, own) in matrix[k].iter_mut().zip(row) {
                *cell -= factor * own;
            }
            right[k] -= factor * value;
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_has_the_rating_of_the_level_that_solves_every_other_attempt() {
        let attempts = |solved: [u32; 3]| {
            let levels = [1000.0, 1500.0, 2000.0].into_iter().zip(solved);
            levels.map(|(elo, solved)| Attempts { elo, solved, of: 10 }).collect::<Vec<_>>()
        };
        assert_eq!(rating(&attempts([0, 5, 10])), 1500);
        let [all, none] = [[10; 3], [0; 3]].map(|solved| rating(&attempts(solved)));
        assert!(all < 1000 && none > 2000, "{all} {none}");
        let [easier, harder] = [[2, 8, 10], [0, 4, 9]].map(|solved| rating(&attempts(solved)));
        assert!(easier < 1500 && harder > 1500, "{easier} {harder}");
    }

    #[test]
    fn ranks_agree_whatever_the_values() {
        let rising = [(1.0, 1.0), (2.0, 100.0), (3.0, 101.0), (10.0, 1000.0)];
        assert!((rank_correlation(&rising) - 1.0).abs() < 1e-12);
        let falling = rising.map(|(one, other)| (one, -other));
        assert!((rank_correlation(&falling) + 1.0).abs() < 1e-12);
        // Two equal values of four: the classic formula does not hold, that of Pearson does.
        let tied = [(1.0, 1.0), (2.0, 1.0), (3.0, 2.0), (4.0, 3.0)];
        assert!((rank_correlation(&tied) - 0.9f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn least_squares_find_a_plane() {
        let rows = [(0.0, 1.0), (1.0, 0.0), (2.0, 5.0), (3.0, 2.0)]
            .map(|(x, y)| ([1.0, x, y], 7.0 - 2.0 * x + 0.5 * y));
        let weights = least_squares(&rows);
        for (weight, expected) in weights.into_iter().zip([7.0, -2.0, 0.5]) {
            assert!((weight - expected).abs() < 1e-3, "{weights:?}");
        }
    }
}
