//! The conversation of one seat: lines and a clock in, lines out.
#![forbid(unsafe_code)]

pub mod cecp;
pub mod link;
mod seat;
pub mod uci;

pub use seat::brain::Brain;
pub use seat::files::{Files, NoFiles};
pub use seat::line::written;
pub use seat::options::{OptionError, TABLE_MEBIBYTES, network};
