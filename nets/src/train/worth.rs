//! What is known of a position's worth, and how well a score tells it.

/// What is known of a position's worth to its side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// What the search said, and those of the positions after it, in centipawns.
    pub score: f64,
    /// How the game ended: 0 lost, 1 won.
    pub result: f64,
    /// How much of that came about on the position's board, 0 to 1.
    pub trust: f64,
}

impl Worth {
    /// The part of games that an evaluation should expect to win. A result that came about on the
    /// position's board is so much of the truth as `result` says, 0 to 1; the rest is the score.
    pub fn target(self, result: f64, unit: f64) -> f64 {
        let share = result * self.trust;
        share * self.result + (1.0 - share) * expectation(self.score, unit)
    }

    /// The unit with which scores tell results best, by golden sections.
    pub fn unit(all: &(impl Iterator<Item = Self> + Clone)) -> f64 {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        let loss = |unit: f64| -> f64 {
            let decided = all.clone().filter(|worth| worth.trust > 0.0);
            let of = |worth: Self| {
                worth.trust * cross_entropy(expectation(worth.score, unit), worth.result)
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

/// The part of games that a score wins; one of a `unit` wins e times as many as it loses.
pub fn expectation(score: f64, unit: f64) -> f64 {
    1.0 / (1.0 + (-score / unit).exp())
}

/// How badly an expectation tells a target, both from 0 to 1.
pub fn cross_entropy(told: f64, target: f64) -> f64 {
    let told = told.clamp(1e-9, 1.0 - 1e-9);
    -(target * told.ln() + (1.0 - target) * (1.0 - told).ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_that_of_the_scores() {
        // What is e times as often won as lost is worth a unit.
        let of = |score: i32| {
            let score = f64::from(score);
            Worth { score, result: expectation(score, 500.0), trust: 1.0 }
        };
        let unit = Worth::unit(&(-20..=20).map(|score| of(score * 50)));
        assert!((unit - 500.0).abs() < 2.0, "{unit}");
    }

    #[test]
    fn a_target_is_the_score_where_the_result_came_about_elsewhere() {
        let won = |trust| Worth { score: 0.0, result: 1.0, trust }.target(0.5, 400.0);
        for (trust, target) in [(0.0, 0.5), (0.5, 0.625), (1.0, 0.75)] {
            assert!((won(trust) - target).abs() < 1e-12, "{trust}");
        }
    }
}
