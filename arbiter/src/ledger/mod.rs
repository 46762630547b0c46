//! The results of a match as lines of JSON: one for what is played, then one for each game.
//!
//! A game is in the file once its line is, whole and synchronised, so that a match that was killed
//! goes on where it was. A line that is torn at the end of the file is no game.

mod entry;
mod file;
mod lock;

pub use entry::{Entry, SeatEntry};
pub use file::{Ledger, LedgerError, Settings, read};
pub use lock::lock;
