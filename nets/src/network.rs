//! The weights of a network.

use crate::architecture::{FEATURES, OUTPUTS, THREAT_WIDTH, THREATS, WIDTH};
use crate::checksum::hash;

/// One row of the sparse layer, aligned for the widest vectors.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

impl Row {
    /// A row of zeros.
    pub const ZERO: Self = Self([0; WIDTH]);
}

/// One row of the weights of threats.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct ThreatRow(pub [i16; THREAT_WIDTH]);

/// A quantised network.
#[derive(Clone)]
pub struct Network {
    /// Weights of the sparse layer: a row for each feature.
    pub(crate) features: Box<[Row]>,
    pub(crate) bias: Row,
    /// Weights of the threats against the own side, then of those against the other one.
    pub(crate) threats: Box<[ThreatRow]>,
    /// True if any of these is not zero. Without them the threats are not counted at all.
    pub(crate) sees_threats: bool,
    /// Weights of each output neuron for the own perspective, then for the other one.
    pub(crate) outputs: Box<[[Row; 2]]>,
    pub(crate) output_bias: [i32; OUTPUTS],
}

/// Number of weights of 16 bits: all but the biases of the output neurons, which have 32.
pub(crate) const NARROW: usize = (FEATURES + 1 + OUTPUTS * 2) * WIDTH + 2 * THREATS * THREAT_WIDTH;
pub(crate) const WEIGHTS: usize = NARROW + OUTPUTS;

impl Network {
    /// A network with these weights: a row for each feature, the bias, a row for each threat, and for each
    /// output neuron a row for the own perspective and one for the other. Output weights must be from -127
    /// to 127.
    ///
    /// # Panics
    /// If there are not [`FEATURES`] feature rows, twice [`THREATS`] rows of threats and [`OUTPUTS`] output
    /// neurons.
    pub fn new(
        features: Box<[Row]>,
        bias: Row,
        threats: Box<[ThreatRow]>,
        outputs: Box<[[Row; 2]]>,
        output_bias: [i32; OUTPUTS],
    ) -> Self {
        let shape = (features.len(), threats.len(), outputs.len());
        assert_eq!(shape, (FEATURES, 2 * THREATS, OUTPUTS), "the shape of a network");
        let sees_threats = threats.iter().any(|row| row.0 != [0; THREAT_WIDTH]);
        Self { features, bias, threats, sees_threats, outputs, output_bias }
    }

    /// Weights of the sparse layer: a row for each feature.
    pub fn features(&self) -> &[Row] {
        &self.features
    }

    /// The bias of the sparse layer.
    pub const fn bias(&self) -> &Row {
        &self.bias
    }

    /// Weights of the threats against the own side, then of those against the other one.
    pub fn threats(&self) -> &[ThreatRow] {
        &self.threats
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
        let features = (0..FEATURES).map(|_| Row(row(&mut next))).collect();
        let bias = Row(row(&mut next));
        let threats = (0..2 * THREATS).map(|_| ThreatRow(row(&mut next))).collect();
        let outputs = (0..OUTPUTS).map(|_| [Row(row(&mut next)), Row(row(&mut next))]).collect();
        let output_bias = std::array::from_fn(|_| next());
        Self::new(features, bias, threats, outputs, output_bias)
    }

    /// All weights, in their order in a file: the first [`NARROW`] have 16 bits.
    pub(crate) fn weights(&self) -> impl Iterator<Item = i32> {
        self.narrow().map(i32::from).chain(self.output_bias)
    }

    /// The weights of 16 bits.
    fn narrow(&self) -> impl Iterator<Item = i16> {
        let features = self.features.iter().chain([&self.bias]).flat_map(|row| row.0);
        let threats = self.threats.iter().flat_map(|row| row.0);
        features.chain(threats).chain(self.outputs.iter().flatten().flat_map(|row| row.0))
    }

    /// CRC-32 of the weights, little-endian in two and four bytes each, which identifies the network.
    pub fn hash(&self) -> u32 {
        let narrow = self.narrow().flat_map(i16::to_le_bytes);
        let bias = self.output_bias.iter().flat_map(|bias| bias.to_le_bytes());
        hash(&narrow.chain(bias).collect::<Vec<u8>>())
    }
}

/// A row of the next weights.
fn row<const N: usize>(mut next: impl FnMut() -> i32) -> [i16; N] {
    std::array::from_fn(|_| next() as i16)
}
