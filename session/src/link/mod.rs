//! A direct connection between two Tandems that are partners, without its sockets: bytes and the
//! time in, bytes and verdicts out.
//!
//! Both ends know one [`Token`]. Each end sends `tandem-link 1 CHALLENGE`, then `proof PROOF`, which
//! answers both challenges. The caller proves itself first, so that a stranger who calls learns
//! nothing; the token is never sent. After that, each end sends lines, and a blank one as a sign of
//! life when it has had nothing to say for a while. A [`Peer`] is one end of all this.

mod fault;
mod format;
mod lines;
mod peer;
#[cfg(test)]
mod tests;
mod token;

pub use fault::Fault;
pub use format::LONGEST_LINE;
pub use peer::{HANDSHAKE_TIME, Outcome, Peer};
pub use token::{Challenge, LONGEST_TOKEN, Role, Token, TokenError};
