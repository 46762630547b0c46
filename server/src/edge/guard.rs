//! The guard: requests that come from a page of another site are refused, but for games that a page of
//! chess.com hands over.
//!
//! A page of another site can open a WebSocket to this server in a visitor's browser; its header
//! `Origin` tells. It can also let its own name point to this machine (DNS rebinding); then `Host`
//! has that name. An address in numbers cannot be pointed elsewhere, so these are taken, and
//! `localhost`.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Edge;

/// Longest part of a header that is quoted.
const LONGEST_QUOTE: usize = 80;

/// The sites whose pages may hand games over.
const SITES: &[&str] = &["https://www.chess.com"];

/// The pages that a request may come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pages {
    /// Those of this server, and programs, which name no page.
    Own,
    /// Those of [`SITES`].
    OfSites,
}

/// Error for a request that may come from a page of another site.
#[derive(Debug, thiserror::Error)]
enum ForeignRequest {
    #[error("the header Host is missing")]
    NoHost,
    #[error("`{0}` is not the address of this server")]
    Host(String),
    #[error("pages of `{0}` may not use this server")]
    Origin(String),
    #[error("the header Origin is missing")]
    NoOrigin,
    #[error("the header {0} is there twice")]
    Twice(HeaderName),
    #[error("the header {0} is not plain text")]
    NotText(HeaderName),
}

/// Passes a request of a page of this server on, or refuses it with one line.
pub(super) async fn check(State(edge): State<Arc<Edge>>, request: Request, next: Next) -> Response {
    pass(Pages::Own, &edge, request, next).await
}

/// Passes a request of a page that may hand games over on, or refuses it with one line.
pub(super) async fn check_site(
    State(edge): State<Arc<Edge>>,
    request: Request,
    next: Next,
) -> Response {
    pass(Pages::OfSites, &edge, request, next).await
}

async fn pass(pages: Pages, edge: &Edge, request: Request, next: Next) -> Response {
    match admit(request.headers(), edge.address, pages) {
        Ok(()) => next.run(request).await,
        Err(reason) => (StatusCode::FORBIDDEN, format!("{reason}\n")).into_response(),
    }
}

/// Checks the headers of a request to a server at this address.
fn admit(headers: &HeaderMap, address: SocketAddr, pages: Pages) -> Result<(), ForeignRequest> {
    let host = single(headers, &HOST)?.ok_or(ForeignRequest::NoHost)?;
    if !is_own(host, address) {
        return Err(ForeignRequest::Host(quoted(host)));
    }
    let is_own = |origin: &str| origin.strip_prefix("http://") == Some(host);
    match (pages, single(headers, &ORIGIN)?) {
        (Pages::Own, None) => Ok(()),
        (Pages::Own, Some(origin)) if is_own(origin) => Ok(()),
        (Pages::OfSites, None) => Err(ForeignRequest::NoOrigin),
        (Pages::OfSites, Some(origin)) if SITES.contains(&origin) => Ok(()),
        (_, Some(origin)) => Err(ForeignRequest::Origin(quoted(origin))),
    }
}

/// The only value of a header, if it is there.
fn single<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'a str>, ForeignRequest> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    if values.next().is_some() {
        return Err(ForeignRequest::Twice(name.clone()));
    }
    let text = value.map(|value| value.to_str());
    text.transpose().map_err(|_| ForeignRequest::NotText(name.clone()))
}

/// True for `localhost` and addresses in numbers, with the port of the server.
fn is_own(host: &str, address: SocketAddr) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_known = name.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_ipv6() == (bare != name));
    is_known && port == Some(address.port())
}

fn quoted(text: &str) -> String {
    text.chars().take(LONGEST_QUOTE).collect()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(host: &'static str, origin: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        headers.extend(origin.map(|origin| (ORIGIN, HeaderValue::from_static(origin))));
        headers
    }

    #[test]
    fn requests_of_other_sites_and_names_are_refused() {
        let address = "127.0.0.1:8080".parse().expect("an address");
        for (host, origin, is_admitted) in [
            ("127.0.0.1:8080", None, true),
            ("localhost:8080", None, true),
            ("LOCALHOST:8080", None, true),
            ("192.168.1.5:8080", None, true),
            ("[::1]:8080", None, true),
            ("127.0.0.1:8080", Some("http://127.0.0.1:8080"), true),
            ("localhost:8080", Some("http://localhost:8080"), true),
            ("localhost:8080", Some("http://127.0.0.1:8080"), false),
            ("localhost:8080", Some("https://localhost:8080"), false),
            ("localhost:8080", Some("http://localhost:8081"), false),
            ("localhost:8080", Some("http://evil.example"), false),
            ("localhost:8080", Some("null"), false),
            ("localhost:8080", Some(""), false),
            ("evil.example:8080", Some("http://evil.example:8080"), false),
            ("evil.example:8080", None, false),
            ("localhost.evil.example:8080", None, false),
            ("127.0.0.1.evil.example:8080", None, false),
            ("localhost:8081", None, false),
            ("localhost", None, false),
            ("127.0.0.1", None, false),
            ("::1:8080", None, false),
            ("[127.0.0.1]:8080", None, false),
            ("", None, false),
            (":8080", None, false),
        ] {
            let mut headers = headers(host, origin);
            let admitted = admit(&headers, address, Pages::Own);
            assert_eq!(admitted.is_ok(), is_admitted, "{host} {origin:?}");
            headers.append(HOST, HeaderValue::from_static("localhost:8080"));
            assert!(admit(&headers, address, Pages::Own).is_err(), "two hosts");
        }
        assert!(admit(&HeaderMap::new(), address, Pages::Own).is_err());
    }

    #[test]
    fn only_pages_of_chess_com_hand_games_over() {
        let address = "127.0.0.1:8080".parse().expect("an address");
        for (host, origin, is_admitted) in [
            ("127.0.0.1:8080", Some("https://www.chess.com"), true),
            ("localhost:8080", Some("https://www.chess.com"), true),
            ("evil.example:8080", Some("https://www.chess.com"), false),
            ("127.0.0.1:8080", Some("http://www.chess.com"), false),
            ("127.0.0.1:8080", Some("https://www.chess.com.evil.example"), false),
            ("127.0.0.1:8080", Some("https://evil.example"), false),
            ("127.0.0.1:8080", Some("http://127.0.0.1:8080"), false),
            ("127.0.0.1:8080", Some("null"), false),
            ("127.0.0.1:8080", None, false),
        ] {
            let admitted = admit(&headers(host, origin), address, Pages::OfSites);
            assert_eq!(admitted.is_ok(), is_admitted, "{host} {origin:?}");
        }
    }
}
