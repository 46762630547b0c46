//! The two clocks a match can run on.

use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::Instant;

use tandem_rules::Millis;

/// What time is, in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Timing {
    /// Real time.
    #[default]
    Wall,
    /// A move takes its nodes divided by this rate, in nodes a second; the same on any machine.
    Nodes {
        /// Nodes a second.
        rate: NonZeroU64,
    },
}

/// Text that names no clock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no clock, expected wall or nodes:RATE with RATE in nodes a second")]
pub struct TimingError(pub String);

impl FromStr for Timing {
    type Err = TimingError;

    fn from_str(text: &str) -> Result<Self, TimingError> {
        let timing = match text.split_once(':') {
            None if text == "wall" => Some(Self::Wall),
            Some(("nodes", rate)) => rate.parse().ok().map(|rate| Self::Nodes { rate }),
            _ => None,
        };
        timing.ok_or_else(|| TimingError(text.to_owned()))
    }
}

/// As it is read.
impl std::fmt::Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wall => f.write_str("wall"),
            Self::Nodes { rate } => write!(f, "nodes:{rate}"),
        }
    }
}

impl Timing {
    /// The nodes a second that a search has to count time in, if it has to.
    pub const fn node_rate(self) -> Option<u64> {
        match self {
            Self::Wall => None,
            Self::Nodes { rate } => Some(rate.get()),
        }
    }
}

/// Real time since the start of a game; the only place where the arbiter reads it.
pub(crate) struct Stopwatch(Mutex<Reading>);

/// What a stopwatch showed at an instant.
#[derive(Clone, Copy)]
struct Reading {
    at: Instant,
    shown: Millis,
}

impl Reading {
    fn now(shown: Millis) -> Self {
        Self { at: Instant::now(), shown }
    }

    fn elapsed(&self) -> Millis {
        self.shown + self.at.elapsed().into()
    }
}

impl Default for Stopwatch {
    fn default() -> Self {
        Self(Mutex::new(Reading::now(Millis::ZERO)))
    }
}

impl Stopwatch {
    /// Starts again, from what a game that goes on has run already.
    pub(crate) fn restart(&self, since: Millis) {
        *self.reading() = Reading::now(since);
    }

    /// Shows at least `at` from now on.
    pub(crate) fn skip_to(&self, at: Millis) {
        let mut reading = self.reading();
        if reading.elapsed() < at {
            *reading = Reading::now(at);
        }
    }

    /// Since the start.
    pub(crate) fn elapsed(&self) -> Millis {
        self.reading().elapsed()
    }

    /// The moment at which it will show `at`; one that is past may be taken for a later one.
    pub(crate) fn moment(&self, at: Millis) -> Instant {
        let reading = *self.reading();
        reading.at + (at - reading.shown).duration()
    }

    fn reading(&self) -> std::sync::MutexGuard<'_, Reading> {
        // Nobody panics while holding it, and a reading cannot be half written.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_known_by_name_and_a_rate_must_be_positive() {
        assert_eq!("wall".parse(), Ok(Timing::Wall));
        let timing: Timing = "nodes:100000".parse().expect("a clock");
        assert_eq!(timing.node_rate(), Some(100_000));
        assert_eq!(timing.to_string(), "nodes:100000");
        for text in ["", "nodes", "nodes:", "nodes:0", "nodes:-1", "wall:1", "Nodes:5"] {
            assert_eq!(text.parse::<Timing>(), Err(TimingError(text.to_owned())));
        }
    }
}
