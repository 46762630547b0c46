//! The front page at the address of an invitation, with a title and a description for chats, which show
//! a link with them. They say what everybody may know of the table. The secret of the invitation is
//! behind `#` in the link, which no request has.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use tandem_rules::Seat;

use super::{Edge, pages};
use crate::table::{Offer, Role};

/// The words of a link that offers no free seat: its table is not there, or the seat is taken.
const GENERAL: (&str, &str) =
    ("An invitation to a game", "Bughouse on two boards. Open the link to see the table.");

/// The front page for `/join?t=TABLE&s=SEAT`.
pub(super) async fn page(State(edge): State<Arc<Edge>>, uri: Uri, headers: HeaderMap) -> Response {
    let Some(front) = pages::front_text() else { return pages::front(headers).await };
    let (title, description) = match offer_of(&edge, uri.query().unwrap_or_default()) {
        Some(offer) => words(&offer),
        None => (GENERAL.0.to_owned(), GENERAL.1.to_owned()),
    };
    // Who sits at a table changes.
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, with_preview(&front, &title, &description)).into_response()
}

/// The free seat that a query names.
fn offer_of(edge: &Edge, query: &str) -> Option<Offer> {
    let value =
        |name: &str| query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    let seat = Seat::ALL.get(value("s")?.parse::<usize>().ok()?)?;
    edge.tables.table(value("t")?).ok()?.offer(*seat)
}

/// The title and the description of an offer.
fn words(Offer { owner, role, game, seat, clock }: &Offer) -> (String, String) {
    let title = match role {
        Role::Partner => format!("{owner} wants you as a partner"),
        Role::Opponent => format!("{owner} wants to play against you"),
        Role::Player => format!("{owner} has a seat for you"),
    };
    let clock = clock_in_words(clock);
    (title, format!("A game of {game}: {seat}, {clock}. Open the link to sit down."))
}

/// A clock such as `180+2` as people call it, `3+2`. Words after it are left out.
fn clock_in_words(clock: &str) -> String {
    let clock = clock.split(' ').next().unwrap_or(clock);
    let (base, increment) = clock.split_once('+').unwrap_or((clock, "0"));
    match (base.parse::<u32>(), increment.parse::<u32>()) {
        (Ok(base), Ok(increment)) if base % 60 == 0 => format!("{}+{increment}", base / 60),
        _ => format!("{clock} s"),
    }
}

/// A page with this title and description, which may be anybody's text.
fn with_preview(page: &str, title: &str, description: &str) -> String {
    let (title, description) = (escaped(title), escaped(description));
    let property = |name: &str, content: &str| {
        format!("<meta property=\"og:{name}\" content=\"{content}\">\n")
    };
    let preview = [
        property("type", "website"),
        property("site_name", "Tandem"),
        property("title", &title),
        property("description", &description),
    ];
    let (before, after) = page.split_once("</head>").unwrap_or((page, ""));
    let titled = match before.split_once("<title>") {
        Some((start, rest)) => {
            let rest = rest.split_once("</title>").map_or(rest, |(_, rest)| rest);
            format!("{start}<title>{title}</title>{rest}")
        }
        None => before.to_owned(),
    };
    format!("{titled}{}</head>{after}", preview.concat())
}

/// Text for HTML, in elements and in attributes.
fn escaped(text: &str) -> String {
    let escape = |character: char| match character {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_is_text_whatever_is_in_it() {
        let page = "<head><title>Tandem</title></head><body></body>";
        let shown = with_preview(page, "\"><script>alert(1)</script>", "Ann & 'Ben'");
        assert!(!shown.contains("<script>") && shown.ends_with("</head><body></body>"), "{shown}");
        assert!(shown.contains("<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>"));
        assert!(shown.contains("og:description\" content=\"Ann &amp; &#39;Ben&#39;\""), "{shown}");
    }

    #[test]
    fn a_clock_is_named_as_people_do() {
        for (clock, words) in
            [("180", "3+0"), ("180+2", "3+2"), ("180 free-first-move", "3+0"), ("45", "45 s")]
        {
            assert_eq!(clock_in_words(clock), words);
        }
    }
}
