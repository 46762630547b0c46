//! The training of a network on samples.

use tandem_data::shuffle;
use tandem_nets::Arithmetic;

use crate::adam::Adam;
use crate::batch::{Batches, Model, Share, mean_loss};
use crate::checkpoint::Checkpoint;
use crate::hyperparameters::Hyperparameters;
use crate::micro_batch::{Inference, MicroBatch};
use crate::sample::Sample;
use crate::weights::Weights;

/// A training run of a network.
pub struct Trainer<'a> {
    batches: Batches<'a, Perceptron>,
    checkpoint: Checkpoint,
    samples: usize,
}

const ADAM: Adam<f32> =
    Adam { mean_decay: 0.9, square_decay: 0.999, weight_decay: 0.01, epsilon: 1e-8 };

impl<'a> Trainer<'a> {
    /// A training run that starts at `checkpoint` or continues from it.
    pub fn new(samples: &'a [Sample], plan: Hyperparameters, checkpoint: Checkpoint) -> Self {
        let model = Perceptron::new(plan);
        let batches = Batches::new(model, samples, plan.batch, ADAM, checkpoint.weights());
        Self { batches, checkpoint, samples: samples.len() }
    }

    /// The state between two epochs.
    pub const fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// Ends the run and returns its state.
    pub fn into_checkpoint(self) -> Checkpoint {
        self.checkpoint
    }

    /// Trains one epoch: each sample once, in random order. After each batch `watch` receives the
    /// number of samples seen in this epoch and their mean loss.
    pub fn epoch(&mut self, watch: impl FnMut(usize, f64)) {
        let Self { batches, checkpoint, samples } = self;
        let plan = batches.model.plan;
        let mut order: Vec<u32> = (0..*samples as u32).collect();
        shuffle(&mut order, &mut plan.random(checkpoint.epoch));
        let steps = plan.steps(*samples);
        let rate = |step| plan.rate(step, steps);
        checkpoint.loss = batches.epoch(&mut checkpoint.optimizer, &order, rate, watch);
        checkpoint.epoch += 1;
    }
}

impl Hyperparameters {
    /// The mean loss of weights on samples.
    pub fn loss(&self, weights: &Weights, samples: &[Sample]) -> f64 {
        mean_loss(&Perceptron::new(*self), weights, samples)
    }
}

/// The network as a model.
struct Perceptron {
    plan: Hyperparameters,
    arithmetic: Arithmetic,
}

impl Perceptron {
    fn new(plan: Hyperparameters) -> Self {
        Self { plan, arithmetic: Arithmetic::best() }
    }

    fn inference<'a>(&self, weights: &'a Weights) -> Inference<'a> {
        Inference { weights, arithmetic: self.arithmetic }
    }
}

impl Model for Perceptron {
    type Sample = Sample;
    type Parameters = Weights;
    type Scratch = MicroBatch;

    fn scratch(&self) -> MicroBatch {
        MicroBatch::new()
    }

    fn backward(
        &self,
        weights: &Weights,
        Share { samples, places, batch }: Share<'_, Sample>,
        micro_batch: &mut MicroBatch,
        gradient: &mut Weights,
    ) -> f64 {
        let (inference, part) = (self.inference(weights), 1.0 / batch as f64);
        let mut sum = 0.0;
        for places in places.chunks(MicroBatch::SAMPLES) {
            let samples = places.iter().map(|&place| samples[place as usize]);
            micro_batch.forward(inference, samples);
            let slope = |sample: &Sample, output| {
                let loss = self.plan.sample_loss(output, sample);
                sum += loss.value;
                (loss.slope * part) as f32
            };
            micro_batch.back(inference, slope, gradient);
        }
        sum
    }

    fn loss(&self, weights: &Weights, samples: &[Sample]) -> f64 {
        let (inference, mut micro_batch) = (self.inference(weights), MicroBatch::new());
        let of_chunk = |samples: &[Sample]| -> f64 {
            micro_batch.forward(inference, samples.iter().copied());
            let outputs = micro_batch.outputs(inference);
            outputs.map(|(sample, output)| self.plan.sample_loss(output, sample).value).sum()
        };
        samples.chunks(MicroBatch::SAMPLES).map(of_chunk).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::fixtures;
    use crate::optimizer::{Block, Parameters};
    use crate::weights::{BIAS, PANELS, ROWS, STRIP, Strip};
    use tandem_nets::architecture::{FEATURES, THREAT_WIDTH};

    fn plan(epochs: u32, batch: usize) -> Hyperparameters {
        let batch = NonZeroUsize::new(batch).expect("more than none");
        Hyperparameters { epochs, seed: 1, batch, rate: 0.003, result: 0.3, unit: 400.0 }
    }

    #[test]
    fn slopes_are_what_the_loss_rises_by() {
        const STEP: f32 = 0.01;
        let samples = fixtures::samples(5);
        let plan = plan(1, samples.len());
        let mut weights = Weights::random(2);
        (0..PANELS).for_each(|panel| weights.panel_mut(panel)[BIAS].0.fill(0.3));
        let model = Perceptron::new(plan);
        let mut gradient = weights.clone();
        gradient.blocks_mut().fill(Strip::ZERO);
        let share = Share { samples: &samples, places: &[0, 1, 2, 3, 4], batch: 5 };
        let loss = model.backward(&weights, share, &mut model.scratch(), &mut gradient);
        assert!((loss / 5.0 - plan.loss(&weights, &samples)).abs() < 1e-9);
        let mut sloped = 0;
        for row in (0..ROWS).step_by(3).chain(BIAS..ROWS) {
            for (panel, at) in [(0, 0), (1, 7), (PANELS - 1, STRIP - 1)] {
                let moved = |by: f32| {
                    let mut weights = weights.clone();
                    weights.panel_mut(panel)[row].0[at] += by;
                    plan.loss(&weights, &samples)
                };
                let expected = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
                let slope = f64::from(gradient.panel(panel)[row].0[at]);
                let room = 1e-6 + 0.02 * expected.abs();
                assert!((slope - expected).abs() < room, "{row} {panel} {at}: {slope} {expected}");
                sloped += usize::from(slope.abs() > 1e-5);
            }
        }
        assert!(sloped > 50, "{sloped}");
    }

    #[test]
    fn what_was_learned_holds_for_what_was_held_out() {
        let samples = fixtures::samples(6_000);
        let (held_out, known) = samples.split_at(600);
        let plan = plan(8, 256);
        let mut trainer = Trainer::new(known, plan, Checkpoint::new(Weights::random(1)));
        let before = plan.loss(trainer.checkpoint().weights(), held_out);
        let mut seen = 0;
        for _ in 0..plan.epochs {
            trainer.epoch(|so_far, _| seen = so_far);
            assert_eq!(seen, known.len());
        }
        let after = plan.loss(trainer.checkpoint().weights(), held_out);
        let loss = trainer.checkpoint().loss();
        assert!(loss < before / 9.0 && after < 0.7 * before, "{before} {loss} {after}");
        // Threats are learned, but only by the neurons that see them.
        for threat in FEATURES..BIAS {
            let row = trainer.checkpoint().weights().row(threat);
            assert!(row[THREAT_WIDTH..].iter().all(|weight| *weight == 0.0), "{threat}");
        }
        let rows = (FEATURES..BIAS).map(|threat| trainer.checkpoint().weights().row(threat));
        assert!(
            rows.into_iter().any(|row| row[..THREAT_WIDTH].iter().any(|weight| *weight != 0.0))
        );
    }

    #[test]
    fn weights_do_not_depend_on_threads_or_breaks() {
        let samples = fixtures::samples(4_000);
        let plan = plan(3, 2_500);
        let run = |threads: usize, breaks: bool| {
            let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            threads.expect("threads can be started").install(|| {
                let mut state = Checkpoint::new(Weights::random(1));
                for _ in 0..plan.epochs {
                    let mut trainer = Trainer::new(&samples, plan, state);
                    trainer.epoch(|_, _| {});
                    state = trainer.checkpoint().clone();
                    if breaks {
                        (state, _) = Checkpoint::parse(&state.to_bytes("")).expect("its own bytes");
                    }
                }
                state
            })
        };
        let one = run(1, false);
        assert!(one == run(3, true));
        assert_eq!((one.epoch(), one.optimizer.steps), (3, 6));
    }
}
