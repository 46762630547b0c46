//! The state of a training run and its checkpoint format.

use super::weights::{PANELS, ROWS};
use super::{STRIP, Strip, Weights};
use crate::bytes::{Altered, Bytes, checksum, verify};

/// The state of a training run between two epochs. Together with the samples and the plan it
/// determines the rest of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub(super) weights: Weights,
    /// Moving average of the gradients.
    pub(super) mean: Weights,
    /// Moving average of the squared gradients.
    pub(super) square: Weights,
    pub(super) epoch: u32,
    pub(super) steps: u32,
    pub(super) loss: f64,
}

/// Reasons why bytes are not a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The bytes are not a checkpoint.
    #[error("it is not where a training was")]
    Foreign,
    /// The checkpoint is of a network of another shape, or incomplete.
    #[error("it has `{0}` bytes, too few or too many for a network of this shape")]
    Size(usize),
    /// The bytes do not match their checksum.
    #[error(transparent)]
    Checksum(#[from] Altered),
    /// The description of the run is not UTF-8.
    #[error("it is not UTF-8")]
    Utf8,
}

const MAGIC: [u8; 8] = *b"TandemT1";
const WEIGHTS_BYTES: usize = 4 * PANELS * ROWS * STRIP;

impl State {
    /// The initial state with these weights.
    pub fn new(weights: Weights) -> Self {
        let (mean, square) = (Weights::zero(), Weights::zero());
        Self { weights, mean, square, epoch: 0, steps: 0, loss: 0.0 }
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
        &self.weights
    }

    /// The state as a checkpoint, with a text that describes the run.
    pub fn to_bytes(&self, text: &str) -> Vec<u8> {
        let mut body = (text.len() as u32).to_le_bytes().to_vec();
        body.extend(text.as_bytes());
        body.extend(self.epoch.to_le_bytes());
        body.extend(self.steps.to_le_bytes());
        body.extend(self.loss.to_bits().to_le_bytes());
        for weights in [&self.weights, &self.mean, &self.square] {
            let numbers = weights.strips.iter().flat_map(|strip| strip.0);
            body.extend(numbers.flat_map(f32::to_le_bytes));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a checkpoint and the text stored with it.
    ///
    /// # Errors
    /// A [`StateError`] if the bytes are not a checkpoint of a network of this shape.
    pub fn parse(bytes: &[u8]) -> Result<(Self, String), StateError> {
        let size = || StateError::Size(bytes.len());
        let mut rest = Bytes(bytes);
        if rest.take() != Some(MAGIC) {
            return Err(StateError::Foreign);
        }
        let stated = rest.u32().ok_or_else(size)?;
        verify(rest.0, stated)?;
        let length = rest.u32().ok_or_else(size)?;
        let text = rest.take_slice(length as usize).ok_or_else(size)?;
        let text = String::from_utf8(text.to_vec()).map_err(|_| StateError::Utf8)?;
        let state = Self::from_body(&mut rest).filter(|_| rest.0.is_empty());
        Ok((state.ok_or_else(size)?, text))
    }

    fn from_body(body: &mut Bytes<'_>) -> Option<Self> {
        let (epoch, steps) = (body.u32()?, body.u32()?);
        let loss = f64::from_bits(body.u64()?);
        let mut weights = || {
            let (numbers, _) = body.take_slice(WEIGHTS_BYTES)?.as_chunks();
            let mut numbers = numbers.iter().map(|&number| f32::from_le_bytes(number));
            let mut strip = || Strip(std::array::from_fn(|_| numbers.next().unwrap_or(0.0)));
            Some(Weights { strips: (0..PANELS * ROWS).map(|_| strip()).collect() })
        };
        let (weights, mean, square) = (weights()?, weights()?, weights()?);
        Some(Self { weights, mean, square, epoch, steps, loss })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_kept_and_nothing_else_is() {
        let weights = Weights::random(7);
        let state = State { epoch: 3, steps: 70, loss: 0.25, ..State::new(weights) };
        let bytes = state.to_bytes("seed = 7\n");
        assert_eq!(State::parse(&bytes), Ok((state, "seed = 7\n".to_owned())));
        let refused = |bytes: &[u8]| State::parse(bytes).expect_err("it is refused");
        assert_eq!(refused(b"TandemN1"), StateError::Foreign);
        assert_eq!(refused(&bytes[..9]), StateError::Size(9));
        assert!(matches!(refused(&bytes[..500]), StateError::Checksum { .. }));
        let mut changed = bytes.clone();
        changed[40_000] ^= 1;
        assert!(matches!(refused(&changed), StateError::Checksum { .. }));
        // Another shape: valid checksum, but shorter.
        let mut short = bytes[..bytes.len() - 4].to_vec();
        let sum = checksum(&short[12..]).to_le_bytes();
        short[8..12].copy_from_slice(&sum);
        assert_eq!(refused(&short), StateError::Size(short.len()));
    }
}
