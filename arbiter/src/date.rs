//! Dates, of which the standard library knows none.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 24 * 3600;

/// Now in UTC, as in `2026-01-31 18:30`.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    text(since.as_secs())
}

/// The time so many seconds after the beginning of 1970, in UTC.
fn text(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / DAY);
    let minutes = seconds % DAY / 60;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minutes / 60, minutes % 60)
}

/// Year, month and day of a day counted from the beginning of 1970.
///
/// Years are counted from March on, so that a leap day is the last of its year.
const fn civil(day: u64) -> (u64, u64, u64) {
    let day = day + 719_468; // from the first of March of the year 0
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let of_month = day - (153 * month + 2) / 5 + 1;
    let is_after_new_year = month >= 10;
    let calendar_month = if is_after_new_year { month - 9 } else { month + 3 };
    (year + era * 400 + is_after_new_year as u64, calendar_month, of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_dates_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (951_868_800, "2000-03-01 00:00"),
            (1_735_689_599, "2024-12-31 23:59"),
            (1_769_884_200, "2026-01-31 18:30"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(text(seconds), date);
        }
    }
}
