//! Times of moves in one byte.

use tandem_rules::Millis;

/// The time of a move in one byte: 0 to 127 are tenths of seconds, 128 to 254 are 13 to 139 seconds,
/// 255 is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeCode(pub(crate) u8);

const UNKNOWN: u8 = 255;
/// The code of the shortest time in whole seconds, and those seconds.
const SECONDS: u8 = 128;
const FIRST_SECOND: u32 = 13;

impl TimeCode {
    /// The code next to a time. A negative time, which only a faulty record has, is zero.
    pub(crate) fn of(time: Option<Millis>) -> Self {
        let Some(Millis(millis)) = time else { return Self(UNKNOWN) };
        let tenths = (millis.max(0).saturating_add(50)) / 100;
        if let Ok(tenths @ 0..SECONDS) = u8::try_from(tenths) {
            return Self(tenths);
        }
        let seconds = (millis.saturating_add(500) / 1000).max(i64::from(FIRST_SECOND));
        let beyond = seconds - i64::from(FIRST_SECOND);
        Self((i64::from(SECONDS) + beyond).min(i64::from(UNKNOWN - 1)) as u8)
    }

    /// The time in tenths of seconds, `None` if it is not known.
    pub(crate) fn tenths(self) -> Option<u32> {
        match self.0 {
            UNKNOWN => None,
            code @ 0..SECONDS => Some(u32::from(code)),
            code => Some((u32::from(code - SECONDS) + FIRST_SECOND) * 10),
        }
    }

    /// The time, `None` if it is not known.
    pub(crate) fn time(self) -> Option<Millis> {
        self.tenths().map(|tenths| Millis(i64::from(tenths) * 100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_the_code_of_its_own_time() {
        for code in (0..=u8::MAX).map(TimeCode) {
            assert_eq!(TimeCode::of(code.time()), code);
        }
    }

    #[test]
    fn times_are_kept_to_the_tenth_then_to_the_second_then_to_the_limit() {
        let cases = [
            (-7, 0),
            (0, 0),
            (49, 0),
            (50, 100),
            (12_740, 12_700),
            (12_760, 13_000),
            (13_499, 13_000),
            (60_700, 61_000),
            (139_000, 139_000),
            (600_000, 139_000),
            (i64::MAX, 139_000),
            (i64::MIN, 0),
        ];
        for (time, kept) in cases {
            assert_eq!(TimeCode::of(Some(Millis(time))).time(), Some(Millis(kept)), "{time}");
        }
        assert_eq!(TimeCode::of(None).time(), None);
    }
}
