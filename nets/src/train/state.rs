//! Where a descent is, and how that is kept.

use super::weights::{PANELS, ROWS};
use super::{STRIP, Strip, Weights};
use crate::bytes::{Altered, Bytes, checksum, verify};

/// Where a descent is between two epochs: all that its way on depends on but samples and plan.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub(super) weights: Weights,
    /// Of the slopes.
    pub(super) mean: Weights,
    /// Of their squares.
    pub(super) square: Weights,
    pub(super) epoch: u32,
    pub(super) steps: u32,
    pub(super) loss: f64,
}

/// Why bytes are no state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Something else.
    #[error("it is not where a training was")]
    Foreign,
    /// That of a network of another shape, or cut off.
    #[error("it has `{0}` bytes, too few or too many for a network of this shape")]
    Size(usize),
    /// Some bit is not as it was written.
    #[error(transparent)]
    Checksum(#[from] Altered),
    /// What is being trained is no text.
    #[error("it is not UTF-8")]
    Utf8,
}

const MAGIC: [u8; 8] = *b"TandemT1";
const WEIGHTS_BYTES: usize = 4 * PANELS * ROWS * STRIP;

impl State {
    /// The beginning, with these weights.
    pub fn new(weights: Weights) -> Self {
        let (mean, square) = (Weights::zero(), Weights::zero());
        Self { weights, mean, square, epoch: 0, steps: 0, loss: 0.0 }
    }

    /// How many epochs there have been.
    pub const fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The mean loss in the last of them.
    pub const fn loss(&self) -> f64 {
        self.loss
    }

    /// What the network has come to.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// As it is kept, with a text that says what is being trained.
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

    /// Reads what was kept, and the text with it.
    ///
    /// # Errors
    /// What is wrong with it.
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
        // Another shape: whole, but shorter.
        let mut short = bytes[..bytes.len() - 4].to_vec();
        let sum = checksum(&short[12..]).to_le_bytes();
        short[8..12].copy_from_slice(&sum);
        assert_eq!(refused(&short), StateError::Size(short.len()));
    }
}
