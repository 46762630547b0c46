//! Secrets of invitations and keys, and names of tables.

use std::fmt::Write;

use subtle::ConstantTimeEq;

/// Error of a system without random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no random numbers: {0}")]
pub(crate) struct NoRandomness(getrandom::Error);

/// A secret of 128 random bits, written as 32 hexadecimal digits.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    /// Makes a secret that nobody can foresee.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub(crate) fn new() -> Result<Self, NoRandomness> {
        random::<16>().map(Self)
    }

    /// True if the text is this secret. The time that it takes tells nothing of it.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// The digits, for the one who may know them.
    pub(crate) fn digits(&self) -> String {
        self.0.clone()
    }
}

/// A new name of a table: 16 hexadecimal digits. It is no secret.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn table_name() -> Result<String, NoRandomness> {
    random::<8>()
}

/// A name of a run of the server: 16 hexadecimal digits. It is no secret.
///
/// # Errors
/// The system has no random numbers.
pub(crate) fn name_of_run() -> Result<String, NoRandomness> {
    random::<8>()
}

fn random<const BYTES: usize>() -> Result<String, NoRandomness> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes all");
        text
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_its_digits_alone() {
        let (one, other) = (Secret::new().expect("numbers"), Secret::new().expect("numbers"));
        assert!(one.is(&one.digits()) && one.digits().len() == 32);
        for text in [&other.digits(), "", &one.digits()[1..], &one.digits().to_uppercase(), "x"] {
            assert!(!one.is(text) || text == one.digits());
        }
    }
}
