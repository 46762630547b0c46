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
    fn a_date_has_the_minute_and_no_zone() {
        let at = Timestamp::from_second(1_769_884_259).expect("a time within the calendar");
        assert_eq!(text(at), "2026-01-31 18:30");
        assert_eq!(server_text(at), "Sat Jan 31, 18:30 UTC 2026");
    }
}
