//! Micro-batches: samples that go forward and back through the network together.

use tandem_nets::Arithmetic;

use crate::optimizer::Block;
use crate::sample::Sample;
use crate::simd::FloatArithmetic;
use crate::sparse::SparseRows;
use crate::weights::{BIAS, PANELS, ROWS, Strip, Weights};

/// Weights and the arithmetic to evaluate them with.
#[derive(Clone, Copy)]
pub(crate) struct Inference<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) arithmetic: Arithmetic,
}

/// Samples that go forward and back through the network together, few enough for their activations
/// to stay in the near caches.
///
/// The backward pass through the sparse layer goes feature by feature, for all samples at once:
/// each strip of gradients is then loaded and stored once, and the sums run in registers as they do
/// in the forward pass.
pub(crate) struct MicroBatch {
    /// Contiguous copies: read one by one from where they are, each would be a cache miss.
    samples: Vec<Sample>,
    /// Two rows for each sample, that of the side to move first, panel by panel: the sums of the
    /// sparse layer, and after the backward pass their gradients.
    strips: Box<[Strip]>,
    /// The active features of each row.
    features: SparseRows,
    /// The rows in which each feature is active.
    rows: SparseRows,
}

impl MicroBatch {
    /// The most samples of a micro-batch.
    pub(crate) const SAMPLES: usize = 128;
    const ROWS: usize = 2 * Self::SAMPLES;

    pub(crate) fn new() -> Self {
        Self {
            samples: Vec::new(),
            strips: vec![Strip::ZERO; PANELS * Self::ROWS].into_boxed_slice(),
            features: SparseRows::default(),
            rows: SparseRows::default(),
        }
    }

    /// Replaces the samples and computes their sums of the sparse layer.
    pub(crate) fn forward(
        &mut self,
        inference: Inference<'_>,
        samples: impl Iterator<Item = Sample>,
    ) {
        self.samples.clear();
        self.samples.extend(samples.take(Self::SAMPLES));
        self.features.clear();
        for sample in &self.samples {
            let us = sample.side_to_move();
            for side in [us, !us] {
                self.features.push(BIAS as u16);
                sample.features(side, |feature| self.features.push(feature.index() as u16));
                self.features.end();
            }
        }
        for (panel, strips) in self.strips.chunks_exact_mut(Self::ROWS).enumerate() {
            let table = inference.weights.panel(panel);
            for (strip, features) in strips.iter_mut().zip(self.features.iter()) {
                *strip = Strip::ZERO;
                inference.arithmetic.add(strip, table, features);
            }
        }
    }

    /// The samples with their network outputs.
    pub(crate) fn outputs(&self, inference: Inference<'_>) -> impl Iterator<Item = (&Sample, f32)> {
        self.samples
            .iter()
            .enumerate()
            .map(move |(at, sample)| (sample, self.output(inference, at)))
    }

    fn output(&self, inference: Inference<'_>, at: usize) -> f32 {
        let output = self.samples[at].output();
        let mut sum = inference.weights.output_bias(output);
        for perspective in 0..2 {
            let row = Weights::output_row(output, perspective);
            for panel in 0..PANELS {
                let seen = &self.strips[panel * Self::ROWS + 2 * at + perspective];
                sum += inference.arithmetic.neurons(seen, &inference.weights.panel(panel)[row]);
            }
        }
        sum
    }

    /// Backpropagates through the whole network and adds to the gradients `gradient`. `slope` returns
    /// the derivative of the loss with respect to a sample's output.
    pub(crate) fn back(
        &mut self,
        inference: Inference<'_>,
        mut slope: impl FnMut(&Sample, f32) -> f32,
        gradient: &mut Weights,
    ) {
        for at in 0..self.samples.len() {
            let slope = slope(&self.samples[at], self.output(inference, at));
            self.back_from_output(inference, at, slope, gradient);
        }
        self.back_to_features(inference.arithmetic, gradient);
    }

    fn back_from_output(
        &mut self,
        inference: Inference<'_>,
        at: usize,
        slope: f32,
        gradient: &mut Weights,
    ) {
        let output = self.samples[at].output();
        *gradient.output_bias_mut(output) += slope;
        for perspective in 0..2 {
            let row = Weights::output_row(output, perspective);
            for panel in 0..PANELS {
                let seen = &mut self.strips[panel * Self::ROWS + 2 * at + perspective];
                let (weights, gradient) =
                    (inference.weights.panel(panel), gradient.panel_mut(panel));
                inference.arithmetic.back(seen, &weights[row], slope, &mut gradient[row]);
            }
        }
    }

    fn back_to_features(&mut self, arithmetic: Arithmetic, gradient: &mut Weights) {
        self.rows.transpose(&self.features, BIAS + 1);
        for (panel, strips) in self.strips.chunks_exact(Self::ROWS).enumerate() {
            let gradient = gradient.panel_mut(panel).iter_mut();
            let used = gradient.zip(self.rows.iter()).filter(|(_, rows)| !rows.is_empty());
            used.for_each(|(gradient, rows)| arithmetic.add(gradient, strips, rows));
        }
    }
}

const _: () =
    assert!(ROWS <= 1 << 16 && MicroBatch::ROWS <= 1 << 16, "both are counted in 16 bits");

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tandem_nets::Evaluator;
    use tandem_nets::architecture::{FEATURES, SCALE, THREAT_WIDTH, WIDTH};

    use super::*;
    use crate::fixtures;

    /// Random weights, of the threats too.
    fn weights() -> Weights {
        let mut weights = Weights::random(5);
        for threat in FEATURES..BIAS {
            let neurons = 0..THREAT_WIDTH;
            let mut row = [0.0; WIDTH];
            neurons.for_each(|at| row[at] = ((at * 31 + threat * 17) % 61) as f32 / 1000.0 - 0.03);
            weights.set_row(threat, &row);
        }
        weights
    }

    #[test]
    fn a_rounded_network_says_nearly_what_its_weights_say() {
        let weights = weights();
        let network = Arc::new(weights.to_network());
        // Separates the error of rounding the weights from that of the integer arithmetic.
        let kept = Weights::of_network(&network);
        let (mut batch, mut off) = (MicroBatch::new(), [0.0, 0.0]);
        let positions = fixtures::positions(1_000);
        for position in &positions {
            let sample = fixtures::sample(position);
            let said = f64::from(Evaluator::new(Arc::clone(&network), position).evaluate(position));
            for (off, weights) in off.iter_mut().zip([&weights, &kept]) {
                let inference = Inference { weights, arithmetic: Arithmetic::best() };
                batch.forward(inference, [sample].into_iter());
                let told = f64::from(batch.output(inference, 0)) * f64::from(SCALE);
                *off += (said - told).abs() / positions.len() as f64;
            }
        }
        assert!(off[0] < 6.0 && off[1] < 1.0, "{off:?} centipawns");
    }
}
