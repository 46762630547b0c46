//! The secret token of a team, and the proof of knowing it.

use std::fmt;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Minimum length of a token in bytes. An eavesdropper can test tokens against a proof and would
/// find a short one.
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

/// An end of a link. A proof includes the role of its sender, so that it cannot be sent back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The end that has connected to the other one.
    Caller,
    /// The end that has waited for a connection.
    Listener,
}

impl Role {
    /// The role of the other end.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Caller => Self::Listener,
            Self::Listener => Self::Caller,
        }
    }
}

/// A random number that is used once (a nonce).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Challenge([u8; 32]);

/// The answer to two challenges that only an end with the token can compute: HMAC-SHA-256, keyed by
/// the token, of the sender's role and both challenges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof([u8; 32]);

/// Both challenges of a handshake, the caller's first.
pub(super) type Challenges = [Challenge; 2];

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

    /// The proof that end `by` knows the token.
    pub(super) fn proof(&self, by: Role, challenges: &Challenges) -> Proof {
        Proof(self.sum(by, challenges).finalize().into_bytes().into())
    }

    /// True if `proof` shows that end `by` knows the token. Takes the same time for any wrong
    /// proof.
    pub(super) fn is_proven(&self, proof: Proof, by: Role, challenges: &Challenges) -> bool {
        self.sum(by, challenges).verify(&proof.0.into()).is_ok()
    }

    fn sum(&self, by: Role, [caller, listener]: &Challenges) -> Hmac<Sha256> {
        let role: &[u8] = match by {
            Role::Caller => b"tandem-link 1 caller  ",
            Role::Listener => b"tandem-link 1 listener",
        };
        let sum = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key may have any length");
        sum.chain_update(role).chain_update(caller.0).chain_update(listener.0)
    }
}

impl Challenge {
    /// A challenge of these bytes, which have to be random.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }
}

impl Proof {
    pub(super) fn parse(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }
}

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

fn write_hex(f: &mut fmt::Formatter<'_>, bytes: &[u8; 32]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let (digits, rest) = text.as_bytes().as_chunks::<2>();
    if digits.len() != 32 || !rest.is_empty() {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut bytes = [0; 32];
    for (byte, &[high, low]) in bytes.iter_mut().zip(digits) {
        *byte = (digit(high)? * 16 + digit(low)?) as u8;
    }
    Some(bytes)
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
    fn a_proof_holds_for_one_token_one_end_and_one_pair_of_challenges() {
        let [ours, other] = [token("the token of the team"), token("the token of a team")];
        let asked = [Challenge([1; 32]), Challenge([2; 32])];
        let turned = [asked[1], asked[0]];
        let proof = ours.proof(Role::Caller, &asked);
        assert!(ours.is_proven(proof, Role::Caller, &asked));
        assert!(!ours.is_proven(proof, Role::Listener, &asked));
        assert!(!ours.is_proven(proof, Role::Caller, &turned));
        assert!(!other.is_proven(proof, Role::Caller, &asked));
        assert!(!ours.is_proven(Proof([0; 32]), Role::Caller, &asked));
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let challenge = Challenge::new(std::array::from_fn(|index| (index * 37) as u8));
        assert_eq!(Challenge::parse(&challenge.to_string()), Some(challenge));
        let text = "0123456789abcdefABCDEF".repeat(3);
        assert_eq!(Proof::parse(&text[..64]).map(|proof| proof.0[..2].to_vec()), Some(vec![1, 35]));
        for wrong in [&text[..63], &text[..65], "", &"+1".repeat(32), &"é".repeat(32)] {
            assert_eq!(Proof::parse(wrong), None, "{wrong}");
        }
    }
}
