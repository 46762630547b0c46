//! The use of each weight in the samples of a fit.

use tandem_engine::tune::WEIGHT_COUNT;

use super::samples::Sample;

/// The number of times that each weight counts in the samples, for either side.
pub(super) fn usage(samples: &[Sample]) -> Vec<f64> {
    let mut usage = vec![0.0; WEIGHT_COUNT];
    for term in samples.iter().flat_map(|sample| sample.evaluation.0.terms()) {
        usage[usize::from(term.weight)] += f64::from(term.times.abs());
    }
    usage
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore, SeedableRng};
    use tandem_engine::tune::{self, Counts};
    use tandem_rules::{MoveRules, Position, Variant};
    use tandem_train::{Fit, FitSettings, Label};

    use super::*;
    use crate::commands::tune::evaluation::samples::HandWritten;

    /// Positions of random games, with the scores that these weights give.
    fn samples(weights: &[f64]) -> Vec<Sample> {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut samples = Vec::new();
        while samples.len() < 12_000 {
            let mut position = Position::start(Variant::Crazyhouse, MoveRules::default());
            for _ in 0..30 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[(random.next_u64() % moves.len() as u64) as usize];
                let _in_the_own_hand = position.make(m, &mut ());
                let counts = Counts::of(&position);
                let score = counts.judge(weights).value;
                let label = Label { score, result: 0.5, trust: 0.0 };
                samples.push(Sample { evaluation: HandWritten(counts), label });
            }
        }
        samples
    }

    #[test]
    fn weights_that_gave_the_scores_are_found() {
        let mut known = tune::weights();
        // Pawns, knights and queens on the board; the sum of all piece values is unchanged.
        for (weight, change) in [(0, 40.0), (1, -80.0), (4, 40.0)] {
            known[weight] += change;
        }
        let samples = samples(&known);
        let error = |weights: &[f64]| {
            let of = |sample: &Sample| {
                (sample.evaluation.0.judge(weights).value - sample.label.score).abs()
            };
            samples.iter().map(of).sum::<f64>() / samples.len() as f64
        };
        let settings =
            FitSettings { epochs: 400, seed: 1, unit: 400.0, result: 0.5, expected: 1e3 };
        let mut fit = Fit::new(&samples, &tune::weights(), settings);
        (0..settings.epochs).for_each(|_| fit.epoch());
        let [before, after] = [&tune::weights()[..], fit.weights()].map(error);
        assert!(before > 20.0 && after < before / 8.0, "{before} {after}");
        // Square weights could make up for piece values, so their mean is moved into these first.
        let [fitted, known] =
            [fit.weights(), &known].map(|weights| tune::normalized(weights, &usage(&samples)));
        for (fitted, known) in fitted.iter().zip(&known).take(5) {
            assert!((fitted - known).abs() < 8.0, "{fitted} {known}");
        }
    }
}
