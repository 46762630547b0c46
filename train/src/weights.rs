//! The weights of a network during training, as floating-point numbers.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tandem_nets::architecture::{
    FEATURES, KINGS, MEN, MOST_ACTIVE, MOST_ACTIVE_WITH_THREATS, OUTPUTS, QA, QB, THREAT_WIDTH,
    THREATS, WIDTH,
};

use crate::optimizer::{Block, Parameters};

/// A part of a row of numbers, as large as half the vector registers of common machines.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(crate) struct Strip(pub(crate) [f32; STRIP]);

/// Numbers in a strip.
pub(crate) const STRIP: usize = 64;
/// Strips in a row, each of which belongs to another panel.
pub(crate) const PANELS: usize = WIDTH / STRIP;
const _: () = assert!(WIDTH.is_multiple_of(STRIP));
/// Panels whose neurons see the threats. The weights of threats in the others are zeros.
const THREAT_PANELS: usize = THREAT_WIDTH / STRIP;
const _: () = assert!(THREAT_WIDTH.is_multiple_of(STRIP));

/// One number for each weight of a network: the weight itself, its gradient, or a moving average.
///
/// There is a row for each feature; one for each kind of threats against either side; one for the bias, which is a feature that is always active; two
/// for each output neuron, that of the own perspective first; and one that begins with the biases
/// of the outputs. They are stored panel by panel, the first strips of all rows first, so that the
/// strips added up at one time stay in the nearest cache.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    strips: Box<[Strip]>,
}

/// The row of the sparse layer's bias.
pub(crate) const BIAS: usize = FEATURES + 2 * THREATS;
const MEN_END: usize = KINGS * MEN;
const OUTPUT: usize = BIAS + 1;
const OUTPUT_BIAS: usize = OUTPUT + 2 * OUTPUTS;
/// Number of rows.
pub(crate) const ROWS: usize = OUTPUT_BIAS + 1;

/// Limit of the quantised weights of a neuron of the sparse layer, such that no sum of a position leaves 16
/// bits.
pub(crate) const fn most_sparse(neuron: usize) -> i32 {
    let active = if neuron < THREAT_WIDTH { MOST_ACTIVE_WITH_THREATS } else { MOST_ACTIVE };
    i16::MAX as i32 / (active as i32 + 1)
}
/// Limit of quantised output weights, such that their product with [`QA`] fits 16 bits.
pub(crate) const MOST_OUTPUT: i32 = 127;
const _: () = assert!(MOST_OUTPUT * QA <= i16::MAX as i32);
/// Limit of the initial weights of piece-square features.
const FIRST_MAN: f32 = 0.03;
/// Limit of the initial output weights.
const FIRST_OUTPUT: f32 = 0.1;

impl Block for Strip {
    type Number = f32;
    const ZERO: Self = Self([0.0; STRIP]);

    fn numbers(&self) -> &[f32] {
        &self.0
    }

    fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }
}

impl Parameters for Weights {
    type Block = Strip;

    fn blocks(&self) -> &[Strip] {
        &self.strips
    }

    fn blocks_mut(&mut self) -> &mut [Strip] {
        &mut self.strips
    }

    fn limit(strip: usize) -> f32 {
        match strip % ROWS {
            FEATURES..BIAS if strip / ROWS >= THREAT_PANELS => 0.0,
            0..OUTPUT => most_sparse(strip / ROWS * STRIP) as f32 / QA as f32,
            OUTPUT..OUTPUT_BIAS => MOST_OUTPUT as f32 / QB as f32,
            _ => f32::INFINITY,
        }
    }
}

impl Weights {
    pub(crate) fn zero() -> Self {
        Self::of_strips((0..PANELS * ROWS).map(|_| Strip::ZERO))
    }

    /// The weights in these strips, of which there must be one for each panel and row.
    pub(crate) fn of_strips(strips: impl Iterator<Item = Strip>) -> Self {
        Self { strips: strips.collect() }
    }

    /// Random initial weights. Those of promotion marks, holdings and threats start at 0, so that a
    /// holdings count rarely seen in training does not keep a random label.
    pub fn random(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = Self::zero();
        for (at, strip) in weights.strips.iter_mut().enumerate() {
            let most = match at % ROWS {
                0..MEN_END => FIRST_MAN,
                OUTPUT..OUTPUT_BIAS => FIRST_OUTPUT,
                _ => continue,
            };
            for weight in &mut strip.0 {
                *weight = most * ((random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0);
            }
        }
        weights
    }

    /// The strips of all rows in a panel.
    pub(crate) fn panel(&self, panel: usize) -> &[Strip] {
        &self.strips[panel * ROWS..(panel + 1) * ROWS]
    }

    pub(crate) fn panel_mut(&mut self, panel: usize) -> &mut [Strip] {
        &mut self.strips[panel * ROWS..(panel + 1) * ROWS]
    }

    pub(crate) fn row(&self, row: usize) -> [f32; WIDTH] {
        std::array::from_fn(|at| self.panel(at / STRIP)[row].0[at % STRIP])
    }

    pub(crate) fn set_row(&mut self, row: usize, weights: &[f32; WIDTH]) {
        for (panel, weights) in weights.as_chunks().0.iter().enumerate() {
            self.panel_mut(panel)[row] = Strip(*weights);
        }
    }

    /// Makes the weights of all threats zeros.
    pub fn forget_threats(&mut self) {
        for row in FEATURES..BIAS {
            self.set_row(row, &[0.0; WIDTH]);
        }
    }

    /// The row of an output neuron for a perspective: 0 is that of the side to move, 1 the other
    /// one.
    pub(crate) const fn output_row(output: usize, perspective: usize) -> usize {
        OUTPUT + 2 * output + perspective
    }

    pub(crate) fn output_bias(&self, output: usize) -> f32 {
        self.strips[OUTPUT_BIAS].0[output]
    }

    pub(crate) fn output_bias_mut(&mut self, output: usize) -> &mut f32 {
        &mut self.strips[OUTPUT_BIAS].0[output]
    }
}
