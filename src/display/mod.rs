//! Scores and running games as text for people.

pub(crate) mod lines;
pub(crate) mod scores;
