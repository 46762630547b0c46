//! Connections: as many as there is room for, each with a time for its headers.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use parking_lot::{Mutex, MutexGuard};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use super::Limits;
use super::intake::Intake;
use super::patient::Patient;

/// Pause after a connection that could not be accepted, as when there are too many open files.
const PAUSE: Duration = Duration::from_millis(50);
/// Longest time for which a browser may take nothing of an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Answer to a connection for which there is no room.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\
    Content-Type: text/plain; charset=utf-8\r\nContent-Length: 31\r\n\r\n\
    there are too many connections\n";

/// The connections that are open, by address.
#[derive(Default)]
pub(crate) struct Open(Mutex<HashMap<IpAddr, usize>>);

/// A place of a connection, free again once this is dropped.
pub(crate) struct Place {
    open: Arc<Open>,
    address: IpAddr,
}

/// The place of a connection in all its parts: a WebSocket outlives the request that began it.
#[derive(Clone)]
pub(super) struct Held {
    place: Arc<Place>,
    /// The message that is arriving.
    pub(super) intake: Arc<Intake>,
}

impl Held {
    /// The address that the connection comes from.
    pub(super) fn address(&self) -> IpAddr {
        self.place.address
    }
}

impl Place {
    /// The address that limits and turns count by.
    pub(crate) const fn address(&self) -> IpAddr {
        self.address
    }
}

/// Accepts connections of browsers, for ever.
pub(super) async fn all(
    listener: TcpListener,
    router: Router,
    (limits, open): (Limits, Arc<Open>),
) {
    each(listener, (limits, open), |stream, place| match place {
        Some(place) => {
            tokio::spawn(one(stream, router.clone(), limits.greeting, place));
        }
        None => {
            tokio::spawn(refuse(stream, limits.greeting));
        }
    })
    .await;
}

/// Accepts connections, for ever; `serve` gets each with its place, or without one if there is no room.
pub(crate) async fn each(
    listener: TcpListener,
    (limits, open): (Limits, Arc<Open>),
    serve: impl Fn(TcpStream, Option<Place>),
) {
    loop {
        match listener.accept().await {
            Ok((stream, from)) => serve(stream, open.place(network(from.ip()), limits)),
            Err(error) => {
                log::warn!("a connection was not accepted: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Serves a connection to its end.
async fn one(stream: TcpStream, router: Router, greeting: Duration, place: Place) {
    if let Err(error) = stream.set_nodelay(true) {
        log::debug!("moves may be sent late: {error}");
    }
    let held = Held { place: Arc::new(place), intake: Arc::default() };
    let stream = Patient::new(stream, PATIENCE, &held.intake);
    let service = TowerToHyperService::new(router.layer(Extension(held)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(greeting)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        log::debug!("a connection ended: {error}");
    }
}

async fn refuse(mut stream: TcpStream, greeting: Duration) {
    let answer = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await
    };
    // One that does not take its refusal is dropped as well.
    let _ = tokio::time::timeout(greeting, answer).await;
}

/// The address that limits and turns count by: that of version 4, or the 64 bits of version 6 that are
/// one customer's.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
        address => address,
    }
}

impl Open {
    /// A place for a connection from an address, if there is one.
    fn place(self: &Arc<Self>, address: IpAddr, limits: Limits) -> Option<Place> {
        let mut counts = self.counts();
        let of_one = counts.get(&address).copied().unwrap_or_default();
        let all: usize = counts.values().sum();
        if all >= limits.connections || of_one >= limits.of_one_address {
            return None;
        }
        counts.insert(address, of_one + 1);
        Some(Place { open: Arc::clone(self), address })
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock() // each change is one step
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.open.counts();
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_counts_as_the_network_of_one_customer() {
        for (address, expected) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
            ("::1", "::1"),
        ] {
            let [address, expected] = [address, expected].map(str::parse::<IpAddr>);
            assert_eq!(address.map(network), expected);
        }
    }
}
