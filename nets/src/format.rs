//! The file format of networks.
//!
//! A magic number; features, width, outputs and the number of networks, 1 or 2; the CRC-32 of each one's
//! weights, all of these in four bytes, little-endian. Then come the weights of the first network and,
//! if there is a second one, its differences from them, in signed LEB128. A network for crazyhouse that
//! was trained from that for bughouse differs little from it, and so takes few bytes once it is packed.

use std::path::Path;

use bytes::Buf;

use crate::architecture::{FEATURES, OUTPUTS, WIDTH};
use crate::network::{NARROW, WEIGHTS};
use crate::{Network, Networks, file, leb128};

/// The first bytes of a file; the last one counts the formats, of which this one has the kinds of threats and
/// the neurons for them that `architecture.rs` states.
const MAGIC: [u8; 8] = *b"TandemN4";

/// The first bytes of a file in any format.
const FAMILY: &str = "TandemN";

/// Reasons why a file cannot be used as networks.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read the network: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file is not a network.
    #[error("not a network of Tandem: it begins with `{0}`")]
    Foreign(String),
    /// The file is a network of a Tandem with another file format.
    #[error("a network of another version of Tandem: it begins with `{0}`, expected `{expected}`", expected = MAGIC.escape_ascii())]
    Version(String),
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
    /// The file states a number of networks that it cannot have.
    #[error("a file of {0} networks, expected 1 or 2")]
    Count(u32),
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

/// The error for a file that begins with `begin`.
fn refusal(begin: String) -> NetworkError {
    if begin.starts_with(FAMILY) {
        NetworkError::Version(begin)
    } else {
        NetworkError::Foreign(begin)
    }
}

fn describe([features, width, outputs]: Shape) -> String {
    format!("{features} features, {width} neurons and {outputs} outputs")
}

impl Networks {
    /// Reads networks from a file.
    ///
    /// # Errors
    /// A [`NetworkError`] if the file cannot be read or does not hold networks of this shape.
    pub fn open(path: &Path) -> Result<Self, NetworkError> {
        Self::parse(&file::read(path)?)
    }

    /// Reads networks from the bytes of a file.
    ///
    /// # Errors
    /// A [`NetworkError`] if they are not networks of this shape.
    pub fn parse(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut rest = file::after_magic(bytes, &MAGIC).map_err(refusal)?;
        let mut number = || rest.try_get_u32_le().map_err(|_| NetworkError::Header(bytes.len()));
        let shape = [number()?, number()?, number()?];
        if shape != SHAPE {
            return Err(NetworkError::Shape { found: describe(shape), expected: describe(SHAPE) });
        }
        let zeros = vec![0; WEIGHTS];
        let networks = match number()? {
            1 => {
                let hash = number()?;
                read(&mut rest, &zeros, hash)?.into()
            }
            2 => {
                let hashes = [number()?, number()?];
                let bughouse = read(&mut rest, &zeros, hashes[0])?;
                let weights: Vec<i32> = bughouse.weights().collect();
                Self::of_both(bughouse, read(&mut rest, &weights, hashes[1])?)
            }
            count => return Err(NetworkError::Count(count)),
        };
        if rest.is_empty() { Ok(networks) } else { Err(NetworkError::Surplus(rest.len())) }
    }

    /// The networks as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let networks = self.all();
        let mut bytes = MAGIC.to_vec();
        let hashes = networks.iter().map(|network| network.hash());
        let header = SHAPE.into_iter().chain([networks.len() as u32]).chain(hashes);
        bytes.extend(header.flat_map(u32::to_le_bytes));
        let mut before = vec![0; WEIGHTS];
        for network in networks {
            let weights: Vec<i32> = network.weights().collect();
            for (weight, before) in weights.iter().zip(&before) {
                leb128::write(weight.wrapping_sub(*before), &mut bytes);
            }
            before = weights;
        }
        bytes
    }
}

/// Reads a network of this hash: the differences of its weights from others.
fn read(bytes: &mut &[u8], others: &[i32], expected: u32) -> Result<Network, NetworkError> {
    let mut weights = Vec::with_capacity(WEIGHTS);
    for (at, other) in others.iter().enumerate() {
        let fits = |weight: &i32| at >= NARROW || i16::try_from(*weight).is_ok();
        let weight = leb128::read(bytes).map(|difference| other.wrapping_add(difference));
        weights.push(weight.filter(fits).ok_or(NetworkError::Weights(at))?);
    }
    let network = Network::of_weights(&weights);
    let found = network.hash();
    if found == expected { Ok(network) } else { Err(NetworkError::Hash { found, expected }) }
}
