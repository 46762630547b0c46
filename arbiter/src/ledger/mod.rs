//! The results of a match: a journal of its games.

mod entry;
mod file;

pub use entry::{Entry, SeatEntry};
pub use file::{KIND, Ledger, read};
