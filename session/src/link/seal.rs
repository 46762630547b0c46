//! Sealed lines: encrypted and authenticated by the Noise protocol `NNpsk0`, with the token of the
//! team as the shared key (<https://noiseprotocol.org/noise.html>).

use std::fmt::{self, Write};

use snow::params::{CipherChoice, DHChoice, HashChoice};
use snow::resolvers::{CryptoResolver, DefaultResolver};
use snow::types::{Cipher, Dh, Hash, Random};
use snow::{Builder, HandshakeState, TransportState};

use super::format::{LONGEST_LINE, NAME, SEAL, VERSION};
use super::token::{Role, Token};

/// The handshake: two messages, with an ephemeral key of each end and the shared key.
const PATTERN: &str = "Noise_NNpsk0_25519_ChaChaPoly_SHA256";

/// Bytes of a message of the handshake: a public key and the seal of an empty text.
const GREETING: usize = 32 + SEAL;

/// Random bytes from which an end makes the key of one connection. They are never used twice.
#[derive(Clone, Copy)]
pub struct Ephemeral([u8; 32]);

impl Ephemeral {
    /// The key material of these bytes, which have to be random.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

/// One end's keys: of the handshake first, then of the lines.
pub(super) enum Seal {
    Shaking(Box<HandshakeState>),
    Shaken(Box<TransportState>),
    /// The handshake has failed.
    Broken,
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal(keys)")
    }
}

impl Seal {
    /// The keys of a new connection.
    pub(super) fn new(role: Role, token: &Token, ephemeral: Ephemeral) -> Self {
        let begun = || {
            let key = token.key();
            let prologue = format!("{NAME} {VERSION}");
            let builder = Builder::with_resolver(PATTERN.parse()?, Box::new(Given(ephemeral)));
            let builder = builder.psk(0, &key)?.prologue(prologue.as_bytes())?;
            match role {
                Role::Caller => builder.build_initiator(),
                Role::Listener => builder.build_responder(),
            }
        };
        let begun: Result<HandshakeState, snow::Error> = begun();
        Self::Shaking(Box::new(
            begun.expect("the pattern is supported, and the key has its length"),
        ))
    }

    /// This end's message of the handshake, as digits.
    pub(super) fn greet(&mut self) -> Option<String> {
        let Self::Shaking(handshake) = self else { return None };
        let mut message = [0; GREETING];
        let length = handshake.write_message(&[], &mut message).ok()?;
        self.proceed();
        Some(digits(&message[..length]))
    }

    /// True if these digits are the other end's message of the handshake, made with the same token.
    pub(super) fn is_greeted(&mut self, text: &str) -> bool {
        let Self::Shaking(handshake) = self else { return false };
        let is_ours = bytes(text)
            .is_some_and(|message| handshake.read_message(&message, &mut [0; GREETING]).is_ok());
        self.proceed();
        is_ours
    }

    /// A text as digits that only the other end can read; `None` if it is too long, or before the
    /// handshake is over.
    pub(super) fn seal(&mut self, text: &str) -> Option<String> {
        let Self::Shaken(transport) = self else { return None };
        let mut message = [0; LONGEST_LINE + SEAL];
        let length = transport.write_message(text.as_bytes(), &mut message).ok()?;
        Some(digits(&message[..length]))
    }

    /// The text that the other end has sealed as its next one; `None` for anything else.
    pub(super) fn open(&mut self, sealed: &str) -> Option<Vec<u8>> {
        let Self::Shaken(transport) = self else { return None };
        let mut text = vec![0; LONGEST_LINE + SEAL];
        let length = transport.read_message(&bytes(sealed)?, &mut text).ok()?;
        text.truncate(length);
        Some(text)
    }

    /// Goes on to the keys of the lines once the handshake has both its messages.
    fn proceed(&mut self) {
        let Self::Shaking(handshake) = self else { return };
        if !handshake.is_handshake_finished() {
            return;
        }
        if let Self::Shaking(handshake) = std::mem::replace(self, Self::Broken)
            && let Ok(transport) = handshake.into_transport_mode()
        {
            *self = Self::Shaken(Box::new(transport));
        }
    }
}

/// The well-known ciphers, with random bytes that the owner of the link has given.
struct Given(Ephemeral);

impl CryptoResolver for Given {
    fn resolve_rng(&self) -> Option<Box<dyn Random>> {
        Some(Box::new(Once(Some(self.0))))
    }

    fn resolve_dh(&self, choice: &DHChoice) -> Option<Box<dyn Dh>> {
        DefaultResolver.resolve_dh(choice)
    }

    fn resolve_hash(&self, choice: &HashChoice) -> Option<Box<dyn Hash>> {
        DefaultResolver.resolve_hash(choice)
    }

    fn resolve_cipher(&self, choice: &CipherChoice) -> Option<Box<dyn Cipher>> {
        DefaultResolver.resolve_cipher(choice)
    }
}

/// Random bytes for one key.
struct Once(Option<Ephemeral>);

impl Random for Once {
    fn try_fill_bytes(&mut self, to_fill: &mut [u8]) -> Result<(), snow::Error> {
        match self.0.take() {
            Some(Ephemeral(random)) if to_fill.len() == random.len() => {
                to_fill.copy_from_slice(&random);
                Ok(())
            }
            _ => Err(snow::Error::Rng),
        }
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _never_fails = write!(text, "{byte:02x}");
        text
    })
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |&[high, low]: &[u8; 2]| Some((digit(high)? * 16 + digit(low)?) as u8);
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: &str = match str::from_utf8(&[b'x'; LONGEST_LINE]) {
        Ok(text) => text,
        Err(_) => "",
    };

    fn end(role: Role, token: &str, number: u8) -> Seal {
        let token = Token::new(token.as_bytes()).expect("it is long enough");
        Seal::new(role, &token, Ephemeral::new([number; 32]))
    }

    /// Two ends after their handshake.
    fn ends() -> [Seal; 2] {
        let token = "the token of the team";
        let (mut caller, mut listener) =
            (end(Role::Caller, token, 1), end(Role::Listener, token, 2));
        assert!(listener.is_greeted(&caller.greet().expect("it calls")));
        assert!(caller.is_greeted(&listener.greet().expect("it answers")));
        [caller, listener]
    }

    #[test]
    fn a_text_is_read_by_the_other_end_once_and_in_its_order() {
        let [mut caller, mut listener] = ends();
        for text in ["", "a board", LONGEST] {
            let sealed = caller.seal(text).expect("it fits");
            assert!(!sealed.contains(text) || text.is_empty());
            assert_eq!(caller.open(&sealed), None, "it comes back");
            assert_eq!(listener.open(&sealed), Some(text.as_bytes().to_vec()));
            assert_eq!(listener.open(&sealed), None, "it comes again");
        }
        assert_eq!(caller.seal(&format!("{LONGEST}x")), None, "it is too long");
        let [first, second] = ["one", "two"].map(|text| listener.seal(text).expect("it fits"));
        assert_eq!(caller.open(&second), None, "the first is missing");
        assert_eq!(caller.open(&first), Some(b"one".to_vec()));
    }

    #[test]
    fn an_altered_text_is_none() {
        let [mut caller, mut listener] = ends();
        let sealed = caller.seal("a board").expect("it fits");
        for at in 0..sealed.len() {
            let mut altered = sealed.clone().into_bytes();
            altered[at] = if altered[at] == b'0' { b'1' } else { b'0' };
            let altered = String::from_utf8(altered).expect("digits");
            assert_eq!(listener.open(&altered), None, "{at}");
        }
        for wrong in ["", "0", "zz", "+1", "é", &sealed[..sealed.len() - 2], &format!("{sealed}00")]
        {
            assert_eq!(listener.open(wrong), None, "{wrong}");
        }
        assert_eq!(listener.open(&sealed), Some(b"a board".to_vec()));
    }

    #[test]
    fn a_handshake_needs_the_same_token_and_the_other_role() {
        let token = "the token of the team";
        let greeting = end(Role::Caller, token, 1).greet().expect("it calls");
        assert!(!end(Role::Listener, "the token of a team", 2).is_greeted(&greeting));
        assert!(!end(Role::Caller, token, 2).is_greeted(&greeting));
        assert!(end(Role::Listener, token, 2).is_greeted(&greeting));
        assert_eq!(end(Role::Listener, token, 2).greet(), None, "it is not its turn");
        assert!(end(Role::Caller, token, 1).seal("too early").is_none());
    }
}
