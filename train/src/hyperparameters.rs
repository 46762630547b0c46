//! Hyperparameters of a training run, its loss and its learning rate.

use std::num::NonZeroUsize;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_nets::architecture::SCALE;

use crate::loss::Loss;
use crate::sample::Sample;
use crate::schedule::warm_up_and_cosine;

/// Hyperparameters of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hyperparameters {
    /// Number of passes over the samples.
    pub epochs: u32,
    /// Seed of the order of the samples in each epoch.
    pub seed: u64,
    /// Samples in a batch; the weights are updated once for each batch.
    pub batch: NonZeroUsize,
    /// Learning rate before the cosine decay, which lowers it to 0 at the end.
    pub rate: f64,
    /// Weight of the game's result in the target, 0 to 1; see
    /// [`Label::target`](crate::Label::target).
    pub result: f64,
    /// Unit of the samples' scores, in centipawns: a score of one unit wins e times as often as it
    /// loses.
    pub unit: f64,
}

/// Unit of a network's output, in centipawns: an output of one unit wins e times as often as it
/// loses. It is the same for any training data, because the margins of the search are tuned for it.
const OUTPUT_UNIT: f64 = 750.0;

impl Hyperparameters {
    /// The loss of a network's output on a sample.
    pub(crate) fn sample_loss(&self, output: f32, sample: &Sample) -> Loss {
        let target = sample.label().target(self.result, self.unit);
        Loss::squared(f64::from(output), target, [f64::from(SCALE), OUTPUT_UNIT])
    }

    /// Number of steps of a run with this many samples.
    pub(crate) const fn steps(&self, samples: usize) -> u32 {
        (samples.div_ceil(self.batch.get()) as u32).saturating_mul(self.epochs)
    }

    /// Learning rate of the step with this index, from 0, in a run of `steps`.
    pub(crate) fn rate(&self, step: u32, steps: u32) -> f32 {
        let [rise, fall] = warm_up_and_cosine(step, steps);
        (self.rate * rise * fall) as f32
    }

    /// Random generator for the order of an epoch. Stream 0 draws the initial weights.
    pub(crate) fn random(&self, epoch: u32) -> ChaCha8Rng {
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
        let plan =
            Hyperparameters { epochs: 10, seed: 1, batch, rate: 0.5, result: 0.3, unit: 400.0 };
        let steps = plan.steps(10_001);
        assert_eq!(steps, 1_010);
        let rates: Vec<f32> = (0..steps).map(|step| plan.rate(step, steps)).collect();
        let top = rates.iter().position(|&rate| rate > 0.49).expect("it is reached");
        assert!(top < 50 && rates[..top].is_sorted(), "{top}");
        assert!(rates[50..].iter().rev().is_sorted());
        assert!(rates[0] > 0.0 && rates[1_009] < 1e-5, "{rates:?}");
    }
}
