//! The two kinds of clock that a match can run on.

use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tandem_rules::Millis;

/// The kind of clock that a match runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Timing {
    /// The wall clock: real time.
    #[default]
    Wall,
    /// The node clock: a move takes its nodes divided by a rate, the same time on any machine.
    Nodes {
        /// Nodes per second.
        rate: NonZeroU64,
    },
}

/// Parse error of [`Timing`], with the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid clock `{0}`, expected wall or nodes:RATE with RATE in nodes a second")]
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

/// Writes the form that [`FromStr`] reads.
impl std::fmt::Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wall => f.write_str("wall"),
            Self::Nodes { rate } => write!(f, "nodes:{rate}"),
        }
    }
}

impl Timing {
    /// Nodes per second of the node clock; `None` on the wall clock.
    pub const fn node_rate(self) -> Option<NonZeroU64> {
        match self {
            Self::Wall => None,
            Self::Nodes { rate } => Some(rate),
        }
    }
}

/// Lateness of the arbiter below which it is not worth a look.
const HARMLESS: Duration = Duration::from_millis(1);

/// The wall clock of a game: real time since its start, and the only place where the arbiter turns
/// real time into game time.
pub(crate) struct Stopwatch(Mutex<Reading>);

/// The time that a stopwatch showed at an instant.
#[derive(Clone, Copy)]
struct Reading {
    at: Instant,
    shown: Millis,
    /// End of the last time that was excused.
    excused: Instant,
}

impl Reading {
    fn now(shown: Millis) -> Self {
        let now = Instant::now();
        Self { at: now, shown, excused: now }
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
    /// Restarts at `since`: zero, or the time that a continued game has run already.
    pub(crate) fn restart(&self, since: Millis) {
        *self.reading() = Reading::now(since);
    }

    /// Jumps ahead to `at`, unless that time has passed already.
    pub(crate) fn skip_to(&self, at: Millis) {
        let mut reading = self.reading();
        if reading.elapsed() < at {
            *reading = Reading::now(at);
        }
    }

    /// Takes back the time between two instants, in which the arbiter and no player was late; time
    /// that was taken back already does not count again.
    pub(crate) fn excuse(&self, from: Instant, until: Instant) {
        let mut reading = self.reading();
        let late = until.saturating_duration_since(from.max(reading.excused));
        if late >= HARMLESS {
            reading.shown = reading.shown - late.into();
            reading.excused = until;
        }
    }

    /// The time shown now.
    pub(crate) fn elapsed(&self) -> Millis {
        self.reading().elapsed()
    }

    /// The instant at which the stopwatch will show `at`; for a time in the past, a later instant
    /// may be returned.
    pub(crate) fn moment(&self, at: Millis) -> Instant {
        let reading = *self.reading();
        reading.at + (at - reading.shown).duration()
    }

    fn reading(&self) -> std::sync::MutexGuard<'_, Reading> {
        // No thread panics while it holds the lock, and a reading cannot be half written.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lateness_of_the_arbiter_is_charged_to_nobody_and_taken_back_once() {
        let stopwatch = Stopwatch::default();
        stopwatch.skip_to(Millis(10_000));
        let start = stopwatch.reading().at;
        let after = |ms| start + Duration::from_millis(ms);
        let taken_back = || 10_000 - stopwatch.reading().shown.0;
        for (from, until, expected) in [
            (100, 130, 30),
            (120, 150, 50), // 20 of 30 ms are news
            (110, 140, 50),
            (200, 200, 50),
            (300, 301, 51),
        ] {
            stopwatch.excuse(after(from), after(until));
            assert_eq!(taken_back(), expected, "{from} to {until}");
        }
    }

    #[test]
    fn clocks_are_known_by_name_and_a_rate_must_be_positive() {
        assert_eq!("wall".parse(), Ok(Timing::Wall));
        let timing: Timing = "nodes:100000".parse().expect("a clock");
        assert_eq!(timing.node_rate(), NonZeroU64::new(100_000));
        assert_eq!(timing.to_string(), "nodes:100000");
        for text in ["", "nodes", "nodes:", "nodes:0", "nodes:-1", "wall:1", "Nodes:5"] {
            assert_eq!(text.parse::<Timing>(), Err(TimingError(text.to_owned())));
        }
    }
}
