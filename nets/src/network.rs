//! The weights of a network and its file format.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use bytes::Buf;
use crc32fast::hash;

use crate::architecture::{FEATURES, OUTPUTS, WIDTH};
use crate::{file, leb128};

/// One row of the sparse layer, aligned for the widest vectors.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

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

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"TandemN2";
/// Number of weights of 16 bits: all but the biases of the output neurons, which have 32.
const NARROW: usize = FEATURES * WIDTH + WIDTH + OUTPUTS * 2 * WIDTH;
const WEIGHTS: usize = NARROW + OUTPUTS;

/// Reasons why a file cannot be used as a network.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read the network: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file is not a network.
    #[error("not a network of Tandem: it begins with `{0}`")]
    Foreign(String),
    /// The network has another shape than the program's.
    #[error("a network of {found}, expected {expected}")]
    Shape {
        /// The shape that the file states.
        found: String,
        /// The shape that the program was built for.
        expected: String,
    },
    /// The file ends within its header.
    #[error("a network of {0} bytes, which ends within its header")]
    Header(usize),
    /// Weights are missing, or one has too many bits.
    #[error("a network of {0} weights, expected {WEIGHTS}")]
    Weights(usize),
    /// Bytes follow the weights.
    #[error("a network with {0} bytes after its last weight")]
    Surplus(usize),
    /// The weights do not match the hash in the header.
    #[error("a damaged network: its hash is {found:08x}, expected {expected:08x}")]
    Hash {
        /// Hash of the weights found.
        found: u32,
        /// Hash in the header.
        expected: u32,
    },
}

/// A shape as it is written in a header: features, width, outputs.
type Shape = [u32; 3];

const SHAPE: Shape = [FEATURES as u32, WIDTH as u32, OUTPUTS as u32];

fn describe([features, width, outputs]: Shape) -> String {
    format!("{features} features, {width} neurons and {outputs} outputs")
}

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

    /// The embedded network; `default.toml` describes how it was trained.
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::parse(include_bytes!("../default.nnue"));
            Arc::new(network.expect("a test reads it"))
        });
        Arc::clone(&EMBEDDED)
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    /// A [`NetworkError`] if the file cannot be read or is not a network of this shape.
    pub fn open(path: &Path) -> Result<Self, NetworkError> {
        Self::parse(&file::read(path)?)
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// A [`NetworkError`] if they are not a network of this shape.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let Some(mut rest) = bytes.strip_prefix(&MAGIC) else {
            let begin = &bytes[..bytes.len().min(MAGIC.len())];
            return Err(NetworkError::Foreign(begin.escape_ascii().to_string()));
        };
        let mut number = || rest.try_get_u32_le().map_err(|_| NetworkError::Header(bytes.len()));
        let (shape, expected) = ([number()?, number()?, number()?], number()?);
        if shape != SHAPE {
            return Err(NetworkError::Shape { found: describe(shape), expected: describe(SHAPE) });
        }
        let network = Self::of_weights(&read_weights(rest)?);
        let found = network.hash();
        if found == expected { Ok(network) } else { Err(NetworkError::Hash { found, expected }) }
    }

    /// A network of as many weights as [`WEIGHTS`] says.
    fn of_weights(weights: &[i32]) -> Self {
        let mut weights = weights.iter().copied();
        let mut next = || weights.next().expect("all of them are there");
        let mut row = || Row(std::array::from_fn(|_| next() as i16));
        let features = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        let outputs = (0..OUTPUTS).map(|_| [row(), row()]).collect();
        let output_bias = std::array::from_fn(|_| next());
        Self { features, bias, outputs, output_bias }
    }

    /// The network as the bytes of a file: the magic number, the shape and the hash as numbers of four
    /// bytes, little-endian, then the weights in signed LEB128.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(SHAPE.iter().chain([&self.hash()]).flat_map(|number| number.to_le_bytes()));
        for weight in self.narrow().map(i32::from).chain(self.output_bias) {
            leb128::write(weight, &mut bytes);
        }
        bytes
    }

    /// The weights of 16 bits, in their order in a file.
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

/// Reads all weights; each is in the range of its type.
fn read_weights(mut bytes: &[u8]) -> Result<Vec<i32>, NetworkError> {
    let mut weights = Vec::with_capacity(WEIGHTS);
    while weights.len() < WEIGHTS {
        let fits = |weight: &i32| weights.len() >= NARROW || i16::try_from(*weight).is_ok();
        let weight = leb128::read(&mut bytes).filter(fits);
        weights.push(weight.ok_or(NetworkError::Weights(weights.len()))?);
    }
    if bytes.is_empty() { Ok(weights) } else { Err(NetworkError::Surplus(bytes.len())) }
}
