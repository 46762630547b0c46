//! The commands of the command line, each in a module of its own.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod bpgn;
pub(crate) mod calibrate;
pub(crate) mod completions;
#[cfg(feature = "train")]
pub(crate) mod data;
#[cfg(feature = "train")]
pub(crate) mod datagen;
pub(crate) mod explorer;
pub(crate) mod genfens;
pub(crate) mod manual;
pub(crate) mod match_;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod puzzles;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod suite;
#[cfg(feature = "train")]
pub(crate) mod train;
#[cfg(feature = "train")]
pub(crate) mod tune;
