//! Games as commands read, begin, play and write them.

pub(crate) mod output;
pub(crate) mod players;
pub(crate) mod reading;
pub(crate) mod report;
pub(crate) mod start;
pub(crate) mod typed;
