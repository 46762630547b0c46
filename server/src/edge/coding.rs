//! Codings: the form of a file that a browser takes, by the header `Accept-Encoding` of its request.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// A form of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coding {
    Plain,
    Gzip,
    Brotli,
}

/// The thousandths by which a coding is wanted; 0 if it is not taken.
type Quality = u16;

/// The highest quality, and that of a coding without one.
const WHOLE: Quality = 1000;

impl Coding {
    /// From the longest form to the shortest.
    const ALL: [Self; 3] = [Self::Plain, Self::Gzip, Self::Brotli];

    /// Its name in headers.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Plain => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }

    /// The coding that a request wants most of those that are there, the shortest of equals. One that
    /// wants none of them gets the file as it is.
    pub(super) fn wanted(headers: &HeaderMap, is_there: impl Fn(Self) -> bool) -> Self {
        let items = headers.get_all(ACCEPT_ENCODING).iter();
        let items = items.filter_map(|value| value.to_str().ok());
        let items: Vec<(&str, Quality)> =
            items.flat_map(|value| value.split(',')).filter_map(item).collect();
        let quality = |coding: Self| {
            let of = |name: &str| {
                let found = items.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
                found.map(|&(_, quality)| quality)
            };
            // A file as it is needs no mention, but is wanted less than any that has one.
            let unnamed = Quality::from(coding == Self::Plain);
            of(coding.name()).or_else(|| of("*")).unwrap_or(unnamed)
        };
        let wanted =
            Self::ALL.into_iter().filter(|&coding| is_there(coding) && quality(coding) > 0);
        wanted.max_by_key(|&coding| quality(coding)).unwrap_or(Self::Plain)
    }
}

/// An item of the header, as in `gzip` and `br;q=0.5`; `None` if it is none.
fn item(text: &str) -> Option<(&str, Quality)> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?;
    let Some(weight) = parts.next() else { return Some((name, WHOLE)) };
    let weight = weight.strip_prefix("q=").or_else(|| weight.strip_prefix("Q="))?;
    Some((name, quality(weight)?))
}

/// A number from 0 to 1 with at most three digits after the point, in thousandths.
fn quality(text: &str) -> Option<Quality> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = part.len() <= 3 && part.bytes().all(|digit| digit.is_ascii_digit());
    let part: Quality = is_number.then(|| format!("{part:0<3}").parse().ok())??;
    match (whole, part) {
        ("0", part) => Some(part),
        ("1", 0) => Some(WHOLE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::Coding::{Brotli, Gzip, Plain};
    use super::*;

    #[test]
    fn a_browser_gets_the_coding_that_it_wants_most_and_the_shortest_of_equals() {
        for (asked, wanted) in [
            ("", Plain),
            ("gzip", Gzip),
            ("br", Brotli),
            ("gzip, deflate, br, zstd", Brotli),
            ("GZIP , Deflate", Gzip),
            ("br;q=0.5, gzip", Gzip),
            ("br;q=0.5, gzip;q=0.4", Brotli),
            ("br; q=0.001, identity; q=0.002", Plain),
            ("br;q=0, gzip;q=0.000", Plain),
            ("gzip;q=0, *", Brotli),
            ("*;q=0.3", Brotli),
            ("*;q=0", Plain),
            ("identity;q=0, *;q=0", Plain),
            ("identity, gzip;q=0.9", Plain),
            ("identity;q=0, gzip;q=0.1", Gzip),
            ("br;q=1.0, gzip;q=1.000", Brotli),
            ("br;q=2, gzip", Gzip),
            ("br;q=1.5, gzip;q=0.1", Gzip),
            ("br;q=0.1234, gzip;q=-1", Plain),
            ("br;v=1, gzip", Gzip),
            ("deflate, zstd", Plain),
            (";q=1, ,,br", Brotli),
            ("br\u{e9}", Plain),
        ] {
            let mut headers = HeaderMap::new();
            headers
                .insert(ACCEPT_ENCODING, HeaderValue::from_bytes(asked.as_bytes()).expect(asked));
            assert_eq!(Coding::wanted(&headers, |_| true), wanted, "{asked}");
        }
        let mut headers = HeaderMap::new();
        assert_eq!(Coding::wanted(&headers, |_| true), Plain);
        headers.append(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        headers.append(ACCEPT_ENCODING, HeaderValue::from_static("br"));
        assert_eq!(Coding::wanted(&headers, |_| true), Brotli);
        assert_eq!(Coding::wanted(&headers, |coding| coding != Brotli), Gzip);
        assert_eq!(Coding::wanted(&headers, |coding| coding == Plain), Plain);
    }
}
