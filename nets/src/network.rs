//! Weights, and where they come from.

use std::path::Path;

use crate::architecture::{FEATURES, OUTPUTS, WIDTH};

/// One row of the sparse layer, aligned for the widest vectors.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Row(pub [i16; WIDTH]);

/// A quantised network.
#[derive(Clone)]
pub struct Network {
    /// For each feature, what it adds.
    pub(crate) features: Box<[Row]>,
    pub(crate) bias: Row,
    /// For each output neuron, weights of the own perspective, then of the other one.
    pub(crate) outputs: Box<[[Row; 2]]>,
    pub(crate) output_bias: [i32; OUTPUTS],
}

/// What a file begins with.
const MAGIC: [u8; 8] = *b"TandemN1";
const HEADER: usize = MAGIC.len() + 4 * 4 + 8;
const BYTES: usize = HEADER + 2 * (FEATURES * WIDTH + WIDTH + OUTPUTS * 2 * WIDTH) + 4 * OUTPUTS;

/// Why a file is no network that could be used.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// It cannot be read.
    #[error("cannot read the network: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It is something else.
    #[error("not a network of Tandem: it begins with `{0}`")]
    Foreign(String),
    /// It has another shape.
    #[error("a network of {found}, expected {expected}")]
    Shape {
        /// What the file says.
        found: String,
        /// What the program has been built for.
        expected: String,
    },
    /// Bytes are missing, or there are too many.
    #[error("a network of {found} bytes, expected {BYTES}")]
    Size {
        /// How many there are.
        found: usize,
    },
    /// Bytes have changed.
    #[error("a damaged network: its hash is {found:016x}, expected {expected:016x}")]
    Hash {
        /// That of the bytes.
        found: u64,
        /// That in the header.
        expected: u64,
    },
}

/// The numbers of a shape, as a header has them.
type Shape = [u32; 4];

const SHAPE: Shape = [FEATURES as u32, WIDTH as u32, OUTPUTS as u32, 0];

fn describe([features, width, outputs, _]: Shape) -> String {
    format!("{features} features, {width} neurons and {outputs} outputs")
}

impl Network {
    /// A network of these weights: a row for each feature, then for each output neuron one for
    /// the own perspective and one for the other. Weights of the outputs are from -127 to 127.
    pub fn new(
        features: Box<[Row]>,
        bias: Row,
        outputs: Box<[[Row; 2]]>,
        output_bias: [i32; OUTPUTS],
    ) -> Self {
        assert_eq!((features.len(), outputs.len()), (FEATURES, OUTPUTS), "the shape of a network");
        Self { features, bias, outputs, output_bias }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(path: &Path) -> Result<Self, NetworkError> {
        Self::parse(&std::fs::read(path)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let head = bytes.get(..HEADER).unwrap_or(bytes);
        if !head.starts_with(&MAGIC) {
            let begin = &bytes[..bytes.len().min(MAGIC.len())];
            return Err(NetworkError::Foreign(begin.escape_ascii().to_string()));
        }
        if head.len() < HEADER {
            return Err(NetworkError::Size { found: bytes.len() });
        }
        let mut words = head[MAGIC.len()..].chunks_exact(4).map(u32_of);
        let shape: Shape = std::array::from_fn(|_| words.next().unwrap_or(0));
        if shape != SHAPE {
            return Err(NetworkError::Shape { found: describe(shape), expected: describe(SHAPE) });
        }
        if bytes.len() != BYTES {
            return Err(NetworkError::Size { found: bytes.len() });
        }
        let [low, high] = [words.next().unwrap_or(0), words.next().unwrap_or(0)];
        let expected = u64::from(low) | u64::from(high) << 32;
        let (_, body) = bytes.split_at(HEADER);
        let found = hash(body);
        if found != expected {
            return Err(NetworkError::Hash { found, expected });
        }
        Ok(Self::from_body(body))
    }

    fn from_body(body: &[u8]) -> Self {
        let (weights, biases) = body.split_at(body.len() - 4 * OUTPUTS);
        let mut weights = weights.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let mut row = || Row(std::array::from_fn(|_| weights.next().unwrap_or(0)));
        let features = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        let outputs = (0..OUTPUTS).map(|_| [row(), row()]).collect();
        let mut biases = biases.chunks_exact(4).map(|four| u32_of(four).cast_signed());
        let output_bias = std::array::from_fn(|_| biases.next().unwrap_or(0));
        Self { features, bias, outputs, output_bias }
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let outputs = self.outputs.iter().flatten();
        let rows = self.features.iter().chain([&self.bias]).chain(outputs);
        let mut body: Vec<u8> = rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes).collect();
        body.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(SHAPE.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The hash of its weights, by which it is known.
    pub fn hash(&self) -> u64 {
        let bytes = self.to_bytes();
        hash(&bytes[HEADER..])
    }
}

fn u32_of(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
