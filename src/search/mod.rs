//! Searches whose answer the caller waits for, and what is searched.

pub(crate) mod asker;
pub(crate) mod balance;
pub(crate) mod planning;
pub(crate) mod view;
