//! The two measures of the time that a move takes: the wall clock and the node clock.

use std::num::NonZeroU64;
use std::time::Instant;

use tandem_rules::{Clock, Millis};

use super::lateness::Lateness;

/// The measure of the time that our moves take.
///
/// The node clock knows no instant and no lateness, so that nothing that is decided by it can depend
/// on how fast or how busy the machine is.
pub(super) enum Measure {
    Wall(WallClock),
    Nodes {
        /// Nodes per second.
        rate: NonZeroU64,
    },
}

/// Our clock on the wall clock, and what was learned of the machine.
#[derive(Clone, Copy, Default)]
pub(super) struct WallClock {
    /// Start of the game.
    pub(super) since: Option<Instant>,
    /// Time at which our clock began to run; `None` while it stands.
    pub(super) running_since: Option<Instant>,
    /// Our clock before the last move, and the time at which it had begun to run.
    pub(super) before_move: Option<(Clock, Instant)>,
    pub(super) overhead: Overhead,
    pub(super) lateness: Lateness,
}

impl WallClock {
    /// The wall clock of a game that begins now.
    pub(super) fn since(now: Instant) -> Self {
        Self { since: Some(now), ..Self::default() }
    }

    /// Time for which our clock has run.
    pub(super) fn elapsed(&self, now: Instant) -> Millis {
        self.running_since.map_or(Millis::ZERO, |since| now.saturating_duration_since(since).into())
    }

    /// Takes note that our clock is shown, with this much less on it than we believed. If it runs, it
    /// runs on from here.
    pub(super) fn shown(&mut self, lost: Millis, now: Instant) {
        if self.before_move.take().is_some() && self.running_since.is_none() {
            self.overhead.note(lost);
            // A clock that shows much less was set.
            if lost <= Overhead::MOST {
                self.lateness.note(lost, now);
            }
        }
        self.running_since = self.running_since.map(|_| now);
    }
}

impl Default for Measure {
    fn default() -> Self {
        Self::Wall(WallClock::default())
    }
}

impl Measure {
    /// The measure at the start of a game: the wall clock, with what was learned of the machine.
    pub(super) fn in_next_game(&self) -> Self {
        let WallClock { overhead, lateness, .. } = self.wall().copied().unwrap_or_default();
        Self::Wall(WallClock { overhead, lateness, ..WallClock::default() })
    }

    pub(super) const fn wall(&self) -> Option<&WallClock> {
        match self {
            Self::Wall(wall) => Some(wall),
            Self::Nodes { .. } => None,
        }
    }

    pub(super) const fn wall_mut(&mut self) -> Option<&mut WallClock> {
        match self {
            Self::Wall(wall) => Some(wall),
            Self::Nodes { .. } => None,
        }
    }

    pub(super) const fn node_rate(&self) -> Option<u64> {
        match self {
            Self::Wall(_) => None,
            Self::Nodes { rate } => Some(rate.get()),
        }
    }
}

/// Time that our clock loses with each move beyond the search itself, as a moving average.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Overhead {
    /// The average, multiplied by `MOVES`.
    sum: Millis,
}

impl Overhead {
    /// Number of moves that the average covers.
    const MOVES: i64 = 8;
    /// Maximum loss that counts as overhead; a larger one means that the clock was set.
    const MOST: Millis = Millis(2_000);

    fn note(&mut self, lost: Millis) {
        if lost <= Self::MOST {
            // Clocks are shown in hundredths of a second: one reading may well be too high by one.
            self.sum = (self.sum - self.usual() + lost).max(Millis::ZERO);
        }
    }

    pub(super) fn usual(self) -> Millis {
        Millis(self.sum.0 / Self::MOVES)
    }
}
