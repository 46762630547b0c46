//! The fit of an evaluation that is any differentiable function of its weights, such as the
//! hand-written one.

use std::marker::PhantomData;
use std::num::NonZeroUsize;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tandem_data::shuffle;

use crate::adam::Adam;
use crate::batch::{Batches, Model, Share, mean_loss};
use crate::label::Label;
use crate::loss::{cross_entropy, expectation};
use crate::optimizer::{Block, Optimizer, Parameters};
use crate::schedule::linear;

/// The evaluation of one position as a differentiable function of its weights.
pub trait Differentiable: Sync {
    /// Intermediate results of an evaluation that its gradient needs.
    type Tape;

    /// The evaluation in centipawns by these weights, for the side to move.
    fn evaluate(&self, weights: &[f64]) -> (f64, Self::Tape);

    /// Adds the gradient of an evaluation by the weights, times `factor`, to `gradient`.
    fn add_gradient(&self, tape: Self::Tape, factor: f64, gradient: &mut [f64]);
}

/// A position's evaluation with its label.
#[derive(Clone, Debug)]
pub struct Labelled<E> {
    /// The evaluation of the position.
    pub evaluation: E,
    /// The label of the position.
    pub label: Label,
}

/// Settings of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitSettings {
    /// Number of passes over the samples.
    pub epochs: u32,
    /// Seed of the order of the samples.
    pub seed: u64,
    /// The score, in centipawns, that wins e times as often as it loses.
    pub unit: f64,
    /// Weight of the result in the target, see [`Label::target`].
    pub result: f64,
    /// Expected distance of a weight from its start, before any position has been seen.
    pub expected: f64,
}

/// A running fit: Adam with a learning rate that falls to zero. Each weight is pulled back a little
/// towards its start, so that a weight that hardly ever counts stays there.
pub struct Fit<'a, E: Differentiable + 'a> {
    batches: Batches<'a, Evaluation<E>>,
    optimizer: Optimizer<Coefficients>,
    order: Vec<u32>,
    random: ChaCha8Rng,
}

/// Batch size: positions between two steps.
const BATCH: NonZeroUsize = NonZeroUsize::new(16_384).expect("more than none");
/// Learning rate at the start.
const RATE: f64 = 2.0;
const ADAM: Adam<f64> =
    Adam { mean_decay: 0.9, square_decay: 0.999, weight_decay: 0.0, epsilon: 1e-12 };

impl<'a, E: Differentiable> Fit<'a, E> {
    /// A fit that starts with these weights.
    pub fn new(samples: &'a [Labelled<E>], start: &[f64], settings: FitSettings) -> Self {
        let start = Coefficients(start.iter().map(|&weight| [weight]).collect());
        let model = Evaluation {
            settings,
            start: start.clone(),
            held_back: 1.0 / (settings.expected.powi(2) * samples.len() as f64),
            of: PhantomData,
        };
        Self {
            batches: Batches::new(model, samples, BATCH, ADAM, &start),
            optimizer: Optimizer::new(start),
            order: (0..samples.len() as u32).collect(),
            random: ChaCha8Rng::seed_from_u64(settings.seed),
        }
    }

    /// The current weights.
    pub fn weights(&self) -> &[f64] {
        self.optimizer.parameters.weights()
    }

    /// Runs one epoch: sees each position once.
    pub fn epoch(&mut self) {
        shuffle(&mut self.order, &mut self.random);
        let (batches, epochs) = (self.batches.count() as u32, self.batches.model.settings.epochs);
        let rate = |step| RATE * linear(step, batches, epochs);
        self.batches.epoch(&mut self.optimizer, &self.order, rate, |_, _| {});
    }

    /// The mean cross entropy between the evaluation and the targets of samples.
    pub fn loss(&self, samples: &[Labelled<E>]) -> f64 {
        mean_loss(&self.batches.model, &self.optimizer.parameters, samples)
    }
}

/// The weights of an evaluation, each a block of its own.
#[derive(Clone, PartialEq, Debug)]
struct Coefficients(Vec<[f64; 1]>);

impl Coefficients {
    fn weights(&self) -> &[f64] {
        self.0.as_flattened()
    }
}

impl Block for [f64; 1] {
    type Number = f64;
    const ZERO: Self = [0.0];

    fn numbers(&self) -> &[f64] {
        self
    }

    fn numbers_mut(&mut self) -> &mut [f64] {
        self
    }
}

impl Parameters for Coefficients {
    type Block = [f64; 1];

    fn blocks(&self) -> &[[f64; 1]] {
        &self.0
    }

    fn blocks_mut(&mut self) -> &mut [[f64; 1]] {
        &mut self.0
    }

    fn limit(_: usize) -> f64 {
        f64::INFINITY
    }
}

/// The evaluation as a model.
struct Evaluation<E> {
    settings: FitSettings,
    start: Coefficients,
    /// Factor of the pull towards the start.
    held_back: f64,
    of: PhantomData<fn(E)>,
}

impl<E: Differentiable> Evaluation<E> {
    /// The expected result of a sample and its target, 0 to 1, with the tape of the evaluation.
    fn predict(&self, weights: &Coefficients, sample: &Labelled<E>) -> ([f64; 2], E::Tape) {
        let FitSettings { unit, result, .. } = self.settings;
        let (value, tape) = sample.evaluation.evaluate(weights.weights());
        ([expectation(value, unit), sample.label.target(result, unit)], tape)
    }
}

impl<E: Differentiable> Model for Evaluation<E> {
    type Sample = Labelled<E>;
    type Parameters = Coefficients;
    type Scratch = ();

    fn scratch(&self) {}

    fn backward(
        &self,
        weights: &Coefficients,
        share: Share<'_, Labelled<E>>,
        (): &mut (),
        gradient: &mut Coefficients,
    ) -> f64 {
        let mut loss = 0.0;
        for &place in share.places {
            let sample = &share.samples[place as usize];
            let ([expected, target], tape) = self.predict(weights, sample);
            loss += cross_entropy(expected, target);
            let slope = (expected - target) / self.settings.unit;
            sample.evaluation.add_gradient(tape, slope, gradient.0.as_flattened_mut());
        }
        loss
    }

    fn regularise(&self, at: usize, weight: &[f64; 1], gradient: &mut [f64; 1], samples: usize) {
        let pull = self.held_back * (weight[0] - self.start.0[at][0]);
        gradient[0] = gradient[0] / samples as f64 + pull;
    }

    fn loss(&self, weights: &Coefficients, samples: &[Labelled<E>]) -> f64 {
        let of = |sample| {
            let ([expected, target], _) = self.predict(weights, sample);
            cross_entropy(expected, target)
        };
        samples.iter().map(of).sum()
    }
}
