//! The wall clock of a game, which does not charge anybody for the lateness of the arbiter.

use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use tandem_rules::Millis;

/// Lateness of the arbiter below which it is not worth a look.
const HARMLESS: Duration = Duration::from_millis(1);

/// Longest time between two looks of the game thread at a stopwatch that runs.
pub(crate) const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Time without a look from which the whole arbiter has stood still: stopped by a signal, swapped
/// out, or on a machine that slept. No thread of a busy machine waits that long for its turn.
pub(crate) const STANDSTILL: Duration = Duration::from_millis(500);

/// The wall clock of a game: real time since its start, and the only place where the arbiter turns
/// real time into game time.
///
/// Each reading is a look. While a game runs the arbiter looks every [`BETWEEN_LOOKS`], so that a
/// gap of [`STANDSTILL`] shows that nobody could have taken an answer or seen a flag. It is taken
/// back before the reading is given, whichever thread comes first.
pub(crate) struct Stopwatch(Mutex<Reading>);

/// The time that a stopwatch showed at an instant.
#[derive(Clone, Copy)]
struct Reading {
    at: Instant,
    shown: Millis,
    /// End of the last time that was excused.
    excused: Instant,
    /// The last look.
    looked: Instant,
}

impl Reading {
    fn new(shown: Millis, now: Instant) -> Self {
        Self { at: now, shown, excused: now, looked: now }
    }

    /// The time shown now, without the time in which the arbiter stood still.
    fn look(&mut self, now: Instant) -> Millis {
        let seen = self.looked.max(self.excused);
        if now.saturating_duration_since(seen) >= STANDSTILL {
            self.excuse(seen + BETWEEN_LOOKS, now);
        }
        self.looked = now.max(self.looked);
        self.shown + now.saturating_duration_since(self.at).into()
    }

    fn excuse(&mut self, from: Instant, until: Instant) {
        let late = until.saturating_duration_since(from.max(self.excused));
        if late >= HARMLESS {
            self.shown = self.shown - late.into();
            self.excused = until;
        }
    }
}

impl Default for Stopwatch {
    fn default() -> Self {
        Self(Mutex::new(Reading::new(Millis::ZERO, Instant::now())))
    }
}

impl Stopwatch {
    /// Restarts at `since`: zero, or the time that a continued game has run already.
    pub(crate) fn restart(&self, since: Millis) {
        *self.reading() = Reading::new(since, Instant::now());
    }

    /// Jumps ahead to `at`, unless that time has passed already.
    pub(crate) fn skip_to(&self, at: Millis) {
        let (mut reading, now) = self.now();
        if reading.look(now) < at {
            *reading = Reading::new(at, now);
        }
    }

    /// Takes back the time between two instants, in which the arbiter and no player was late; time
    /// that was taken back already does not count again.
    pub(crate) fn excuse(&self, from: Instant, until: Instant) {
        self.reading().excuse(from, until);
    }

    /// The time shown now.
    pub(crate) fn elapsed(&self) -> Millis {
        let (mut reading, now) = self.now();
        reading.look(now)
    }

    /// The instant at which the stopwatch will show `at`; for a time in the past, a later instant
    /// may be returned.
    pub(crate) fn moment(&self, at: Millis) -> Instant {
        let (mut reading, now) = self.now();
        reading.look(now);
        reading.at + (at - reading.shown).duration()
    }

    /// The reading, and an instant that is not before any with which it was looked at.
    fn now(&self) -> (MutexGuard<'_, Reading>, Instant) {
        let reading = self.reading();
        (reading, Instant::now())
    }

    fn reading(&self) -> MutexGuard<'_, Reading> {
        // No thread panics while it holds the lock, and a reading cannot be half written.
        self.0.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lateness_of_the_arbiter_is_charged_to_nobody_and_taken_back_once() {
        let start = Instant::now();
        let mut reading = Reading::new(Millis(10_000), start);
        let after = |ms| start + Duration::from_millis(ms);
        for (from, until, expected) in [
            (100, 130, 30),
            (120, 150, 50), // 20 of 30 ms are news
            (110, 140, 50),
            (200, 200, 50),
            (300, 301, 51),
        ] {
            reading.excuse(after(from), after(until));
            assert_eq!(10_000 - reading.shown.0, expected, "{from} to {until}");
        }
    }

    /// Looks at a running game, in milliseconds of real time, and the times that are shown.
    const LOOKS: &[(&[u64], &[i64])] = &[
        (&[100, 200, 300], &[100, 200, 300]),
        // A machine that is late: the players could have seen the same.
        (&[100, 380, 480, 979], &[100, 380, 480, 979]),
        // Stopped for 4 s, just after a look, and for an hour.
        (&[100, 4_100, 4_200, 4_250], &[100, 200, 300, 350]),
        (&[50, 3_600_050, 3_600_060], &[50, 150, 160]),
        // Stopped twice; the second look of a moment is of another thread.
        (&[100, 700, 700, 1_300, 1_300, 1_400], &[100, 200, 200, 300, 300, 400]),
    ];

    #[test]
    fn the_time_in_which_the_arbiter_stood_still_is_charged_to_nobody() {
        for &(looks, expected) in LOOKS {
            let start = Instant::now();
            let mut reading = Reading::new(Millis::ZERO, start);
            let shown: Vec<i64> =
                looks.iter().map(|&ms| reading.look(start + Duration::from_millis(ms)).0).collect();
            assert_eq!(shown, expected, "{looks:?}");
        }
    }

    #[test]
    fn a_standstill_that_is_excused_as_lateness_too_counts_once() {
        let start = Instant::now();
        let after = |ms| start + Duration::from_millis(ms);
        // An answer arrives at 120 ms; before it is taken, the arbiter stands still.
        let mut reading = Reading::new(Millis::ZERO, start);
        reading.look(after(120));
        reading.excuse(after(120), after(4_000));
        assert_eq!(reading.look(after(4_010)), Millis(130));
        let mut reading = Reading::new(Millis::ZERO, start);
        reading.look(after(120));
        reading.look(after(4_000)); // another answer, stamped by the thread that brings it
        reading.excuse(after(120), after(4_000));
        assert_eq!(reading.look(after(4_010)), Millis(230));
    }
}
