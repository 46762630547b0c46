//! Running games as text for people.

pub(crate) mod arrangement;
pub(crate) mod board;
pub(crate) mod lines;
pub(crate) mod look;
pub(crate) mod styled;
pub(crate) mod theme;
