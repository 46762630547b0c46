//! How a descent goes on.

use std::f64::consts::PI;
use std::num::NonZeroUsize;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{Sample, expectation};
use crate::architecture::SCALE;

/// How a descent goes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// How often each sample is seen.
    pub epochs: u32,
    /// What their orders follow from.
    pub seed: u64,
    /// Samples between two steps.
    pub batch: NonZeroUsize,
    /// By how much a weight changes in a step, at first; in the end not at all.
    pub rate: f64,
    /// How much of the truth a result is, see [`Worth::target`](super::Worth::target).
    pub result: f64,
    /// The score of the samples, in centipawns, that wins e times as often as it loses.
    pub unit: f64,
}

/// How far an output is off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Miss {
    /// The square of it, in games that are won.
    pub(super) loss: f64,
    /// By how much the loss rises with the output.
    pub(super) slope: f64,
}

/// The output of a network, in centipawns, that wins e times as often as it loses. Whatever it
/// learns from, its numbers mean the same to a search, whose margins are made for them.
const OUTPUT_UNIT: f64 = 750.0;

/// Steps in which the rate rises from nothing, or a twentieth of all where those are fewer: until
/// then too little is known of the slopes.
const WARM_UP: u32 = 500;

impl Plan {
    /// What an output of the network comes to.
    pub(super) fn miss(&self, output: f32, sample: &Sample) -> Miss {
        let scale = f64::from(SCALE);
        let told = expectation(f64::from(output) * scale, OUTPUT_UNIT);
        let off = told - sample.worth().target(self.result, self.unit);
        Miss { loss: off * off, slope: 2.0 * off * told * (1.0 - told) * scale / OUTPUT_UNIT }
    }

    /// How many steps there are with so many samples.
    pub(super) const fn steps(&self, samples: usize) -> u32 {
        (samples.div_ceil(self.batch.get()) as u32).saturating_mul(self.epochs)
    }

    /// The rate of the step with this number, from 0, of so many: it rises, then falls along a
    /// cosine.
    pub(super) fn rate(&self, step: u32, steps: u32) -> f32 {
        let warm = f64::from((steps / 20).clamp(1, WARM_UP));
        let rise = (f64::from(step + 1) / warm).min(1.0);
        let fall = 0.5 + 0.5 * (PI * f64::from(step) / f64::from(steps)).cos();
        (self.rate * rise * fall) as f32
    }

    /// What the order of an epoch is drawn from. The first weights are drawn from stream 0.
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
