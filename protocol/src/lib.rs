//! Text to values and back: the languages that Tandem speaks with programs.
//!
//! A line becomes a value ([`cecp::Command`], [`uci::Reply`]) and a value becomes a line. Nothing
//! here reads or writes, waits or decides, and no line makes a parser fail: what cannot be
//! understood is a value too, and the session answers it. Each parser has its printer beside it,
//! for a match runner stands on the other side of the same wires.
//!
//! What partners tell each other on a server is text as well, and [`ptell`] is for it: people talk
//! there too, so that it hears what it can and ignores the rest.
//!
//! Texts that go into a line have types of their own ([`text`]), so that nothing that somebody
//! said can end a line early and begin another.
#![forbid(unsafe_code)]

pub mod cecp;
pub mod ptell;
#[cfg(test)]
mod strategies;
pub mod text;
pub mod uci;
