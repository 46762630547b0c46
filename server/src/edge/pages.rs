//! The files of the page, which are part of the program.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::Edge;
use super::coding::Coding;

/// A file of the page in its forms, as the script of the build writes them.
struct File {
    name: &'static str,
    /// A name of the content.
    tag: &'static str,
    plain: &'static [u8],
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

/// The build of `web/`, as it was when this was compiled. Without one there is no file.
static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A text that is packed when it is asked for first.
#[derive(Default)]
pub(super) struct PackedText(OnceLock<Forms>);

/// A content in its forms.
#[derive(Clone)]
struct Forms {
    tag: String,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

const FRONT: &str = "index.html";
/// The folder of the files whose names have a hash of their content: a browser asks for them once.
const ASSETS: &str = "assets/";
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Kept, but asked for each time.
const CHECKED: &str = "no-cache";
/// One line in place of a page that was not built.
const NO_PAGE: &str =
    "This build has no page: give `npm ci && npm run build` in web/, then build again.\n";

pub(super) fn has_page() -> bool {
    file_of(FRONT).is_some()
}

/// The front page.
pub(super) async fn front(headers: HeaderMap) -> Response {
    match file_of(FRONT) {
        Some(file) => file.answer(&headers),
        None => (StatusCode::NOT_FOUND, NO_PAGE).into_response(),
    }
}

/// The front page as text, to be changed before it is sent.
pub(super) fn front_text() -> Option<String> {
    String::from_utf8(file_of(FRONT)?.plain.to_vec()).ok()
}

/// The page of a report without games. It is a text here: the browser appends games and saves it.
pub(super) async fn report(State(edge): State<Arc<Edge>>, headers: HeaderMap) -> Response {
    let text = edge.tables.app.services.report;
    let forms = edge.report.0.get_or_init(|| Forms::of_text(text));
    forms.answer(kind("report.txt"), CHECKED, &headers)
}

/// Any other file of the page.
pub(super) async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match file_of(&path) {
        Some(file) => file.answer(&headers),
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}

fn file_of(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

impl File {
    fn answer(&self, headers: &HeaderMap) -> Response {
        let forms = Forms {
            tag: self.tag.to_owned(),
            plain: Bytes::from_static(self.plain),
            gzip: self.gzip.map(Bytes::from_static),
            brotli: self.brotli.map(Bytes::from_static),
        };
        let lasts = if self.name.starts_with(ASSETS) { FOR_EVER } else { CHECKED };
        forms.answer(kind(self.name), lasts, headers)
    }
}

impl Forms {
    fn of_text(text: &'static str) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let packed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        Self {
            tag: format!("{:016x}", hasher.finish()),
            plain: Bytes::from_static(text.as_bytes()),
            gzip: packed.ok().filter(|packed| packed.len() < text.len()).map(Bytes::from),
            brotli: None,
        }
    }

    /// The content in the form that a request wants, or one line if the browser has it.
    fn answer(&self, kind: &'static str, lasts: &'static str, asked: &HeaderMap) -> Response {
        let coding = Coding::wanted(asked, |coding| self.form(coding).is_some());
        // Two forms of a content are two things for a cache.
        let tag = format!("\"{}-{}\"", self.tag, coding.name());
        let mut headers = HeaderMap::new();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(lasts));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(ETAG, HeaderValue::from_str(&tag).expect("hexadecimal digits"));
        if is_known(&tag, asked) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        if coding != Coding::Plain {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
        }
        (headers, self.form(coding).unwrap_or(&self.plain).clone()).into_response()
    }

    const fn form(&self, coding: Coding) -> Option<&Bytes> {
        match coding {
            Coding::Plain => Some(&self.plain),
            Coding::Gzip => self.gzip.as_ref(),
            Coding::Brotli => self.brotli.as_ref(),
        }
    }
}

/// True if a browser has the content of this tag, as it says.
fn is_known(tag: &str, asked: &HeaderMap) -> bool {
    let values = asked.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut known = values.flat_map(|value| value.split(',')).map(str::trim);
    known.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
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
