//! Gradient descent: training of the weights on samples.

use rayon::prelude::*;
use tandem_data::shuffle;

use super::adam::Step;
use super::bundle::{Bundle, Judge};
use super::{Plan, Sample, State, Strip, Weights};
use crate::simd::Arithmetic;

/// A training run.
pub struct Descent<'a> {
    samples: &'a [Sample],
    plan: Plan,
    state: State,
    shares: Vec<Share>,
    arithmetic: Arithmetic,
}

/// The inputs that all shares of a batch have in common.
struct Batch<'a> {
    judge: Judge<'a>,
    plan: &'a Plan,
    samples: &'a [Sample],
    /// Fraction of the batch that one sample is.
    part: f64,
}

/// Gradients and loss of a part of a batch, computed by one thread at a time.
struct Share {
    slopes: Weights,
    loss: f64,
    bundle: Bundle,
}

/// Samples in a share. A constant, not derived from the number of threads: floating-point sums
/// depend on it.
const SHARE: usize = 1_024;
/// Fewest strips that one thread updates at a time.
const STRIPS_AT_ONCE: usize = 128;

impl<'a> Descent<'a> {
    /// A training run that starts at `state` or continues from it.
    pub fn new(samples: &'a [Sample], plan: Plan, state: State) -> Self {
        let shares = (0..plan.batch.get().div_ceil(SHARE)).map(|_| Share::new()).collect();
        Self { samples, plan, state, shares, arithmetic: Arithmetic::best() }
    }

    /// The state between two epochs.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Ends the run and returns its state.
    pub fn into_state(self) -> State {
        self.state
    }

    /// Trains one epoch: each sample once, in random order. After each batch `watch` receives the
    /// number of samples seen in this epoch and their mean loss.
    pub fn epoch(&mut self, mut watch: impl FnMut(usize, f64)) {
        let mut order: Vec<u32> = (0..self.samples.len() as u32).collect();
        shuffle(&mut order, &mut self.plan.random(self.state.epoch));
        let (mut seen, mut loss) = (0, 0.0);
        for places in order.chunks(self.plan.batch.get()) {
            loss += self.batch(places);
            seen += places.len();
            watch(seen, loss / seen as f64);
        }
        self.state.epoch += 1;
        self.state.loss = loss / seen.max(1) as f64;
    }

    /// Trains on the samples at `places` with one step. Returns the sum of their losses before it.
    fn batch(&mut self, places: &[u32]) -> f64 {
        let Self { samples, plan, state, shares, arithmetic } = self;
        let shares = &mut shares[..places.len().div_ceil(SHARE)];
        let judge = Judge { weights: &state.weights, arithmetic: *arithmetic };
        let batch = Batch { judge, plan, samples, part: 1.0 / places.len() as f64 };
        let shares_of = shares.par_iter_mut().zip(places.par_chunks(SHARE));
        shares_of.for_each(|(share, places)| share.run(&batch, places));
        state.step(shares, plan.rate(state.steps, plan.steps(samples.len())));
        shares.iter().map(|share| share.loss).sum()
    }
}

impl Plan {
    /// The mean loss of weights on samples.
    pub fn loss(&self, weights: &Weights, samples: &[Sample]) -> f64 {
        let judge = Judge { weights, arithmetic: Arithmetic::best() };
        let of_share = |share: &[Sample]| -> f64 {
            let mut bundle = Bundle::new();
            let of_bundle = |samples: &[Sample]| -> f64 {
                bundle.forward(judge, samples.iter().copied());
                let losses = bundle.outputs(judge);
                losses.map(|(sample, output)| self.miss(output, sample).loss).sum()
            };
            share.chunks(Bundle::SAMPLES).map(of_bundle).sum()
        };
        let shares: Vec<f64> = samples.par_chunks(SHARE).map(of_share).collect();
        shares.iter().sum::<f64>() / samples.len().max(1) as f64
    }
}

impl Share {
    fn new() -> Self {
        Self { slopes: Weights::zero(), loss: 0.0, bundle: Bundle::new() }
    }

    /// Computes the gradients and the loss of the samples at these places.
    fn run(&mut self, batch: &Batch<'_>, places: &[u32]) {
        let Batch { judge, plan, samples, part } = *batch;
        self.slopes.strips.fill(Strip::ZERO);
        self.loss = 0.0;
        for places in places.chunks(Bundle::SAMPLES) {
            let samples = places.iter().map(|&place| samples[place as usize]);
            self.bundle.forward(judge, samples);
            let slope = |sample: &Sample, output| {
                let miss = plan.miss(output, sample);
                self.loss += miss.loss;
                (miss.slope * part) as f32
            };
            self.bundle.back(judge, slope, &mut self.slopes);
        }
    }
}

impl State {
    /// Updates all weights by the sum of the shares' gradients.
    fn step(&mut self, shares: &[Share], rate: f32) {
        let step = Step::new(self.steps + 1, rate);
        self.steps += 1;
        let Self { weights, mean, square, .. } = self;
        let means = mean.strips.par_iter_mut().zip(&mut *square.strips);
        let strips = weights.strips.par_iter_mut().zip(means).enumerate();
        strips.with_min_len(STRIPS_AT_ONCE).for_each(|(at, (weights, (mean, square)))| {
            let mut slopes = Strip::ZERO;
            for share in shares {
                for (sum, slope) in slopes.0.iter_mut().zip(&share.slopes.strips[at].0) {
                    *sum += slope;
                }
            }
            step.change(weights, &slopes, [mean, square], Weights::most(at));
        });
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::STRIP;
    use super::super::weights::{BIAS, PANELS, ROWS};
    use super::*;
    use crate::train::fixtures;

    fn plan(epochs: u32, batch: usize) -> Plan {
        let batch = NonZeroUsize::new(batch).expect("more than none");
        Plan { epochs, seed: 1, batch, rate: 0.003, result: 0.3, unit: 400.0 }
    }

    #[test]
    fn slopes_are_what_the_loss_rises_by() {
        const STEP: f32 = 0.01;
        let samples = fixtures::samples(5);
        let plan = plan(1, samples.len());
        let mut weights = Weights::random(2);
        (0..PANELS).for_each(|panel| weights.panel_mut(panel)[BIAS].0.fill(0.3));
        let judge = Judge { weights: &weights, arithmetic: Arithmetic::best() };
        let batch = Batch { judge, plan: &plan, samples: &samples, part: 0.2 };
        let mut share = Share::new();
        share.run(&batch, &[0, 1, 2, 3, 4]);
        assert!((share.loss / 5.0 - plan.loss(&weights, &samples)).abs() < 1e-9);
        let mut sloped = 0;
        for row in (0..ROWS).step_by(3).chain(BIAS..ROWS) {
            for (panel, at) in [(0, 0), (1, 7), (PANELS - 1, STRIP - 1)] {
                let moved = |by: f32| {
                    let mut weights = weights.clone();
                    weights.panel_mut(panel)[row].0[at] += by;
                    plan.loss(&weights, &samples)
                };
                let expected = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
                let slope = f64::from(share.slopes.panel(panel)[row].0[at]);
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
        let mut descent = Descent::new(known, plan, State::new(Weights::random(1)));
        let before = plan.loss(descent.state().weights(), held_out);
        let mut seen = 0;
        for _ in 0..plan.epochs {
            descent.epoch(|so_far, _| seen = so_far);
            assert_eq!(seen, known.len());
        }
        let after = plan.loss(descent.state().weights(), held_out);
        let loss = descent.state().loss();
        assert!(loss < before / 9.0 && after < 0.7 * before, "{before} {loss} {after}");
    }

    #[test]
    fn weights_do_not_depend_on_threads_or_breaks() {
        let samples = fixtures::samples(4_000);
        let plan = plan(3, 2_500);
        let run = |threads: usize, breaks: bool| {
            let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            threads.expect("threads can be started").install(|| {
                let mut state = State::new(Weights::random(1));
                for _ in 0..plan.epochs {
                    let mut descent = Descent::new(&samples, plan, state);
                    descent.epoch(|_, _| {});
                    state = descent.state().clone();
                    if breaks {
                        (state, _) = State::parse(&state.to_bytes("")).expect("its own bytes");
                    }
                }
                state
            })
        };
        let one = run(1, false);
        assert!(one == run(3, true));
        assert_eq!((one.epoch(), one.steps), (3, 6));
    }
}
