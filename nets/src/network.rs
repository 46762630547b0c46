//! Weights, and where they come from.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use crate::architecture::{FEATURES, OUTPUTS, WIDTH};
use crate::bytes::{Bytes, checksum};

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
const HEADER: usize = MAGIC.len() + 4 * (SHAPE.len() + 1);
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
    #[error("a damaged network: its hash is {found:08x}, expected {expected:08x}")]
    Hash {
        /// That of the bytes.
        found: u32,
        /// That in the header.
        expected: u32,
    },
}

/// The numbers of a shape, as a header has them.
type Shape = [u32; 3];

const SHAPE: Shape = [FEATURES as u32, WIDTH as u32, OUTPUTS as u32];

fn describe([features, width, outputs]: Shape) -> String {
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

    /// The one that comes with the program; `default.toml` says how it came about.
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::parse(include_bytes!("../default.nnue"));
            Arc::new(network.expect("a test reads it"))
        });
        Arc::clone(&EMBEDDED)
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
        let size = || NetworkError::Size { found: bytes.len() };
        let mut rest = Bytes(bytes);
        if rest.take() != Some(MAGIC) {
            let begin = &bytes[..bytes.len().min(MAGIC.len())];
            return Err(NetworkError::Foreign(begin.escape_ascii().to_string()));
        }
        let mut number = || rest.u32().ok_or_else(size);
        let (shape, expected) = ([number()?, number()?, number()?], number()?);
        if shape != SHAPE {
            return Err(NetworkError::Shape { found: describe(shape), expected: describe(SHAPE) });
        }
        if bytes.len() != BYTES {
            return Err(size());
        }
        let found = checksum(rest.0);
        if found != expected {
            return Err(NetworkError::Hash { found, expected });
        }
        Self::from_body(rest).ok_or_else(size)
    }

    /// `None` where bytes are missing.
    fn from_body(mut body: Bytes) -> Option<Self> {
        let mut row = || {
            let weights = body.take_slice(2 * WIDTH)?;
            let mut weights =
                weights.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
            Some(Row(std::array::from_fn(|_| weights.next().unwrap_or(0))))
        };
        let features = (0..FEATURES).map(|_| row()).collect::<Option<_>>()?;
        let bias = row()?;
        let outputs = (0..OUTPUTS).map(|_| Some([row()?, row()?])).collect::<Option<_>>()?;
        let mut output_bias = [0; OUTPUTS];
        for bias in &mut output_bias {
            *bias = body.i32()?;
        }
        Some(Self { features, bias, outputs, output_bias })
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let outputs = self.outputs.iter().flatten();
        let rows = self.features.iter().chain([&self.bias]).chain(outputs);
        let mut body: Vec<u8> = rows.flat_map(|row| row.0).flat_map(i16::to_le_bytes).collect();
        body.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(SHAPE.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The hash of its weights, by which it is known.
    pub fn hash(&self) -> u32 {
        checksum(&self.to_bytes()[HEADER..])
    }
}
