//! The commands of the command line, each in a module of its own, and what they share.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod bpgn;
pub(crate) mod data;
pub(crate) mod datagen;
mod games_file;
mod judge;
mod label;
pub(crate) mod match_;
pub(crate) mod perft;
pub(crate) mod play;
mod reading;
mod records;
mod rule_args;
mod seats;
pub(crate) mod show;
mod start;
mod tally;
mod telling;
pub(crate) mod train;
pub(crate) mod tune;
