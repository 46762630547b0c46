//! Lateness of the machine: how long after its time something is done that was waited for. A seat
//! that sits on a busy machine has to stop earlier, or its flag falls before its move is out.

use std::time::{Duration, Instant};

use tandem_rules::Millis;

/// Time in which the memory of a lateness halves: a machine is busy for minutes, not for a moment.
const HALF_LIFE: Duration = Duration::from_secs(30);
/// Number of halvings after which nothing is left of any lateness.
const MOST_HALVINGS: u32 = 40;
/// Time on the clock below which a seat that stops sitting plays what it has found before it sat:
/// another search would have to be waited for.
const SCRAMBLE: Millis = Millis(60);

/// The worst lateness of late, which is forgotten by halves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lateness {
    worst: Option<(Millis, Instant)>,
}

impl Lateness {
    /// Takes note of something that came late by this much.
    pub(crate) fn note(&mut self, late: Millis, now: Instant) {
        if late >= self.usual(now) {
            self.worst = Some((late, now));
        }
    }

    /// True if too little is left on a clock to search once more before a move.
    pub(crate) fn forbids_search(&self, left: Millis, now: Instant) -> bool {
        left <= SCRAMBLE.max(Millis(2 * self.usual(now).0))
    }

    /// Lateness to reckon with.
    pub(crate) fn usual(&self, now: Instant) -> Millis {
        self.worst.map_or(Millis::ZERO, |(late, at)| {
            let passed = now.saturating_duration_since(at).as_secs();
            let halvings = (passed / HALF_LIFE.as_secs()).min(u64::from(MOST_HALVINGS));
            Millis(late.0 >> halvings)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_machine_leaves_no_time_to_search_once_more() {
        let (mut lateness, now) = (Lateness::default(), Instant::now());
        let forbids = |lateness: &Lateness| {
            [60, 61, 180, 181].map(|left| lateness.forbids_search(Millis(left), now))
        };
        assert_eq!(forbids(&lateness), [true, false, false, false]);
        lateness.note(Millis(90), now);
        assert_eq!(forbids(&lateness), [true, true, true, false]);
    }

    #[test]
    fn the_worst_lateness_counts_and_is_forgotten_by_halves() {
        let (mut lateness, start) = (Lateness::default(), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(lateness.usual(start), Millis::ZERO);
        for late in [3, 80, 5] {
            lateness.note(Millis(late), start);
        }
        for (seconds, usual) in [(0, 80), (29, 80), (30, 40), (90, 10), (1 << 30, 0)] {
            assert_eq!(lateness.usual(after(seconds)), Millis(usual), "after {seconds} s");
        }
        lateness.note(Millis(41), after(30));
        assert_eq!(lateness.usual(after(30)), Millis(41));
    }
}
