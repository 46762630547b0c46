//! Labels: the known score and result of a position.

use crate::loss::{cross_entropy, expectation};

/// The known score and result of a position, for its side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// Score of the search, averaged with those of later positions of its board, in centipawns.
    pub score: f64,
    /// Result of the game: 0 lost, 0.5 drawn, 1 won.
    pub result: f64,
    /// Trust in the result, 0 to 1: how much of it came about on the position's board.
    pub trust: f64,
}

impl Label {
    /// Training target: the expected result, 0 to 1. It is a mean of the game's result and the
    /// [`expectation`] of the score, with `result * trust` as the weight of the game's result.
    pub fn target(self, result: f64, unit: f64) -> f64 {
        let share = result * self.trust;
        share * self.result + (1.0 - share) * expectation(self.score, unit)
    }

    /// The unit, in centipawns from 100 to 2000, with which the expectation of the scores predicts
    /// the results best: minimizes their cross entropy, weighted by trust, by golden-section
    /// search.
    pub fn unit(all: &(impl Iterator<Item = Self> + Clone)) -> f64 {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        let loss = |unit: f64| -> f64 {
            let decided = all.clone().filter(|label| label.trust > 0.0);
            let of = |label: Self| {
                label.trust * cross_entropy(expectation(label.score, unit), label.result)
            };
            decided.map(of).sum()
        };
        let (mut least, mut most) = (100.0, 2_000.0);
        while most - least > 1.0 {
            let (low, high) = (most - GOLDEN * (most - least), least + GOLDEN * (most - least));
            if loss(low) < loss(high) { most = high } else { least = low }
        }
        f64::midpoint(least, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_that_of_the_scores() {
        // A score of one unit is won e times as often as it is lost.
        let of = |score: i32| {
            let score = f64::from(score);
            Label { score, result: expectation(score, 500.0), trust: 1.0 }
        };
        let unit = Label::unit(&(-20..=20).map(|score| of(score * 50)));
        assert!((unit - 500.0).abs() < 2.0, "{unit}");
    }

    #[test]
    fn a_target_is_the_score_where_the_result_came_about_elsewhere() {
        let won = |trust| Label { score: 0.0, result: 1.0, trust }.target(0.5, 400.0);
        for (trust, target) in [(0.0, 0.5), (0.5, 0.625), (1.0, 0.75)] {
            assert!((won(trust) - target).abs() < 1e-12, "{trust}");
        }
    }
}
