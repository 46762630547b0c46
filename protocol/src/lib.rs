#![doc = include_str!("../README.md")]
//!
//! ## Where to begin
//!
//! - [`cecp`], [`uci`] and [`ubi`] each have a `Command` (a line to an engine) and a `Reply` (a line from one).
//! - [`ptell`] has the messages between partners.
//! - [`input`] cuts a stream into lines.
//! - [`text`] has the types of texts that go into a line.
#![forbid(unsafe_code)]

pub mod cecp;
pub mod input;
pub mod ptell;
#[cfg(test)]
mod strategies;
pub mod text;
pub mod ubi;
pub mod uci;
