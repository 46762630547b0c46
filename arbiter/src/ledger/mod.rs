//! The results of a match as lines of JSON: one for its settings, then one for each game.
//!
//! A game counts once its line is complete and synchronised to the disk, so that a match that was
//! killed can be continued. An incomplete line at the end of the file is ignored.

mod entry;
mod file;
mod lock;

pub use entry::{Entry, SeatEntry};
pub use file::{Ledger, LedgerError, Settings, read};
pub use lock::lock;
