#![doc = include_str!("../README.md")]
//!
//! ## Where to begin
//!
//! - [`cecp`], [`uci`] and [`ubi`] each have a `Command` (a line to an engine) and a `Reply` (a line from one).
//! - [`ptell`] has the messages between partners.
//! - [`input`] cuts a stream into lines.
//! - [`comment`] has what match runners write beside a move in a record.
//! - [`mod@line`] writes the moves of a line.
//! - [`text`] has the types of texts that go into a line.
#![forbid(unsafe_code)]

pub mod cecp;
pub mod comment;
pub mod input;
pub mod line;
pub mod ptell;
#[cfg(test)]
mod strategies;
pub mod text;
pub mod ubi;
pub mod uci;
