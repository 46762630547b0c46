//! Boards, scores and running games as text for people.

pub(crate) mod boards;
pub(crate) mod lines;
pub(crate) mod scores;
