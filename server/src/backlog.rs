//! The backlog: the bytes that wait on their way to connections, counted for each and in all, and those of
//! messages that have not arrived whole.
//!
//! The buffer of a connection is as long as its longest message, for as long as it is there. Those of
//! long messages count too.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::turns::Client;

/// Most bytes on their way to one connection.
const MOST_OF_ONE: usize = 8 << 20;
/// Most bytes on their way to all connections.
const MOST_IN_ALL: usize = 64 << 20;
/// Shortest message whose buffer counts.
const LONG: usize = 64 << 10;

/// The bytes on their way. A connection that has too many of them is hung up. If all together have
/// too many, the heaviest of the address with the most is: many connections weigh as much as one.
pub(crate) struct Backlog {
    most_of_one: usize,
    most_in_all: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The bytes of connections that are not hung up.
    all: usize,
    by_connection: HashMap<u64, Loaded>,
}

struct Loaded {
    address: IpAddr,
    waiting: usize,
    /// The buffer, if it is long.
    buffer: usize,
    is_hung_up: bool,
    hang_up: Arc<Notify>,
}

/// Bytes on their way; they are no longer once this is dropped.
pub(crate) struct Load {
    backlog: Arc<Backlog>,
    connection: u64,
    bytes: usize,
}

impl Default for Backlog {
    fn default() -> Self {
        Self::new(MOST_OF_ONE, MOST_IN_ALL)
    }
}

impl Backlog {
    fn new(most_of_one: usize, most_in_all: usize) -> Self {
        Self { most_of_one, most_in_all, state: Mutex::default() }
    }

    /// Begins to count for a connection; it is told by `hang_up` that it has too much.
    pub(crate) fn open(&self, client: Client, hang_up: Arc<Notify>) {
        let Client { address, connection } = client;
        let loaded = Loaded { address, waiting: 0, buffer: 0, is_hung_up: false, hang_up };
        self.state.lock().by_connection.insert(connection, loaded);
    }

    /// Forgets a connection that has gone, with all that was on its way to it.
    pub(crate) fn close(&self, connection: u64) {
        let mut state = self.state.lock();
        let loaded = state.by_connection.remove(&connection);
        if let Some(loaded) = loaded.filter(|loaded| !loaded.is_hung_up) {
            state.all -= loaded.bytes();
        }
    }

    /// Counts bytes; `None` if the connection has gone or is hung up.
    pub(crate) fn load(self: &Arc<Self>, connection: u64, bytes: usize) -> Option<Load> {
        let is_loaded = self.add(connection, bytes);
        is_loaded.then(|| Load { backlog: Arc::clone(self), connection, bytes })
    }

    /// Counts bytes; false if the connection has gone or is hung up.
    fn add(&self, connection: u64, bytes: usize) -> bool {
        let mut state = self.state.lock();
        let Some(loaded) = state.by_connection.get_mut(&connection) else { return false };
        if loaded.is_hung_up {
            return false;
        }
        let before = loaded.bytes();
        loaded.waiting += bytes;
        if bytes >= LONG {
            loaded.buffer = loaded.buffer.max(bytes);
        }
        let is_too_much = loaded.waiting > self.most_of_one;
        let more = loaded.bytes() - before;
        state.all += more;
        if is_too_much {
            state.hang_up(connection);
        }
        while state.all > self.most_in_all
            && let Some(connection) = state.heaviest()
        {
            state.hang_up(connection);
        }
        state.by_connection.get(&connection).is_some_and(|loaded| !loaded.is_hung_up)
    }

    fn unload(&self, connection: u64, bytes: usize) {
        let mut state = self.state.lock();
        let Some(loaded) = state.by_connection.get_mut(&connection) else { return };
        if !loaded.is_hung_up {
            loaded.waiting -= bytes;
            state.all -= bytes;
        }
    }
}

impl State {
    /// The heaviest connection of the heaviest address.
    fn heaviest(&self) -> Option<u64> {
        let open = || self.by_connection.iter().filter(|(_, loaded)| !loaded.is_hung_up);
        let mut addresses: HashMap<IpAddr, usize> = HashMap::new();
        for (_, loaded) in open() {
            *addresses.entry(loaded.address).or_default() += loaded.bytes();
        }
        let heaviest =
            addresses.into_iter().max_by_key(|&(address, bytes)| (bytes, Reverse(address)));
        let (heaviest, _) = heaviest?;
        open()
            .filter(|(_, loaded)| loaded.address == heaviest)
            .max_by_key(|(connection, loaded)| (loaded.bytes(), Reverse(**connection)))
            .map(|(&of, _)| of)
    }

    fn hang_up(&mut self, connection: u64) {
        let Some(loaded) = self.by_connection.get_mut(&connection) else { return };
        loaded.is_hung_up = true;
        loaded.hang_up.notify_one();
        self.all -= loaded.bytes();
    }
}

impl Loaded {
    const fn bytes(&self) -> usize {
        self.waiting + self.buffer
    }
}

impl Load {
    /// Counts this many bytes in place of those before.
    pub(crate) fn set(&mut self, bytes: usize) {
        let before = std::mem::replace(&mut self.bytes, bytes);
        if bytes < before {
            self.backlog.unload(self.connection, before - bytes);
        } else if bytes > before {
            self.backlog.add(self.connection, bytes - before);
        }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.backlog.unload(self.connection, self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turns::tests::client;

    /// The backlog of connections at these addresses, numbered from 1.
    fn backlog_of<const COUNT: usize>(most: [usize; 2], addresses: [u8; COUNT]) -> Arc<Backlog> {
        let backlog = Arc::new(Backlog::new(most[0], most[1]));
        for (connection, address) in (1..).zip(addresses) {
            backlog.open(client(address, connection), Arc::default());
        }
        backlog
    }

    fn backlog() -> Arc<Backlog> {
        backlog_of([100, 250], [1, 2, 3, 4, 5])
    }

    #[test]
    fn a_connection_that_takes_too_little_is_hung_up() {
        let backlog = backlog();
        let first = backlog.load(1, 60).expect("there is room");
        let second = backlog.load(1, 40).expect("there is room");
        drop(first);
        assert!(backlog.load(1, 60).is_some(), "it has taken 60");
        assert!(backlog.load(1, 61).is_none());
        assert!(backlog.load(1, 1).is_none(), "it is hung up");
        assert_eq!(backlog.state.lock().all, 0);
        drop(second);
        assert!(backlog.load(2, 100).is_some(), "others go on");
        assert!(backlog.load(6, 1).is_none(), "nobody is there");
        assert_eq!(backlog.state.lock().all, 0);
    }

    #[test]
    fn the_heaviest_is_hung_up_if_all_together_have_too_much() {
        let backlog = backlog();
        let loads: Vec<_> =
            [(1, 90), (2, 100), (3, 60)].map(|(of, bytes)| backlog.load(of, bytes)).into();
        let honest = backlog.load(4, 1).expect("the heaviest has made room");
        assert!(backlog.load(2, 1).is_none() && backlog.load(1, 1).is_some());
        assert_eq!(backlog.state.lock().all, 151);
        backlog.close(2);
        backlog.close(3);
        drop(loads);
        assert_eq!(backlog.state.lock().all, 1);
        drop(honest);
        assert_eq!(backlog.state.lock().all, 0);
    }

    #[test]
    fn many_connections_of_an_address_weigh_as_one() {
        let backlog = backlog_of([100, 250], [1, 1, 1, 2, 3]);
        let _loads: Vec<_> =
            [(1, 60), (2, 70), (3, 20), (4, 99)].map(|(of, bytes)| backlog.load(of, bytes)).into();
        let _honest = backlog.load(5, 10).expect("room is made");
        assert!(backlog.load(2, 1).is_none(), "the heaviest of the first address");
        assert!([1, 3, 4].iter().all(|&of| backlog.load(of, 0).is_some()), "the others go on");
    }

    #[test]
    fn a_load_that_changes_is_counted_as_it_is_now() {
        let backlog = backlog();
        let mut load = backlog.load(1, 0).expect("there is room");
        for (bytes, is_open) in [(10, true), (100, true), (30, true), (101, false)] {
            load.set(bytes);
            assert_eq!(backlog.load(1, 0).is_some(), is_open, "{bytes}");
            assert_eq!(backlog.state.lock().all, if is_open { bytes } else { 0 });
        }
        load.set(5);
        drop(load);
        assert_eq!(backlog.state.lock().all, 0);
    }

    #[test]
    fn the_buffer_of_a_long_message_counts_until_its_connection_goes() {
        let backlog = backlog_of([4 * LONG, 5 * LONG], [1, 2, 3]);
        for _ in 0..3 {
            drop(backlog.load(1, LONG).expect("there is room"));
            drop(backlog.load(2, LONG - 1).expect("there is room"));
        }
        assert_eq!(backlog.state.lock().all, LONG);
        drop(backlog.load(1, 2 * LONG));
        assert_eq!(backlog.state.lock().all, 2 * LONG);
        let _waits = backlog.load(2, LONG).expect("there is room");
        assert_eq!(backlog.state.lock().all, 4 * LONG);
        assert!(backlog.load(3, LONG).is_some(), "one of the heaviest is hung up");
        (1..=3).for_each(|connection| backlog.close(connection));
        assert_eq!(backlog.state.lock().all, 0);
    }
}
