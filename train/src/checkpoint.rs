//! Checkpoints: the state of a training run, and its file format.

use bytes::Buf;
use crc32fast::hash;

use crate::optimizer::{Optimizer, Parameters};
use crate::weights::{PANELS, ROWS, STRIP, Strip, Weights};

/// The state of a training run between two epochs. Together with the samples and the plan it
/// determines the rest of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    pub(crate) optimizer: Optimizer<Weights>,
    /// Number of epochs completed.
    pub(crate) epoch: u32,
    /// Mean loss in the last epoch.
    pub(crate) loss: f64,
}

/// Reasons why bytes are not a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes are not a checkpoint.
    #[error("not a checkpoint of a training")]
    Foreign,
    /// The checkpoint is of a network of another shape, or incomplete.
    #[error("it has `{0}` bytes, too few or too many for a network of this shape")]
    Size(usize),
    /// The bytes do not match their checksum.
    #[error("its checksum is `{found:08x}`, expected `{stated:08x}`")]
    Checksum {
        /// Checksum of the bytes found.
        found: u32,
        /// Checksum stated in the checkpoint.
        stated: u32,
    },
    /// The description of the run is not UTF-8.
    #[error("it is not UTF-8")]
    Utf8,
}

const MAGIC: [u8; 8] = *b"TandemT1";
/// Bytes after the text: epochs, steps, loss, and three numbers for each weight.
const BODY_BYTES: usize = 4 + 4 + 8 + 3 * 4 * PANELS * ROWS * STRIP;

impl Checkpoint {
    /// The initial state with these weights.
    pub fn new(weights: Weights) -> Self {
        Self { optimizer: Optimizer::new(weights), epoch: 0, loss: 0.0 }
    }

    /// Number of epochs completed.
    pub const fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Mean loss in the last epoch.
    pub const fn loss(&self) -> f64 {
        self.loss
    }

    /// The current weights.
    pub const fn weights(&self) -> &Weights {
        &self.optimizer.parameters
    }

    /// The state as a checkpoint, with a text that describes the run.
    pub fn to_bytes(&self, text: &str) -> Vec<u8> {
        let mut body = (text.len() as u32).to_le_bytes().to_vec();
        body.extend(text.as_bytes());
        body.extend(self.epoch.to_le_bytes());
        body.extend(self.optimizer.steps.to_le_bytes());
        body.extend(self.loss.to_bits().to_le_bytes());
        let Optimizer { parameters, mean, square, .. } = &self.optimizer;
        for weights in [parameters, mean, square] {
            let numbers = weights.blocks().iter().flat_map(|strip| strip.0);
            body.extend(numbers.flat_map(f32::to_le_bytes));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a checkpoint and the text stored with it.
    ///
    /// # Errors
    /// A [`CheckpointError`] if the bytes are not a checkpoint of a network of this shape.
    pub fn parse(bytes: &[u8]) -> Result<(Self, String), CheckpointError> {
        let size = || CheckpointError::Size(bytes.len());
        let mut rest = bytes.strip_prefix(&MAGIC).ok_or(CheckpointError::Foreign)?;
        let stated = rest.try_get_u32_le().map_err(|_| size())?;
        let found = hash(rest);
        if found != stated {
            return Err(CheckpointError::Checksum { found, stated });
        }
        let length = rest.try_get_u32_le().map_err(|_| size())?;
        let (text, body) = rest.split_at_checked(length as usize).ok_or_else(size)?;
        let text = String::from_utf8(text.to_vec()).map_err(|_| CheckpointError::Utf8)?;
        if body.len() != BODY_BYTES {
            return Err(size());
        }
        Ok((Self::from_body(body), text))
    }

    /// Reads the fields after the text, which are [`BODY_BYTES`] long.
    fn from_body(mut body: &[u8]) -> Self {
        let (epoch, steps, loss) = (body.get_u32_le(), body.get_u32_le(), body.get_f64_le());
        let mut weights = || {
            let mut strip = || Strip(std::array::from_fn(|_| body.get_f32_le()));
            Weights::of_strips((0..PANELS * ROWS).map(|_| strip()))
        };
        let (parameters, mean, square) = (weights(), weights(), weights());
        Self { optimizer: Optimizer { parameters, mean, square, steps }, epoch, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_kept_and_nothing_else_is() {
        let weights = Weights::random(7);
        let mut state = Checkpoint { epoch: 3, loss: 0.25, ..Checkpoint::new(weights) };
        state.optimizer.steps = 70;
        let bytes = state.to_bytes("seed = 7\n");
        assert_eq!(Checkpoint::parse(&bytes), Ok((state, "seed = 7\n".to_owned())));
        let refused = |bytes: &[u8]| Checkpoint::parse(bytes).expect_err("it is refused");
        assert_eq!(refused(b"TandemN1"), CheckpointError::Foreign);
        assert_eq!(refused(&bytes[..9]), CheckpointError::Size(9));
        assert!(matches!(refused(&bytes[..500]), CheckpointError::Checksum { .. }));
        let mut changed = bytes.clone();
        changed[40_000] ^= 1;
        assert!(matches!(refused(&changed), CheckpointError::Checksum { .. }));
        // Another shape: valid checksum, but shorter.
        let mut short = bytes[..bytes.len() - 4].to_vec();
        let sum = hash(&short[12..]).to_le_bytes();
        short[8..12].copy_from_slice(&sum);
        assert_eq!(refused(&short), CheckpointError::Size(short.len()));
    }
}
