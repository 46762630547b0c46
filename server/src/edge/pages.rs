//! The files of the page, which are part of the program.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use super::Edge;

/// The build of `web/`, as it was when this was compiled. Without one there is no file.
#[derive(Embed)]
#[folder = "../web/dist/serve"]
#[allow_missing = true]
struct Files;

const FRONT: &str = "index.html";
/// One line in place of a page that was not built.
const NO_PAGE: &str =
    "This build has no page: give `npm ci && npm run build` in web/, then build again.\n";

pub(super) fn has_page() -> bool {
    Files::get(FRONT).is_some()
}

/// The front page.
pub(super) async fn front() -> Response {
    match has_page() {
        true => answer(FRONT),
        false => (StatusCode::NOT_FOUND, NO_PAGE).into_response(),
    }
}

/// The front page as text, to be changed before it is sent.
pub(super) fn front_text() -> Option<String> {
    String::from_utf8(Files::get(FRONT)?.data.into_owned()).ok()
}

/// The page of a report without games. It is a text here: the browser appends games and saves it.
pub(super) async fn report(State(edge): State<Arc<Edge>>) -> Response {
    let headers = [(CONTENT_TYPE, kind("report.txt")), (CACHE_CONTROL, "no-cache")];
    (headers, edge.tables.app.services.report).into_response()
}

/// Any other file of the page.
pub(super) async fn file(Path(path): Path<String>) -> Response {
    answer(&path)
}

fn answer(path: &str) -> Response {
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let headers = [(CONTENT_TYPE, kind(path)), (CACHE_CONTROL, "no-cache")];
    (headers, file.data).into_response()
}

/// The media type of a file, by the end of its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "webmanifest" | "map") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        Some("wav") => "audio/wav",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
