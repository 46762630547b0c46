//! Independent jobs in several threads, and their results in order.

pub(crate) mod in_order;
pub(crate) mod workers;
