#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod archive;
mod clock;
mod edge;
mod files;
mod findings;
mod freight;
mod house;
mod lent;
mod line;
mod look;
pub mod message;
mod opening;
mod plain;
mod pool;
mod puzzles;
mod rate;
mod reviewing;
mod secret;
mod study;
mod table;
mod thinking;
mod turns;

pub use archive::{Archive, ArchiveError};
pub use edge::{Limits, Serving, serve};
pub use house::House;
pub use lent::{Analysts, Desk, Finding, Lent, Order, Players, Reviewed, Unpack};
pub use look::rules_of;
pub use puzzles::{FoundPuzzle, Judged, Puzzlers};
