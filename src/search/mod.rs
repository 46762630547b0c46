//! Searches whose answer the caller waits for.

pub(crate) mod asker;
pub(crate) mod balance;
