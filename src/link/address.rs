//! The network address at which two partners meet.

use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

/// Default host, which other machines cannot reach.
const LOOPBACK: &str = "127.0.0.1";

/// Timeout of an attempt to connect.
const CONNECT_TIME: Duration = Duration::from_secs(3);

/// A host name or IP address, and a port, which is never 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    host: String,
    port: u16,
}

/// Error for a text that is not an address.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("invalid link address `{0}`, expected PORT or HOST:PORT")]
pub(super) struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let refused = || AddressError(text.to_owned());
        let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
        let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
        let port = port.parse().ok().filter(|&port| port > 0 && is_number).ok_or_else(refused)?;
        let host = bare(host).ok_or_else(refused)?;
        Ok(Self { host: if host.is_empty() { LOOPBACK } else { host }.to_owned(), port })
    }
}

/// Removes the brackets that separate the colons of an IPv6 address from that of the port; `None`
/// if this cannot be a host.
fn bare(host: &str) -> Option<&str> {
    let bracketed = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match bracketed {
        Some(number) => number.contains(':').then_some(number),
        None => (!host.contains([':', '[', ']', '/', ' '])).then_some(host),
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

impl Address {
    fn resolve(&self) -> io::Result<impl Iterator<Item = SocketAddr>> {
        (self.host.as_str(), self.port).to_socket_addrs()
    }

    /// Connects to the address; `None` if nothing listens there.
    ///
    /// # Errors
    /// There is no such host.
    pub(super) fn connect(&self) -> io::Result<Option<TcpStream>> {
        let try_one = |address| TcpStream::connect_timeout(&address, CONNECT_TIME).ok();
        Ok(self.resolve()?.filter_map(try_one).find(|stream| !is_connected_to_itself(stream)))
    }

    /// Listens at the address.
    ///
    /// # Errors
    /// There is no such host, it is another machine, or the port is in use.
    pub(super) fn listen(&self) -> io::Result<TcpListener> {
        let mut failed = io::Error::from(ErrorKind::AddrNotAvailable);
        for address in self.resolve()? {
            match TcpListener::bind(address) {
                Ok(listener) => return Ok(listener),
                // At different addresses of the same host, the two ends would listen without
                // meeting.
                Err(error) if error.kind() == ErrorKind::AddrInUse => return Err(error),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }
}

/// True if the stream is connected to itself, which happens if the system assigns the caller the
/// very port that it calls.
fn is_connected_to_itself(stream: &TcpStream) -> bool {
    matches!((stream.local_addr(), stream.peer_addr()), (Ok(own), Ok(other)) if own == other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_port_or_a_host_and_a_port() {
        for (text, expected) in [
            ("7777", "127.0.0.1:7777"),
            (":7777", "127.0.0.1:7777"),
            ("localhost:1", "localhost:1"),
            ("192.168.1.5:65535", "192.168.1.5:65535"),
            ("[::1]:7777", "[::1]:7777"),
        ] {
            let address: Address = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(address.to_string(), expected);
            assert_eq!(address.to_string().parse(), Ok(address));
        }
    }

    #[test]
    fn an_invalid_address_is_refused() {
        let texts = ["", ":", "host", "host:", "host:0", "0", "65536", "+1", "-1", "::1:7777"];
        for text in [&texts[..], &["a b:1", "[::1]", "[host]:1", "http://host:1"]].concat() {
            assert_eq!(text.parse::<Address>(), Err(AddressError(text.to_owned())));
        }
    }

    #[test]
    fn one_listens_and_another_one_connects() {
        let free = TcpListener::bind((LOOPBACK, 0)).and_then(|listener| listener.local_addr());
        let address: Address =
            free.expect("there is a free port").to_string().parse().expect("it is an address");
        assert!(address.connect().expect("there is a loopback").is_none());
        let listener = address.listen().expect("the port is free");
        assert_eq!(address.listen().expect_err("it is taken").kind(), ErrorKind::AddrInUse);
        let stream = address.connect().expect("there is a loopback").expect("somebody listens");
        let (_, caller) = listener.accept().expect("somebody calls");
        assert_eq!(stream.local_addr().expect("it is connected"), caller);
    }
}
