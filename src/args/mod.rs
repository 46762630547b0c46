//! Groups of command-line options that several commands have.

pub(crate) mod evaluation;
pub(crate) mod level;
pub(crate) mod params;
pub(crate) mod rules;
pub(crate) mod scale;
