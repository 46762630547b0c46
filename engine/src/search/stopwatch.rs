//! The time that a search has had.

use std::cell::Cell;
use std::time::{Duration, Instant};

use tandem_rules::Millis;

/// Longest time between two looks of a search at its watch: far longer than one takes that has the
/// processor.
const LONGEST_STEP: Duration = Duration::from_millis(50);

/// Measures the time of a search: that which has passed, and that which the search has had. A process
/// that is stopped, or waits long for a processor on a busy machine, has not thought meanwhile.
pub(super) struct Stopwatch {
    start: Instant,
    /// The last look.
    seen: Cell<Instant>,
    /// Time that the search did not get.
    withheld: Cell<Duration>,
    now: fn() -> Instant,
}

/// A reading of the watch of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    /// Time that the search has had.
    pub(super) spent: Millis,
    /// Time since the start.
    pub(super) passed: Millis,
}

impl Stopwatch {
    /// A watch that was started when the search was asked for, and is read by `now`.
    pub(super) fn new(start: Instant, now: fn() -> Instant) -> Self {
        Self { start, seen: Cell::new(start), withheld: Cell::new(Duration::ZERO), now }
    }

    /// Time since the start.
    pub(super) fn passed(&self) -> Millis {
        self.until((self.now)())
    }

    /// The time up to now. A search has to look often: the time of a long step counts as withheld.
    pub(super) fn look(&self) -> Reading {
        let now = (self.now)();
        let step = now.saturating_duration_since(self.seen.replace(now));
        if step >= LONGEST_STEP {
            self.withheld.set(self.withheld.get() + step);
        }
        let passed = self.until(now);
        Reading { spent: Millis(passed.0 - Millis::from(self.withheld.get()).0), passed }
    }

    /// Counts the time since the last look as spent, however long: that of work without looks.
    pub(super) fn count_as_spent(&self) {
        self.seen.set((self.now)());
    }

    /// Counts the time since the last look as that of a part of the search, which had a watch of its
    /// own.
    pub(super) fn count_part(&self, part: &Self) {
        part.look();
        self.withheld.set(self.withheld.get() + part.withheld.get());
        self.count_as_spent();
    }

    /// Time from the start to this moment.
    pub(super) fn until(&self, moment: Instant) -> Millis {
        moment.saturating_duration_since(self.start).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        /// The time that the watches of a test read.
        static NOW: Cell<Option<Instant>> = const { Cell::new(None) };
    }

    fn now() -> Instant {
        NOW.get().expect("the test has set it")
    }

    fn pass(ms: u64) {
        NOW.set(Some(now() + Duration::from_millis(ms)));
    }

    fn watch() -> Stopwatch {
        NOW.set(Some(Instant::now()));
        Stopwatch::new(now(), now)
    }

    #[test]
    fn a_long_step_is_no_time_of_the_search() {
        let watch = watch();
        let mut spent = Vec::new();
        for step in [1, 49, 50, 2_000, 10] {
            pass(step);
            spent.push(watch.look().spent.0);
        }
        assert_eq!((spent, watch.passed()), (vec![1, 50, 50, 50, 60], Millis(2_110)));
    }

    #[test]
    fn work_without_looks_counts_and_a_part_counts_what_it_has_had() {
        let whole = watch();
        pass(400);
        whole.count_as_spent();
        let part = Stopwatch::new(now(), now);
        for step in [20, 1_000, 20] {
            pass(step);
            part.look();
        }
        whole.count_part(&part);
        assert_eq!(whole.look(), Reading { spent: Millis(440), passed: Millis(1_440) });
    }
}
