//! Values that many boards share: time controls and rule sets.

use crate::board::BoardFault;

/// Values by number, in the order in which they came.
pub(super) struct Kinds<T> {
    values: Vec<T>,
    most: usize,
}

impl<T: PartialEq> Kinds<T> {
    /// The first values, and the limit of their number.
    pub(super) fn new(values: Vec<T>, most: usize) -> Self {
        Self { values, most }
    }

    /// The number of a value.
    pub(super) fn number(&mut self, value: T) -> Result<usize, BoardFault> {
        if let Some(number) = self.values.iter().position(|known| *known == value) {
            return Ok(number);
        }
        if self.values.len() == self.most {
            return Err(BoardFault::Kinds(self.most));
        }
        self.values.push(value);
        Ok(self.values.len() - 1)
    }

    /// The texts of the values, each with a line end.
    pub(super) fn texts(&self, text: impl Fn(&T) -> String) -> Vec<u8> {
        self.values.iter().flat_map(|value| (text(value) + "\n").into_bytes()).collect()
    }
}
