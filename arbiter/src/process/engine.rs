//! What has to be known of an engine to seat it.

use std::time::Duration;

use super::Invocation;

/// An engine that can be seated.
#[derive(Clone, Debug)]
pub struct Engine {
    /// What it is called in records.
    pub name: String,
    /// How it is started.
    pub invocation: Invocation,
    /// What its tables may take, where it lets itself be told.
    pub memory_mebibytes: u64,
    /// On the node clock, the nodes that are a second.
    pub node_rate: Option<u64>,
    /// How long it is waited for.
    pub patience: Patience,
}

/// How long an engine is waited for, always before or after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Until it has named its features; one that never does knows no second protocol version.
    pub features: Duration,
    /// The same for one that has asked for time with `done=0`.
    pub loading: Duration,
    /// Until it has set up a game, and ended its thoughts on the last.
    pub ready: Duration,
    /// Until it has quit.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            features: Duration::from_secs(5),
            loading: Duration::from_mins(1),
            ready: Duration::from_secs(20),
            quit: Duration::from_millis(500),
        }
    }
}
