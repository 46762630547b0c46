//! Dates of games.

use jiff::Timestamp;

/// Now in UTC, as in `2026-01-31 18:30`.
pub fn now() -> String {
    text(Timestamp::now())
}

/// Now in UTC, as chess servers write it: `Sat Jan 31, 18:30 UTC 2026`.
pub fn of_servers() -> String {
    server_text(Timestamp::now())
}

/// Seconds from 1970 to a day, as in `2026.01.31` or `2026-01-31`, and a time of it, as in `18:30:05`;
/// `None` for a text that is no day. Without a time it is the beginning of the day.
pub fn seconds(day: &str, time: Option<&str>) -> Option<i64> {
    let date: jiff::civil::Date = day.replace('.', "-").parse().ok()?;
    let time: jiff::civil::Time = time.and_then(|time| time.parse().ok()).unwrap_or_default();
    let at = date.to_datetime(time).to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(at.timestamp().as_second())
}

/// The day of a time in seconds since 1970.
pub fn day(seconds: i64) -> String {
    Timestamp::from_second(seconds)
        .map_or_else(|_| String::new(), |at| at.strftime("%Y-%m-%d").to_string())
}

/// The day of a time in seconds since 1970, as the tag `Date` of a record has it: `2026.01.31`.
pub fn tag(seconds: i64) -> String {
    day(seconds).replace('-', ".")
}

fn text(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M").to_string()
}

fn server_text(at: Timestamp) -> String {
    at.strftime("%a %b %-d, %H:%M UTC %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_of_records_are_read() {
        for (date, time, expected) in [
            ("2026.01.31", Some("18:30:59"), Some(1_769_884_259)),
            ("2026-01-31", None, Some(1_769_817_600)),
            ("2026.01.31", Some("?"), Some(1_769_817_600)),
            ("????.??.??", None, None),
            ("2026.13.31", None, None),
        ] {
            assert_eq!(seconds(date, time), expected, "{date}");
        }
        assert_eq!(day(1_769_884_259), "2026-01-31");
    }

    #[test]
    fn a_date_has_the_minute_and_no_zone() {
        let at = Timestamp::from_second(1_769_884_259).expect("a time within the calendar");
        assert_eq!(text(at), "2026-01-31 18:30");
        assert_eq!(server_text(at), "Sat Jan 31, 18:30 UTC 2026");
    }
}
