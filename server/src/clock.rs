//! The clock of the server, by which pages show the clocks of games.

use std::time::Instant;

/// A clock in milliseconds that starts at zero and never goes back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock(Instant);

impl ServerClock {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// Milliseconds since the start.
    pub(crate) fn now_ms(self) -> i64 {
        i64::try_from(self.0.elapsed().as_millis()).unwrap_or(i64::MAX)
    }
}
