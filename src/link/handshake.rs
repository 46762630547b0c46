//! Authentication of the two ends of a link.
//!
//! Each end sends `tandem-link 1 CHALLENGE`, then `proof PROOF`, which answers both challenges. The
//! caller proves itself first, so that a stranger who calls learns nothing; the token is never
//! sent.

use std::io::{self, ErrorKind};

use tandem_protocol::text::Line;

use super::token::{Challenge, Proof, Role, Token};
use super::wire::{LONGEST_LINE, Wire};

/// First word of a Tandem's first line.
const NAME: &str = "tandem-link";
/// Version of the handshake and of the lines that follow it.
const VERSION: &str = "1";
const PROOF: &str = "proof";

/// Reason to refuse or to end a connection; `it` is the other end.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("it hung up")]
    Ended,
    #[error("it said nothing for too long")]
    Silent,
    #[error("it said a line of more than {LONGEST_LINE} bytes")]
    TooLong,
    #[error("it said `{0}`, expected `{NAME} {VERSION}`")]
    Strange(Line),
    #[error("it speaks version `{0}`, expected `{VERSION}`")]
    Version(Line),
    #[error("it does not know the token")]
    WrongToken,
    #[error("it hung up on our token: it may have another one")]
    Disbelief,
    #[error(transparent)]
    Io(io::Error),
    #[error("no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        use ErrorKind::{
            BrokenPipe, ConnectionAborted, ConnectionReset, TimedOut, UnexpectedEof, WouldBlock,
        };
        match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof => Self::Ended,
            TimedOut | WouldBlock => Self::Silent,
            _ => Self::Io(error),
        }
    }
}

/// Proves to the other end that this one knows the token, and checks that the other end does.
///
/// # Errors
/// The other end does not know the token, is not a Tandem of this version, or is gone.
pub(super) fn shake_hands(wire: &mut Wire, role: Role, token: &Token) -> Result<(), Fault> {
    let own = Challenge::new()?;
    wire.say(&format!("{NAME} {VERSION} {own}"))?;
    let other = read_hello(&wire.hear()?)?;
    let challenges = match role {
        Role::Caller => [own, other],
        Role::Listener => [other, own],
    };
    let proof = format!("{PROOF} {}", token.proof(role, &challenges));
    let is_proven = |line: &Line, by| {
        let proof = line.strip_prefix(PROOF).and_then(|rest| Proof::parse(rest.trim_start()));
        proof.is_some_and(|proof| token.is_proven(proof, by, &challenges))
    };
    match role {
        Role::Caller => {
            wire.say(&proof)?;
            let answer = wire.hear().map_err(|fault| match fault {
                Fault::Ended => Fault::Disbelief,
                fault => fault,
            })?;
            is_proven(&answer, Role::Listener).then_some(()).ok_or(Fault::WrongToken)
        }
        Role::Listener => {
            let answer = wire.hear()?;
            is_proven(&answer, Role::Caller).then_some(()).ok_or(Fault::WrongToken)?;
            wire.say(&proof)
        }
    }
}

/// Reads the challenge in the first line of the other end.
fn read_hello(line: &Line) -> Result<Challenge, Fault> {
    let strange = || Fault::Strange(line.clone());
    let words: Vec<&str> = line.split(' ').collect();
    match words.as_slice() {
        [NAME, VERSION, challenge] => Challenge::parse(challenge).ok_or_else(strange),
        [NAME, version, ..] => Err(Fault::Version(Line::new(version))),
        _ => Err(strange()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_tandem_of_this_version_is_talked_with() {
        let challenge = Challenge::new().expect("the system has random numbers");
        let read = |text: &str| read_hello(&Line::new(text));
        let said = read(&format!("tandem-link 1 {challenge}"));
        assert!(said.is_ok_and(|read| read == challenge));
        for (text, expected) in [
            (format!("tandem-link 2 {challenge} and more"), "it speaks version `2`, expected `1`"),
            ("GET / HTTP/1.1".into(), "it said `GET / HTTP/1.1`, expected `tandem-link 1`"),
            ("tandem-link".into(), "it said `tandem-link`, expected `tandem-link 1`"),
            ("tandem-link 1 00".into(), "it said `tandem-link 1 00`, expected `tandem-link 1`"),
            (String::new(), "it said ``, expected `tandem-link 1`"),
        ] {
            let fault = read(&text).expect_err("it is refused");
            assert_eq!(fault.to_string(), expected);
        }
    }
}
