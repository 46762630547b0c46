//! The trainer: how a network learns from records of games.
//!
//! A [`Lesson`] is a quiet position of a record with what is known of its [`Worth`]. A [`Pool`]
//! collects what is made of the lessons of many games, here [`Sample`]s. A [`Descent`] changes
//! [`Weights`] until they tell best what the samples are worth, and those are rounded to a
//! [`Network`](crate::Network).
//!
//! All follows from the records and a seed, however many threads there are: a batch is cut into
//! shares of one size, and what they give is added up in their order.

mod adam;
mod bundle;
mod descent;
#[cfg(test)]
mod fixtures;
mod lesson;
mod lists;
mod order;
mod outlook;
mod plan;
mod pool;
mod sample;
mod state;
mod weights;
mod worth;

pub use descent::Descent;
pub use lesson::Lesson;
pub use order::shuffle;
pub use plan::Plan;
pub use pool::{Pool, PoolError, Selection};
pub use sample::Sample;
pub use state::{State, StateError};
pub use weights::Weights;
pub use worth::{Worth, cross_entropy, expectation};

pub(crate) use weights::{STRIP, Strip};
