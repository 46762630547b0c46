//! Hyperparameters of a training run, its loss and its learning rate.

use std::f64::consts::PI;
use std::num::NonZeroUsize;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{Sample, expectation};
use crate::architecture::SCALE;

/// Hyperparameters of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Number of passes over the samples.
    pub epochs: u32,
    /// Seed of the order of the samples in each epoch.
    pub seed: u64,
    /// Samples in a batch; the weights are updated once for each batch.
    pub batch: NonZeroUsize,
    /// Learning rate before the cosine decay, which lowers it to 0 at the end.
    pub rate: f64,
    /// Weight of the game's result in the target, 0 to 1; see
    /// [`Worth::target`](super::Worth::target).
    pub result: f64,
    /// Unit of the samples' scores, in centipawns: a score of one unit wins e times as often as it
    /// loses.
    pub unit: f64,
}

/// The loss of one output, and its derivative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Miss {
    /// Squared difference of the predicted result and the target, both from 0 to 1.
    pub(super) loss: f64,
    /// Derivative of the loss with respect to the output.
    pub(super) slope: f64,
}

/// Unit of a network's output, in centipawns: an output of one unit wins e times as often as it
/// loses. It is the same for any training data, because the margins of the search are tuned for it.
const OUTPUT_UNIT: f64 = 750.0;

/// Steps of the warm-up, in which the rate rises linearly from 0; at most a twentieth of all steps.
/// Early gradients are not reliable enough for the full rate.
const WARM_UP: u32 = 500;

impl Plan {
    /// The loss of a network's output on a sample.
    pub(super) fn miss(&self, output: f32, sample: &Sample) -> Miss {
        let scale = f64::from(SCALE);
        let told = expectation(f64::from(output) * scale, OUTPUT_UNIT);
        let off = told - sample.worth().target(self.result, self.unit);
        Miss { loss: off * off, slope: 2.0 * off * told * (1.0 - told) * scale / OUTPUT_UNIT }
    }

    /// Number of steps of a run with this many samples.
    pub(super) const fn steps(&self, samples: usize) -> u32 {
        (samples.div_ceil(self.batch.get()) as u32).saturating_mul(self.epochs)
    }

    /// Learning rate of the step with this index, from 0, in a run of `steps`: a linear warm-up
    /// times a cosine decay from the beginning.
    pub(super) fn rate(&self, step: u32, steps: u32) -> f32 {
        let warm = f64::from((steps / 20).clamp(1, WARM_UP));
        let rise = (f64::from(step + 1) / warm).min(1.0);
        let fall = 0.5 + 0.5 * (PI * f64::from(step) / f64::from(steps)).cos();
        (self.rate * rise * fall) as f32
    }

    /// Random generator for the order of an epoch. Stream 0 draws the initial weights.
    pub(super) fn random(&self, epoch: u32) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(epoch) + 1);
        random
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_then_falls_to_nothing() {
        let batch = NonZeroUsize::new(100).expect("more than none");
        let plan = Plan { epochs: 10, seed: 1, batch, rate: 0.5, result: 0.3, unit: 400.0 };
        let steps = plan.steps(10_001);
        assert_eq!(steps, 1_010);
        let rates: Vec<f32> = (0..steps).map(|step| plan.rate(step, steps)).collect();
        let top = rates.iter().position(|&rate| rate > 0.49).expect("it is reached");
        assert!(top < 50 && rates[..top].is_sorted(), "{top}");
        assert!(rates[50..].iter().rev().is_sorted());
        assert!(rates[0] > 0.0 && rates[1_009] < 1e-5, "{rates:?}");
    }
}
