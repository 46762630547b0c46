//! The secret token of a team, and the two ends that share it.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};

/// Minimum length of a token in bytes. An eavesdropper can test tokens against a
/// handshake and would find a short one.
const SHORTEST: usize = 16;

/// Maximum length of a token in bytes; anything longer is not a token but some other file.
pub const LONGEST_TOKEN: usize = 4096;

/// A secret that both partners know and nobody else does. It is never sent or logged.
#[derive(Clone)]
pub struct Token(Arc<[u8]>);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(a secret)")
    }
}

/// Error for bytes that cannot be a token; it does not quote them.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TokenError {
    /// The token has this number of bytes, which is too few.
    #[error("token of {0} bytes is too short, expected at least {SHORTEST}")]
    Short(usize),
    /// The token has more bytes than one can have.
    #[error("token longer than {LONGEST_TOKEN} bytes")]
    Long,
}

/// An end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The end that has connected to the other one.
    Caller,
    /// The end that has waited for a connection.
    Listener,
}

impl Token {
    /// The token in a text, without the whitespace around it.
    ///
    /// # Errors
    /// The token is too short or too long.
    pub fn new(text: &[u8]) -> Result<Self, TokenError> {
        match text.trim_ascii() {
            token if token.len() < SHORTEST => Err(TokenError::Short(token.len())),
            token if token.len() > LONGEST_TOKEN => Err(TokenError::Long),
            token => Ok(Self(token.into())),
        }
    }

    /// The token as a key of the length that ciphers need.
    pub(super) fn key(&self) -> [u8; 32] {
        Sha256::new().chain_update(b"tandem-link key ").chain_update(&self.0).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str) -> Token {
        Token::new(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_token_has_some_length_without_the_blanks_around_it() {
        assert_eq!(Token::new(b" 0123456789abcde\n").err(), Some(TokenError::Short(15)));
        assert_eq!(Token::new(b"").err(), Some(TokenError::Short(0)));
        assert_eq!(Token::new(&[b'x'; LONGEST_TOKEN + 1]).err(), Some(TokenError::Long));
        assert_eq!(*token(" 0123456789abcdef\r\n").0, *b"0123456789abcdef");
    }

    #[test]
    fn tokens_have_keys_of_their_own() {
        let [ours, same, other] =
            ["the token of the team", "the token of the team\n", "the token of a team"].map(token);
        assert_eq!(ours.key(), same.key());
        assert_ne!(ours.key(), other.key());
    }
}
