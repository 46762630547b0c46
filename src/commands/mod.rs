//! One file for each command of the command line.

pub(crate) mod bench;
mod live;
pub(crate) mod match_;
pub(crate) mod perft;
pub(crate) mod show;
