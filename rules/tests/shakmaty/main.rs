//! Shakmaty, which shares no code with this crate, sees the same along random games that are the
//! same on every run.

mod moves;
mod outcomes;
mod translation;
