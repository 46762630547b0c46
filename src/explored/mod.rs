//! Games of an explorer file, as the command and the page show them: days of filters and the engine's
//! opinion of moves.

mod filter;
mod judge;
mod scores;

pub(crate) use filter::days;
pub(crate) use judge::{Judge, Judged};
pub(crate) use scores::Scores;
