//! What records of games teach an evaluation.
//!
//! A [`Lesson`] is a quiet position of a record with what is known of its [`Worth`]. A [`Pool`]
//! collects what is made of the lessons of many games.

mod lesson;
mod order;
mod pool;
mod worth;

pub use lesson::Lesson;
pub use order::shuffle;
pub use pool::{Pool, PoolError, Selection};
pub use worth::{Worth, cross_entropy, expectation};
