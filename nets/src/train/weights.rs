//! The weights of a network during training, as floating-point numbers.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::architecture::{FEATURES, KINGS, MEN, MOST_ACTIVE, OUTPUTS, QA, QB, WIDTH};
use crate::network::{Network, Row};

/// A part of a row of numbers, as large as half the vector registers of common machines.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(crate) struct Strip(pub(crate) [f32; STRIP]);

/// Numbers in a strip.
pub(crate) const STRIP: usize = 64;
/// Strips in a row, each of which belongs to another panel.
pub(super) const PANELS: usize = WIDTH / STRIP;
const _: () = assert!(WIDTH.is_multiple_of(STRIP));

/// One number for each weight of a network: the weight itself, its gradient, or a moving average.
///
/// There is a row for each feature; one for the bias, which is a feature that is always active; two
/// for each output neuron, that of the own perspective first; and one that begins with the biases
/// of the outputs. They are stored panel by panel, the first strips of all rows first, so that the
/// strips added up at one time stay in the nearest cache.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub(super) strips: Box<[Strip]>,
}

/// The row of the sparse layer's bias.
pub(super) const BIAS: usize = FEATURES;
const MEN_END: usize = KINGS * MEN;
const OUTPUT: usize = BIAS + 1;
const OUTPUT_BIAS: usize = OUTPUT + 2 * OUTPUTS;
/// Number of rows.
pub(super) const ROWS: usize = OUTPUT_BIAS + 1;

/// Limit of quantised weights of the sparse layer, such that no sum of a position leaves 16 bits.
const MOST_SPARSE: i32 = i16::MAX as i32 / (MOST_ACTIVE as i32 + 1);
/// Limit of quantised output weights, such that their product with [`QA`] fits 16 bits.
const MOST_OUTPUT: i32 = 127;
const _: () = assert!(MOST_OUTPUT * QA <= i16::MAX as i32);
/// Limit of the initial weights of piece-square features.
const FIRST_MAN: f32 = 0.03;
/// Limit of the initial output weights.
const FIRST_OUTPUT: f32 = 0.1;

impl Strip {
    pub(crate) const ZERO: Self = Self([0.0; STRIP]);
}

impl Weights {
    pub(super) fn zero() -> Self {
        Self { strips: vec![Strip::ZERO; PANELS * ROWS].into_boxed_slice() }
    }

    /// Random initial weights. Those of promotion marks and holdings start at 0, so that a holdings
    /// count rarely seen in training does not keep a random worth.
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

    /// The weights of a network, for continued training.
    pub fn of_network(network: &Network) -> Self {
        let sparse = network.features.iter().chain([&network.bias]).map(|row| (row, QA));
        let outputs = network.outputs.iter().flatten().map(|row| (row, QB));
        let mut weights = Self::zero();
        for (row, (known, one)) in sparse.chain(outputs).enumerate() {
            weights.set_row(row, &known.0.map(|weight| f32::from(weight) / one as f32));
        }
        for (output, &bias) in network.output_bias.iter().enumerate() {
            *weights.output_bias_mut(output) = bias as f32 / (QA * QB) as f32;
        }
        weights
    }

    /// The network with these weights, rounded and clamped.
    pub fn to_network(&self) -> Network {
        let sparse = |row| rounded(&self.row(row), QA, MOST_SPARSE);
        let output = |output, perspective| {
            rounded(&self.row(Self::output_row(output, perspective)), QB, MOST_OUTPUT)
        };
        Network::new(
            (0..BIAS).map(sparse).collect(),
            sparse(BIAS),
            (0..OUTPUTS).map(|at| [output(at, 0), output(at, 1)]).collect(),
            std::array::from_fn(|at| (self.output_bias(at) * (QA * QB) as f32).round() as i32),
        )
    }

    /// The strips of all rows in a panel.
    pub(super) fn panel(&self, panel: usize) -> &[Strip] {
        &self.strips[panel * ROWS..(panel + 1) * ROWS]
    }

    pub(super) fn panel_mut(&mut self, panel: usize) -> &mut [Strip] {
        &mut self.strips[panel * ROWS..(panel + 1) * ROWS]
    }

    fn row(&self, row: usize) -> [f32; WIDTH] {
        std::array::from_fn(|at| self.panel(at / STRIP)[row].0[at % STRIP])
    }

    fn set_row(&mut self, row: usize, weights: &[f32; WIDTH]) {
        for (panel, weights) in weights.as_chunks().0.iter().enumerate() {
            self.panel_mut(panel)[row] = Strip(*weights);
        }
    }

    /// The row of an output neuron for a perspective: 0 is that of the side to move, 1 the other
    /// one.
    pub(super) const fn output_row(output: usize, perspective: usize) -> usize {
        OUTPUT + 2 * output + perspective
    }

    pub(super) fn output_bias(&self, output: usize) -> f32 {
        self.strips[OUTPUT_BIAS].0[output]
    }

    pub(super) fn output_bias_mut(&mut self, output: usize) -> &mut f32 {
        &mut self.strips[OUTPUT_BIAS].0[output]
    }

    /// Limit of the weights of a strip.
    pub(super) const fn most(strip: usize) -> f32 {
        match strip % ROWS {
            0..OUTPUT => MOST_SPARSE as f32 / QA as f32,
            OUTPUT..OUTPUT_BIAS => MOST_OUTPUT as f32 / QB as f32,
            _ => f32::INFINITY,
        }
    }
}

fn rounded(row: &[f32; WIDTH], one: i32, most: i32) -> Row {
    let (one, most) = (one as f32, most as f32);
    Row(row.map(|weight| (weight * one).round().clamp(-most, most) as i16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_the_weights_it_is_gone_on_with() {
        let network = Weights::random(3).to_network();
        let again = Weights::of_network(&network).to_network();
        assert_eq!(network.to_bytes(), again.to_bytes());
    }

    #[test]
    fn what_is_too_large_is_cut_off() {
        let mut weights = Weights::zero();
        for row in 0..ROWS {
            let mut large = [0.0; WIDTH];
            (large[0], large[WIDTH - 1]) = (9.0, -9.0);
            weights.set_row(row, &large);
        }
        let network = weights.to_network();
        let rows = network.features.iter().chain([&network.bias]);
        for row in rows {
            assert_eq!([row.0[0], row.0[1], row.0[WIDTH - 1]], [337, 0, -337]);
            assert!(i32::from(row.0[0]) * (MOST_ACTIVE as i32 + 1) <= i32::from(i16::MAX));
        }
        for row in network.outputs.iter().flatten() {
            assert_eq!([row.0[0], row.0[1], row.0[WIDTH - 1]], [127, 0, -127]);
        }
    }
}
