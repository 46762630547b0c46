//! Games of an explorer file, as the command and the page show them: days of filters, whole games, and the
//! engine's opinion of moves.

mod filter;
mod judge;
#[cfg(feature = "serve")]
mod record;
mod scores;

pub(crate) use filter::days;
pub(crate) use judge::{Judge, Judged};
#[cfg(feature = "serve")]
pub(crate) use record::record;
pub(crate) use scores::Scores;
