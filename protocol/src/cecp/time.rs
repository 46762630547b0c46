//! Times as the protocol writes them; the rest of the program uses milliseconds.

use std::fmt;

/// Parses `5`, `0.5` or `.5` seconds as milliseconds; finer digits are cut off.
pub(super) fn parse_seconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits_only = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
    if !digits_only || whole.len() + fraction.len() == 0 {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let digits = fraction.bytes().chain([b'0'; 3]).take(3);
    let thousandths = digits.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    whole.checked_mul(1000)?.checked_add(thousandths)
}

/// Parses `3` or `1:30` minutes as milliseconds.
pub(super) fn parse_minutes(text: &str) -> Option<u64> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let minutes: u64 = minutes.parse().ok()?;
    minutes.checked_mul(60_000)?.checked_add(parse_seconds(seconds)?)
}

/// Milliseconds, printed as seconds.
pub(super) struct Seconds(pub(super) u64);

/// Milliseconds, printed as minutes, with seconds if there are any.
pub(super) struct Minutes(pub(super) u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = f.width().unwrap_or(1);
        write!(f, "{:0width$}", self.0 / 1000)?;
        match self.0 % 1000 {
            0 => Ok(()),
            thousandths => {
                let digits = format!("{thousandths:03}");
                write!(f, ".{}", digits.trim_end_matches('0'))
            }
        }
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / 60_000)?;
        match self.0 % 60_000 {
            0 => Ok(()),
            rest => write!(f, ":{:02}", Seconds(rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (text, milliseconds, canonical text), the text in seconds
    const SECONDS: &[(&str, Option<u64>, &str)] = &[
        ("0", Some(0), "0"),
        ("12", Some(12_000), "12"),
        ("0.5", Some(500), "0.5"),
        (".05", Some(50), "0.05"),
        ("1.", Some(1000), "1"),
        ("1.23456", Some(1234), "1.234"),
        ("", None, ""),
        (".", None, ""),
        ("-1", None, ""),
        ("1.-5", None, ""),
        ("1e3", None, ""),
        ("99999999999999999999", None, ""),
        ("18446744073709551615", None, ""),
    ];

    /// (text, milliseconds, canonical text), the text in minutes
    const MINUTES: &[(&str, Option<u64>, &str)] = &[
        ("3", Some(180_000), "3"),
        ("0", Some(0), "0"),
        ("1:30", Some(90_000), "1:30"),
        ("0:05", Some(5_000), "0:05"),
        ("0:7.5", Some(7_500), "0:07.5"),
        ("1:90", Some(150_000), "2:30"),
        ("", None, ""),
        (":", None, ""),
        (":30", None, ""),
        ("1:", None, ""),
        ("x", None, ""),
        ("-1", None, ""),
        ("18446744073709551615", None, ""),
    ];

    #[test]
    fn seconds_match_the_table() {
        for &(text, expected, canonical) in SECONDS {
            assert_eq!(parse_seconds(text), expected, "{text}");
            expected.inspect(|&ms| assert_eq!(Seconds(ms).to_string(), canonical));
        }
    }

    #[test]
    fn minutes_match_the_table() {
        for &(text, expected, canonical) in MINUTES {
            assert_eq!(parse_minutes(text), expected, "{text}");
            expected.inspect(|&ms| assert_eq!(Minutes(ms).to_string(), canonical));
        }
    }
}
