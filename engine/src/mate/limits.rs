//! Limits of a mate search.

use std::fmt;

/// Limits of a mate search.
#[derive(Clone, Copy)]
pub struct MateLimits<'a> {
    /// Maximum number of positions made.
    pub nodes: u64,
    /// Stop signal, asked now and then; true ends the search.
    pub stop: &'a dyn Fn() -> bool,
}

impl MateLimits<'_> {
    /// A limit of nodes, without a stop signal.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, stop: &|| false }
    }
}

impl fmt::Debug for MateLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MateLimits").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}
