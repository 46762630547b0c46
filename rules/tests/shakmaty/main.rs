//! Comparison with `shakmaty`, which shares no code with this crate, along random games that are
//! the same on every run.

mod moves;
mod outcomes;
mod translation;
