//! Dates of games.

use jiff::Timestamp;

/// Now in UTC, as in `2026-01-31 18:30`.
pub fn now() -> String {
    text(Timestamp::now())
}

fn text(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_the_minute_and_no_zone() {
        let at = Timestamp::from_second(1_769_884_259).expect("a time within the calendar");
        assert_eq!(text(at), "2026-01-31 18:30");
    }
}
