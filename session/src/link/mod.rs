//! A direct connection between two Tandems that are partners, without its sockets: bytes and the
//! time in, bytes and verdicts out.
//!
//! Both ends know one [`Token`]. The caller says `tandem-link 2 GREETING`, the listener answers with
//! the same words and a greeting of its own: together the handshake of the Noise protocol, which
//! only two ends with the same token can finish. The token is never sent. The caller begins, so
//! that a stranger who calls learns nothing. After that, each line is sealed: nobody between the
//! ends can read, alter, repeat or leave out one. A blank one is a sign of life when an end has had
//! nothing to say for a while; the caller's first one completes the handshake, since it shows that
//! its greeting was not a recording. A [`Peer`] is one end of all this.

mod fault;
mod format;
mod lines;
mod peer;
mod seal;
#[cfg(test)]
mod tests;
mod token;

pub use fault::Fault;
pub use format::LONGEST_LINE;
pub use peer::{HANDSHAKE_TIME, Outcome, Peer};
pub use seal::Ephemeral;
pub use token::{LONGEST_TOKEN, Role, Token, TokenError};
