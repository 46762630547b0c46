//! Days as filters of an explorer.

use std::ops::RangeInclusive;

use tandem_arbiter::date;

/// Error for a text that is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no day, such as 2026-01-31")]
pub(crate) struct DayError(String);

/// The seconds since 1970 from the begin of a day to the end of another one, or without a limit; `None` if
/// there is neither.
///
/// # Errors
/// [`DayError`] if one is no day.
pub(crate) fn days(
    since: Option<&str>,
    until: Option<&str>,
) -> Result<Option<RangeInclusive<u32>>, DayError> {
    if since.is_none() && until.is_none() {
        return Ok(None);
    }
    let seconds = |day: Option<&str>, time: &str, none: u32| match day {
        None => Ok(none),
        Some(day) => {
            let seconds = date::seconds(day, Some(time)).map(u32::try_from);
            seconds.and_then(Result::ok).ok_or_else(|| DayError(day.to_owned()))
        }
    };
    Ok(Some(seconds(since, "00:00:00", 0)?..=seconds(until, "23:59:59", u32::MAX)?))
}
