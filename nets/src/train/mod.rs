//! The trainer of networks on recorded games.
//!
//! A [`Lesson`] is a quiet position of a record with its known [`Worth`]. A [`Pool`] collects items
//! made from the lessons of many games, here [`Sample`]s. A [`Descent`] trains [`Weights`] to
//! predict the worth of the samples; the result is rounded to a [`Network`](crate::Network).
//!
//! Training is deterministic: it follows from the records and a seed, with any number of threads,
//! because a batch is cut into shares of a fixed size whose gradients are added up in their order.

mod adam;
mod bundle;
mod descent;
#[cfg(test)]
mod fixtures;
mod lesson;
mod lists;
mod outlook;
mod plan;
mod pool;
mod sample;
mod state;
mod weights;
mod worth;

pub use descent::Descent;
pub use lesson::Lesson;
pub use plan::Plan;
pub use pool::{Pool, PoolError, Selection};
pub use sample::Sample;
pub use state::{State, StateError};
pub use weights::Weights;
pub use worth::{Worth, cross_entropy, expectation};

pub(crate) use weights::{STRIP, Strip};
