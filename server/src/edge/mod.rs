//! The edge: connections, headers, the files of the page, and WebSockets.

mod accept;
mod coding;
mod error;
mod guard;
mod handed;
mod intake;
mod join;
mod pages;
mod patient;
mod socket;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub(crate) use self::accept::{Open, each};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::middleware;
use axum::routing::{any, get, post};
use tokio::net::TcpListener;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::backlog::Backlog;
use crate::tables::Tables;

/// Interval between two looks for tables that nobody needs any more.
const TIDYING: Duration = Duration::from_secs(30);
/// Interval between two looks for programs that think for too long.
const TICK: Duration = Duration::from_millis(500);
/// The policy of all answers: a page loads its own parts and talks with its own server, with no other.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Limits for connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Most connections at once.
    pub connections: usize,
    /// Most connections at once from one address.
    pub of_one_address: usize,
    /// Time for the headers of a request, and for the greeting of a WebSocket.
    pub greeting: Duration,
    /// Most tables at once that were made from one address.
    pub tables_of_one_address: usize,
    /// Messages of a WebSocket a second, on the average.
    pub messages_a_second: u32,
    /// Messages of a WebSocket at once.
    pub messages_at_once: u32,
    /// Interval between two measurements of the lag of a connection. One from which nothing has come
    /// in two of them is closed.
    pub heartbeat: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            of_one_address: 512,
            greeting: Duration::from_secs(10),
            tables_of_one_address: 32,
            messages_a_second: 20,
            messages_at_once: 60,
            heartbeat: Duration::from_secs(10),
        }
    }
}

/// A server that is ready: it has an address, and nobody has connected yet.
pub struct Serving {
    listener: TcpListener,
    address: SocketAddr,
    /// The door of clients of internet chess servers.
    ics: Option<TcpListener>,
    limits: Limits,
    tables: Arc<Tables>,
}

/// The things that all connections share.
pub(crate) struct Edge {
    pub(crate) tables: Arc<Tables>,
    pub(crate) limits: Limits,
    pub(crate) address: SocketAddr,
    /// The bytes on their way to all connections.
    pub(crate) backlog: Arc<Backlog>,
    /// The page of a report, packed.
    report: pages::PackedText,
    /// The games that another page has handed over.
    handed: handed::Handed,
    connections: AtomicU64,
}

/// Takes an address for the tables of a server.
///
/// # Errors
/// The address cannot be listened on.
pub async fn serve(
    tables: Arc<Tables>,
    address: SocketAddr,
    limits: Limits,
) -> io::Result<Serving> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    Ok(Serving { listener, address, ics: None, limits, tables })
}

impl Serving {
    /// The address that it listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Opens a door for clients of internet chess servers as well; returns its address.
    ///
    /// # Errors
    /// The address cannot be listened on.
    pub async fn open_ics(&mut self, address: SocketAddr) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        self.ics = Some(listener);
        Ok(address)
    }

    /// True if there is a page to serve: the build of `web/` was there when this was compiled.
    pub fn has_page() -> bool {
        pages::has_page()
    }

    /// Serves until the task is dropped.
    pub async fn run(self) {
        let Self { listener, address, ics, limits, tables } = self;
        let edge = Arc::new(Edge {
            tables,
            limits,
            address,
            backlog: Arc::default(),
            report: pages::PackedText::default(),
            handed: handed::Handed::default(),
            connections: AtomicU64::new(0),
        });
        let tidying = tidy(Arc::clone(&edge.tables));
        let thinking = end_turns(Arc::clone(&edge.tables));
        let open: Arc<Open> = Arc::default();
        let serving = accept::all(listener, router(&edge), (limits, Arc::clone(&open)));
        let clients = clients(ics, Arc::clone(&edge), open);
        tokio::select! {
            () = clients => {}
            () = tidying => {}
            () = thinking => {}
            () = serving => {}
        }
    }
}

impl Edge {
    /// A number that no other connection has.
    pub(crate) fn next_number(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// The address of the page, for a link that others can open where they reach it.
    pub(crate) fn page_address(&self) -> String {
        let local = || format!("http://localhost:{}", self.address.port());
        self.addresses().into_iter().next().unwrap_or_else(local)
    }

    /// Addresses at which other machines reach the server.
    pub(crate) fn addresses(&self) -> Vec<String> {
        let ip = self.address.ip();
        let port = self.address.port();
        if ip.is_loopback() {
            return Vec::new();
        }
        let known = if ip.is_unspecified() { own_address(ip.is_ipv6()) } else { Some(ip) };
        known.map(|ip| format!("http://{}", SocketAddr::new(ip, port))).into_iter().collect()
    }
}

/// The address of this machine in its network: that from which a packet would leave. None is sent.
fn own_address(is_ipv6: bool) -> Option<IpAddr> {
    let (own, other) = match is_ipv6 {
        true => ("[::]:0", "[2001:db8::1]:9"),
        false => ("0.0.0.0:0", "192.0.2.1:9"), // an address for documentation, outside any network
    };
    let socket = std::net::UdpSocket::bind(own).ok()?;
    socket.connect(other).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

fn router(edge: &Arc<Edge>) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    let others = Router::new()
        .route("/handed", post(handed::take))
        .layer(DefaultBodyLimit::max(handed::MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(edge), guard::check_site));
    Router::new()
        .route("/ws", any(socket::upgrade))
        .route("/", get(pages::front))
        .route("/report.html", get(pages::report))
        .route("/join", get(join::page))
        .route("/handed/{secret}", get(handed::give))
        .route("/{*path}", get(pages::file))
        .layer(middleware::from_fn_with_state(Arc::clone(edge), guard::check))
        .merge(others)
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(X_FRAME_OPTIONS, "DENY"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(header(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
        .with_state(Arc::clone(edge))
}

/// Serves the clients of the other door, if there is one.
async fn clients(listener: Option<TcpListener>, edge: Arc<Edge>, open: Arc<Open>) {
    match listener {
        Some(listener) => crate::ics::all(listener, edge, open).await,
        None => std::future::pending().await,
    }
}

async fn tidy(tables: Arc<Tables>) {
    let mut interval = tokio::time::interval(TIDYING);
    loop {
        interval.tick().await;
        tables.tidy();
    }
}

/// Ends the turns of programs that think for too long.
async fn end_turns(tables: Arc<Tables>) {
    let mut interval = tokio::time::interval(TICK);
    loop {
        interval.tick().await;
        tables.app.thinking.tick(Instant::now());
    }
}
