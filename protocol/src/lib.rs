//! The protocols that Tandem speaks with other programs: parsers of their lines, and printers.
//!
//! A line becomes a value ([`cecp::Command`], [`uci::Reply`]) and a value becomes a line. The crate
//! neither reads nor writes, waits or decides. No line makes a parser fail: a line that cannot be
//! understood is a value too, and the session answers it. Each parser has a printer beside it,
//! because the match runner speaks the other side of the same protocols.
//!
//! The messages between partners on a server are text as well, which [`ptell`] handles. People
//! write them too, so it understands what it can and ignores the rest.
//!
//! Texts that go into a line have types of their own ([`text`]), so that a text from outside cannot
//! end a line early and begin another.
#![forbid(unsafe_code)]

pub mod cecp;
pub mod ptell;
#[cfg(test)]
mod strategies;
pub mod text;
pub mod uci;
