//! Games as commands read, begin, play and write them.

pub(crate) mod outcome;
pub(crate) mod output;
pub(crate) mod players;
pub(crate) mod ratings;
pub(crate) mod reading;
pub(crate) mod scores;
pub(crate) mod start;
pub(crate) mod timeline;
