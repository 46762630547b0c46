//! Limits for the rate of messages.

use std::time::Instant;

/// A bucket of tokens: each message takes one, and time brings new ones.
pub(crate) struct Rate {
    tokens: f64,
    at: Instant,
    a_second: f64,
    most: f64,
}

impl Rate {
    /// A rate of so many messages at once, and so many a second after that.
    pub(crate) fn new(most: u32, a_second: u32, now: Instant) -> Self {
        let most = f64::from(most);
        Self { tokens: most, at: now, a_second: f64::from(a_second), most }
    }

    /// Takes a token; false if there is none.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
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
        let start = Instant::now();
        let mut rate = Rate::new(3, 10, start);
        assert_eq!([(); 4].map(|()| rate.take(start)), [true, true, true, false]);
        let later = start + Duration::from_millis(150);
        assert_eq!([(); 2].map(|()| rate.take(later)), [true, false]);
        let much_later = start + Duration::from_mins(1);
        assert_eq!([(); 4].map(|()| rate.take(much_later)), [true, true, true, false]);
    }
}
