//! Fit of the hand-written evaluation by gradient descent.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use tandem_data::shuffle;
use tandem_engine::tune::WEIGHT_COUNT;
use tandem_nets::train::{cross_entropy, expectation};

use super::samples::Sample;

/// Settings of a fit.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) epochs: u32,
    pub(super) seed: u64,
    /// The score, in centipawns, that wins e times as often as it loses.
    pub(super) unit: f64,
    /// Weight of the result in the target, see
    /// [`Worth::target`](tandem_nets::train::Worth::target).
    pub(super) result: f64,
    /// Expected distance of a weight from its start, before any position has been seen.
    pub(super) expected: f64,
}

/// A running fit. The descent is Adam (Kingma and Ba, 2014) with a learning rate that falls to
/// zero. Each weight is pulled back a little towards its start, so that a weight that hardly ever
/// counts stays there.
pub(super) struct Fit<'a> {
    samples: &'a [Sample],
    plan: Plan,
    start: Vec<f64>,
    weights: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    order: Vec<u32>,
    random: ChaCha8Rng,
    epoch: u32,
    steps: i32,
}

/// Batch size: positions between two steps.
const BATCH: usize = 16_384;
/// Number of positions of a batch that one core takes at a time. Their gradients are added up in
/// order, so that the sum does not depend on the number of cores.
const SHARE: usize = 1_024;
/// Learning rate at the start.
const RATE: f64 = 2.0;
const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;

impl<'a> Fit<'a> {
    pub(super) fn new(samples: &'a [Sample], start: Vec<f64>, plan: Plan) -> Self {
        let zero = vec![0.0; start.len()];
        Self {
            samples,
            plan,
            weights: start.clone(),
            start,
            mean: zero.clone(),
            square: zero,
            order: (0..samples.len() as u32).collect(),
            random: ChaCha8Rng::seed_from_u64(plan.seed),
            epoch: 0,
            steps: 0,
        }
    }

    pub(super) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Runs one epoch: sees each position once.
    pub(super) fn epoch(&mut self) {
        shuffle(&mut self.order, &mut self.random);
        let batches = self.order.len().div_ceil(BATCH);
        let order = std::mem::take(&mut self.order);
        for (batch, places) in order.chunks(BATCH).enumerate() {
            let done = f64::from(self.epoch) + batch as f64 / batches as f64;
            let left = 1.0 - done / f64::from(self.plan.epochs);
            let gradient = self.gradient(places);
            self.step(&gradient, RATE * left);
        }
        self.order = order;
        self.epoch += 1;
    }

    /// The mean cross entropy between the evaluation and the targets of the samples.
    pub(super) fn loss(&self, samples: &[Sample]) -> f64 {
        let of = |sample: &Sample| {
            let told = expectation(sample.counts.judge(&self.weights).value, self.plan.unit);
            cross_entropy(told, sample.worth.target(self.plan.result, self.plan.unit))
        };
        let shares: Vec<f64> =
            samples.par_chunks(SHARE).map(|share| share.iter().map(of).sum()).collect();
        shares.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    fn gradient(&self, places: &[u32]) -> Vec<f64> {
        let Plan { unit, result, .. } = self.plan;
        let of_share = |share: &[u32]| {
            let mut gradient = vec![0.0; WEIGHT_COUNT];
            for &place in share {
                let sample = &self.samples[place as usize];
                let judgement = sample.counts.judge(&self.weights);
                let target = sample.worth.target(result, unit);
                let error = expectation(judgement.value, unit) - target;
                sample.counts.add_gradient(judgement, error / unit, &mut gradient);
            }
            gradient
        };
        let shares: Vec<_> = places.par_chunks(SHARE).map(of_share).collect();
        let held_back = 1.0 / (self.plan.expected.powi(2) * self.samples.len() as f64);
        let slope = |weight| {
            let sum: f64 = shares.iter().map(|share| share[weight]).sum();
            sum / places.len() as f64 + held_back * (self.weights[weight] - self.start[weight])
        };
        (0..WEIGHT_COUNT).map(slope).collect()
    }

    fn step(&mut self, gradient: &[f64], rate: f64) {
        self.steps += 1;
        let [mean_part, square_part] =
            [MEAN_DECAY, SQUARE_DECAY].map(|decay| 1.0 - decay.powi(self.steps));
        for (weight, &slope) in gradient.iter().enumerate() {
            let mean = &mut self.mean[weight];
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            let square = &mut self.square[weight];
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let size = (*square / square_part).sqrt() + 1e-12;
            self.weights[weight] -= rate * (*mean / mean_part) / size;
        }
    }
}

/// The number of times that each weight counts in the samples, for either side.
pub(super) fn usage(samples: &[Sample]) -> Vec<f64> {
    let mut usage = vec![0.0; WEIGHT_COUNT];
    for term in samples.iter().flat_map(|sample| sample.counts.terms()) {
        usage[usize::from(term.weight)] += f64::from(term.times.abs());
    }
    usage
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::RngCore;
    use tandem_engine::tune::{self, Counts};
    use tandem_nets::train::Worth;
    use tandem_rules::{MoveRules, Position, Variant};

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
                let worth = Worth { score, result: 0.5, trust: 0.0 };
                samples.push(Sample { counts, worth });
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
            let of =
                |sample: &Sample| (sample.counts.judge(weights).value - sample.worth.score).abs();
            samples.iter().map(of).sum::<f64>() / samples.len() as f64
        };
        let plan = Plan { epochs: 400, seed: 1, unit: 400.0, result: 0.5, expected: 1e3 };
        let mut fit = Fit::new(&samples, tune::weights(), plan);
        (0..plan.epochs).for_each(|_| fit.epoch());
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
