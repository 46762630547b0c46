//! Bundles: samples that go forward and back through the network together.

use super::lists::Lists;
use super::weights::{BIAS, PANELS, ROWS};
use super::{Sample, Strip, Weights};
use crate::simd::Arithmetic;

/// Weights and the arithmetic to evaluate them with.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) weights: &'a Weights,
    pub(super) arithmetic: Arithmetic,
}

/// Samples that go forward and back through the network together, few enough for their activations
/// to stay in the near caches.
///
/// The backward pass through the sparse layer goes feature by feature, for all samples at once:
/// each strip of gradients is then loaded and stored once, and the sums run in registers as they do
/// in the forward pass.
pub(super) struct Bundle {
    /// Contiguous copies: read one by one from where they are, each would be a cache miss.
    samples: Vec<Sample>,
    /// Two rows for each sample, that of the side to move first, panel by panel: the sums of the
    /// sparse layer, and after the backward pass their gradients.
    strips: Box<[Strip]>,
    /// The active features of each row.
    features: Lists,
    /// The rows in which each feature is active.
    rows: Lists,
}

impl Bundle {
    /// The most samples of a bundle.
    pub(super) const SAMPLES: usize = 128;
    const ROWS: usize = 2 * Self::SAMPLES;

    pub(super) fn new() -> Self {
        Self {
            samples: Vec::new(),
            strips: vec![Strip::ZERO; PANELS * Self::ROWS].into_boxed_slice(),
            features: Lists::default(),
            rows: Lists::default(),
        }
    }

    /// Replaces the samples and computes their sums of the sparse layer.
    pub(super) fn forward(&mut self, judge: Judge<'_>, samples: impl Iterator<Item = Sample>) {
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
            let table = judge.weights.panel(panel);
            for (strip, features) in strips.iter_mut().zip(self.features.iter()) {
                *strip = Strip::ZERO;
                judge.arithmetic.add(strip, table, features);
            }
        }
    }

    /// The samples with their network outputs.
    pub(super) fn outputs(&self, judge: Judge<'_>) -> impl Iterator<Item = (&Sample, f32)> {
        self.samples.iter().enumerate().map(move |(at, sample)| (sample, self.output(judge, at)))
    }

    fn output(&self, judge: Judge<'_>, at: usize) -> f32 {
        let output = self.samples[at].output();
        let mut sum = judge.weights.output_bias(output);
        for perspective in 0..2 {
            let row = Weights::output_row(output, perspective);
            for panel in 0..PANELS {
                let seen = &self.strips[panel * Self::ROWS + 2 * at + perspective];
                sum += judge.arithmetic.neurons(seen, &judge.weights.panel(panel)[row]);
            }
        }
        sum
    }

    /// Backpropagates through the whole network and adds to the gradients `slopes`. `slope` returns
    /// the derivative of the loss with respect to a sample's output.
    pub(super) fn back(
        &mut self,
        judge: Judge<'_>,
        mut slope: impl FnMut(&Sample, f32) -> f32,
        slopes: &mut Weights,
    ) {
        for at in 0..self.samples.len() {
            let slope = slope(&self.samples[at], self.output(judge, at));
            self.back_from_output(judge, at, slope, slopes);
        }
        self.back_to_features(judge.arithmetic, slopes);
    }

    fn back_from_output(&mut self, judge: Judge<'_>, at: usize, slope: f32, slopes: &mut Weights) {
        let output = self.samples[at].output();
        *slopes.output_bias_mut(output) += slope;
        for perspective in 0..2 {
            let row = Weights::output_row(output, perspective);
            for panel in 0..PANELS {
                let seen = &mut self.strips[panel * Self::ROWS + 2 * at + perspective];
                let (weights, slopes) = (judge.weights.panel(panel), slopes.panel_mut(panel));
                judge.arithmetic.back(seen, &weights[row], slope, &mut slopes[row]);
            }
        }
    }

    fn back_to_features(&mut self, arithmetic: Arithmetic, slopes: &mut Weights) {
        self.rows.invert(&self.features, BIAS + 1);
        for (panel, strips) in self.strips.chunks_exact(Self::ROWS).enumerate() {
            let slopes = slopes.panel_mut(panel).iter_mut();
            let used = slopes.zip(self.rows.iter()).filter(|(_, rows)| !rows.is_empty());
            used.for_each(|(slopes, rows)| arithmetic.add(slopes, strips, rows));
        }
    }
}

const _: () = assert!(ROWS <= 1 << 16 && Bundle::ROWS <= 1 << 16, "both are counted in 16 bits");

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Evaluator;
    use crate::architecture::SCALE;
    use crate::train::fixtures;

    #[test]
    fn a_rounded_network_says_nearly_what_its_weights_say() {
        let weights = Weights::random(5);
        let network = Arc::new(weights.to_network());
        // Separates the error of rounding the weights from that of the integer arithmetic.
        let kept = Weights::of_network(&network);
        let (mut bundle, mut off) = (Bundle::new(), [0.0, 0.0]);
        let positions = fixtures::positions(1_000);
        for position in &positions {
            let sample = fixtures::sample(position);
            let said = f64::from(Evaluator::new(Arc::clone(&network), position).evaluate(position));
            for (off, weights) in off.iter_mut().zip([&weights, &kept]) {
                let judge = Judge { weights, arithmetic: Arithmetic::best() };
                bundle.forward(judge, [sample].into_iter());
                let told = f64::from(bundle.output(judge, 0)) * f64::from(SCALE);
                *off += (said - told).abs() / positions.len() as f64;
            }
        }
        assert!(off[0] < 6.0 && off[1] < 1.0, "{off:?} centipawns");
    }
}
