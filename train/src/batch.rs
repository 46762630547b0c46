//! The loop over the batches of an epoch: gradients in parallel, then one step of the optimizer.

use std::num::NonZeroUsize;

use rayon::prelude::*;

use crate::adam::Adam;
use crate::optimizer::{Block, Number, Optimizer, Parameters};

/// A function with parameters that is fitted to samples by gradient descent.
pub(crate) trait Model: Sync {
    /// An input with its target.
    type Sample: Sync;
    /// The parameters that are fitted.
    type Parameters: Parameters;
    /// Working memory of one thread.
    type Scratch: Send;

    /// Working memory for one thread.
    fn scratch(&self) -> Self::Scratch;

    /// Adds the gradient of a share's losses to `gradient`, and returns the sum of the losses.
    fn backward(
        &self,
        parameters: &Self::Parameters,
        share: Share<'_, Self::Sample>,
        scratch: &mut Self::Scratch,
        gradient: &mut Self::Parameters,
    ) -> f64;

    /// Completes the gradient of a block, summed over a batch of `samples`: adds to it what does
    /// not depend on the samples.
    fn regularise(
        &self,
        _at: usize,
        _block: &BlockOf<Self>,
        _gradient: &mut BlockOf<Self>,
        _samples: usize,
    ) {
    }

    /// The sum of the losses of samples.
    fn loss(&self, parameters: &Self::Parameters, samples: &[Self::Sample]) -> f64;
}

/// A block of a model's parameters.
type BlockOf<M> = <<M as Model>::Parameters as Parameters>::Block;

/// The part of a batch that one thread processes at a time.
#[derive(Clone, Copy)]
pub(crate) struct Share<'a, S> {
    /// All samples of the training set.
    pub(crate) samples: &'a [S],
    /// Places of the share's samples among them.
    pub(crate) places: &'a [u32],
    /// Number of samples in the whole batch.
    pub(crate) batch: usize,
}

/// Gradient and loss of a share, computed by one thread at a time.
struct Worker<M: Model> {
    gradient: M::Parameters,
    loss: f64,
    scratch: M::Scratch,
}

/// The batches of a training set.
pub(crate) struct Batches<'a, M: Model> {
    pub(crate) model: M,
    samples: &'a [M::Sample],
    size: NonZeroUsize,
    workers: Vec<Worker<M>>,
    adam: Adam<Number<M::Parameters>>,
}

/// Samples in a share. A constant, not derived from the number of threads: floating-point sums
/// depend on it.
pub(crate) const SHARE: usize = 1_024;

impl<'a, M: Model> Batches<'a, M> {
    /// The batches, of `size` samples each, in which a model with parameters of the shape of
    /// `shape` is trained.
    pub(crate) fn new(
        model: M,
        samples: &'a [M::Sample],
        size: NonZeroUsize,
        adam: Adam<Number<M::Parameters>>,
        shape: &M::Parameters,
    ) -> Self {
        let worker = |_| Worker { gradient: shape.clone(), loss: 0.0, scratch: model.scratch() };
        let workers = (0..size.get().div_ceil(SHARE)).map(worker).collect();
        Self { model, samples, size, workers, adam }
    }

    /// Number of steps of an epoch.
    pub(crate) const fn count(&self) -> usize {
        self.samples.len().div_ceil(self.size.get())
    }

    /// Trains on the samples in this order, one step for each batch, at the learning rate that
    /// `rate` returns for the index of the step, from 0. After each batch `watch` receives the
    /// number of samples seen and their mean loss. Returns the mean loss of all.
    pub(crate) fn epoch(
        &mut self,
        optimizer: &mut Optimizer<M::Parameters>,
        order: &[u32],
        rate: impl Fn(u32) -> Number<M::Parameters>,
        mut watch: impl FnMut(usize, f64),
    ) -> f64 {
        let (mut seen, mut loss) = (0, 0.0);
        for places in order.chunks(self.size.get()) {
            loss += self.batch(optimizer, places, rate(optimizer.steps));
            seen += places.len();
            watch(seen, loss / seen as f64);
        }
        loss / seen.max(1) as f64
    }

    /// Trains on the samples at `places` with one step. Returns the sum of their losses before it.
    fn batch(
        &mut self,
        optimizer: &mut Optimizer<M::Parameters>,
        places: &[u32],
        rate: Number<M::Parameters>,
    ) -> f64 {
        let Self { model, samples, workers, adam, .. } = self;
        let workers = &mut workers[..places.len().div_ceil(SHARE)];
        let shares = workers.par_iter_mut().zip(places.par_chunks(SHARE));
        shares.for_each(|(worker, share)| {
            let share = Share { samples, places: share, batch: places.len() };
            worker.run(model, &optimizer.parameters, share);
        });
        let gradients: Vec<_> = workers.iter().map(|worker| &worker.gradient).collect();
        optimizer.step(*adam, rate, |at, block| {
            let mut gradient = BlockOf::<M>::ZERO;
            for part in &gradients {
                let part = part.blocks()[at].numbers();
                for (sum, &slope) in gradient.numbers_mut().iter_mut().zip(part) {
                    *sum = *sum + slope;
                }
            }
            model.regularise(at, block, &mut gradient, places.len());
            gradient
        });
        workers.iter().map(|worker| worker.loss).sum()
    }
}

impl<M: Model> Worker<M> {
    /// Computes the gradient and the loss of a share.
    fn run(&mut self, model: &M, parameters: &M::Parameters, share: Share<'_, M::Sample>) {
        self.gradient.blocks_mut().fill(BlockOf::<M>::ZERO);
        self.loss = model.backward(parameters, share, &mut self.scratch, &mut self.gradient);
    }
}

/// The mean loss of parameters on samples.
pub(crate) fn mean_loss<M: Model>(
    model: &M,
    parameters: &M::Parameters,
    samples: &[M::Sample],
) -> f64 {
    let of_share = |share: &[M::Sample]| model.loss(parameters, share);
    let shares: Vec<f64> = samples.par_chunks(SHARE).map(of_share).collect();
    shares.iter().sum::<f64>() / samples.len().max(1) as f64
}
