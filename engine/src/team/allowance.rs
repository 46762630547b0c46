//! The allowance of messages to the partner: no flood of its lines makes a flood of answers.

use tandem_rules::Millis;

/// Number of messages that may follow at once on a long silence: more than a person asks for.
const AT_ONCE: i64 = 20;
/// Time after which one more message is allowed: quicker than a person presses buttons for long.
const EACH: Millis = Millis(500);
/// The whole allowance, as the time in which it fills.
const WHOLE: Millis = Millis(AT_ONCE * EACH.0);

/// The messages allowed now: a bucket that holds [`AT_ONCE`] of them and fills by one in [`EACH`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Allowance {
    /// Time at which the allowance is whole again.
    whole_at: Millis,
}

impl Allowance {
    /// True if a message is allowed.
    pub(super) fn has_any(self, now: Millis) -> bool {
        self.missing(now) + EACH <= WHOLE
    }

    /// Takes a message that is sent.
    pub(super) fn take(&mut self, now: Millis) {
        self.whole_at = now + self.missing(now) + EACH;
    }

    /// The used part. Nothing is owed beyond the whole, even if the time was set back.
    fn missing(self, now: Millis) -> Millis {
        (self.whole_at - now).max(Millis::ZERO).min(WHOLE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of messages that get through of a thousand, one after each of these times.
    fn passed(apart: i64, since: i64) -> usize {
        let mut allowance = Allowance::default();
        let times = (0..1000).map(|number| Millis(since + number * apart));
        let taken = times.filter(|&now| {
            let has_any = allowance.has_any(now);
            if has_any {
                allowance.take(now);
            }
            has_any
        });
        taken.count()
    }

    #[test]
    fn a_flood_gets_twenty_answers_and_a_person_gets_them_all() {
        for (apart, expected) in [(0, 20), (1, 21), (100, 219), (500, 1000), (2_000, 1000)] {
            assert_eq!(passed(apart, 0), expected, "every {apart} ms");
            assert_eq!(passed(apart, 3_600_000), expected, "every {apart} ms");
        }
    }

    #[test]
    fn a_time_that_is_set_back_costs_no_more_than_the_allowance() {
        let mut allowance = Allowance::default();
        allowance.take(Millis(3_600_000));
        assert!(!allowance.has_any(Millis(0)));
        allowance.take(Millis(0));
        assert!(!allowance.has_any(Millis(499 + 500)) && allowance.has_any(Millis(500 + 500)));
    }
}
