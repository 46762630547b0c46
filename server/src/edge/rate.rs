//! A limit for the rate of messages.

use std::time::Instant;

use super::Limits;

/// A bucket of tokens: each message takes one, and time brings new ones.
pub(super) struct Rate {
    tokens: f64,
    at: Instant,
    a_second: f64,
    most: f64,
}

impl Rate {
    pub(super) fn new(limits: Limits, now: Instant) -> Self {
        let most = f64::from(limits.messages_at_once);
        Self { tokens: most, at: now, a_second: f64::from(limits.messages_a_second), most }
    }

    /// Takes a token; false if there is none.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * self.a_second).min(self.most);
        self.at = now;
        if self.tokens < 1.0 {
            return false;
        }
        self.tokens -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again_with_time() {
        let limits = Limits { messages_a_second: 10, messages_at_once: 3, ..Limits::default() };
        let start = Instant::now();
        let mut rate = Rate::new(limits, start);
        assert_eq!([(); 4].map(|()| rate.take(start)), [true, true, true, false]);
        let later = start + Duration::from_millis(150);
        assert_eq!([(); 2].map(|()| rate.take(later)), [true, false]);
        let much_later = start + Duration::from_mins(1);
        assert_eq!([(); 4].map(|()| rate.take(much_later)), [true, true, true, false]);
    }
}
