//! Turns of the two boards in an infinite search: a short search of one, a short one of the other,
//! and longer each time. The TT keeps what was found, so that each board is soon as deep as it was.

use std::time::{Duration, Instant};

/// Length of the first turn of each board.
const FIRST: Duration = Duration::from_millis(250);
/// Maximum length of a turn.
const LONGEST: Duration = Duration::from_secs(16);

/// Turns of the two boards.
pub(super) struct Turns {
    length: Duration,
    /// End of the current turn; `None` if its search has been told to stop.
    ends: Option<Instant>,
    /// Number of turns that have ended.
    count: u32,
}

impl Turns {
    pub(super) fn begin(now: Instant) -> Self {
        Self { length: FIRST, ends: Some(now + FIRST), count: 0 }
    }

    pub(super) fn end(&self) -> Option<Instant> {
        self.ends
    }

    /// True if the turn is over; said once for each turn.
    pub(super) fn is_over(&mut self, now: Instant) -> bool {
        self.ends.take_if(|ends| *ends <= now).is_some()
    }

    /// Starts the turn of the other board. Turns become longer only after both have had the same
    /// time.
    pub(super) fn change(&mut self, now: Instant) {
        self.count += 1;
        if self.count.is_multiple_of(2) {
            self.length = (self.length * 2).min(LONGEST);
        }
        self.ends = Some(now + self.length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_boards_get_as_much_and_more_each_time() {
        let mut now = Instant::now();
        let mut turns = Turns::begin(now);
        let mut lengths = Vec::new();
        for _ in 0..20 {
            let end = turns.end().expect("a turn has an end");
            lengths.push((end - now).as_millis());
            assert!(!turns.is_over(now) && turns.is_over(end) && !turns.is_over(end));
            now = end;
            turns.change(now);
        }
        assert_eq!(lengths[..6], [250, 250, 500, 500, 1000, 1000]);
        assert!(lengths.chunks(2).all(|two| two[0] == two[1]));
        assert_eq!(lengths.last(), Some(&16_000));
    }
}
