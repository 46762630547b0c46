//! The weights of a network.

use crate::architecture::{FEATURES, OUTPUTS, WIDTH};
use crate::checksum::hash;

/// One row of the sparse layer, aligned for the widest vectors.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

impl Row {
    /// A row of zeros.
    pub const ZERO: Self = Self([0; WIDTH]);
}

/// A quantised network.
#[derive(Clone)]
pub struct Network {
    /// Weights of the sparse layer: a row for each feature.
    pub(crate) features: Box<[Row]>,
    pub(crate) bias: Row,
    /// Weights of each output neuron for the own perspective, then for the other one.
    pub(crate) outputs: Box<[[Row; 2]]>,
    pub(crate) output_bias: [i32; OUTPUTS],
}

/// Number of weights of 16 bits: all but the biases of the output neurons, which have 32.
pub(crate) const NARROW: usize = FEATURES * WIDTH + WIDTH + OUTPUTS * 2 * WIDTH;
pub(crate) const WEIGHTS: usize = NARROW + OUTPUTS;

impl Network {
    /// A network with these weights: a row for each feature, the bias, and for each output neuron a
    /// row for the own perspective and one for the other. Output weights must be from -127 to 127.
    ///
    /// # Panics
    /// If there are not [`FEATURES`] feature rows and [`OUTPUTS`] output neurons.
    pub fn new(
        features: Box<[Row]>,
        bias: Row,
        outputs: Box<[[Row; 2]]>,
        output_bias: [i32; OUTPUTS],
    ) -> Self {
        assert_eq!((features.len(), outputs.len()), (FEATURES, OUTPUTS), "the shape of a network");
        Self { features, bias, outputs, output_bias }
    }

    /// Weights of the sparse layer: a row for each feature.
    pub fn features(&self) -> &[Row] {
        &self.features
    }

    /// The bias of the sparse layer.
    pub const fn bias(&self) -> &Row {
        &self.bias
    }

    /// Weights of each output neuron: a row for the own perspective, then one for the other.
    pub fn outputs(&self) -> &[[Row; 2]] {
        &self.outputs
    }

    /// The biases of the output neurons.
    pub const fn output_bias(&self) -> &[i32; OUTPUTS] {
        &self.output_bias
    }

    /// A network of as many weights as [`WEIGHTS`] says.
    pub(crate) fn of_weights(weights: &[i32]) -> Self {
        let mut weights = weights.iter().copied();
        let mut next = || weights.next().expect("all of them are there");
        let mut row = || Row(std::array::from_fn(|_| next() as i16));
        let features = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        let outputs = (0..OUTPUTS).map(|_| [row(), row()]).collect();
        let output_bias = std::array::from_fn(|_| next());
        Self { features, bias, outputs, output_bias }
    }

    /// All weights, in their order in a file: the first [`NARROW`] have 16 bits.
    pub(crate) fn weights(&self) -> impl Iterator<Item = i32> {
        self.narrow().map(i32::from).chain(self.output_bias)
    }

    /// The weights of 16 bits.
    fn narrow(&self) -> impl Iterator<Item = i16> {
        let outputs = self.outputs.iter().flatten();
        self.features.iter().chain([&self.bias]).chain(outputs).flat_map(|row| row.0)
    }

    /// CRC-32 of the weights, little-endian in two and four bytes each, which identifies the network.
    pub fn hash(&self) -> u32 {
        let narrow = self.narrow().flat_map(i16::to_le_bytes);
        let bias = self.output_bias.iter().flat_map(|bias| bias.to_le_bytes());
        hash(&narrow.chain(bias).collect::<Vec<u8>>())
    }
}
