//! Freight: the bytes that wait on their way to connections, counted for each and in all.
//!
//! The buffer of a connection is as long as its longest message, for as long as it is there. Those of
//! long messages count too.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Most bytes on their way to one connection.
const MOST_OF_ONE: usize = 8 << 20;
/// Most bytes on their way to all connections.
const MOST_IN_ALL: usize = 64 << 20;
/// Shortest message whose buffer counts.
const LONG: usize = 64 << 10;

/// The bytes on their way. A connection that has too many of them is hung up; if all together have
/// too many, that with the most is.
pub(crate) struct Freight {
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
    waiting: usize,
    /// The buffer, if it is long.
    buffer: usize,
    is_hung_up: bool,
    hang_up: Arc<Notify>,
}

/// Bytes on their way; they are no longer once this is dropped.
pub(crate) struct Load {
    freight: Arc<Freight>,
    connection: u64,
    bytes: usize,
}

impl Default for Freight {
    fn default() -> Self {
        Self::new(MOST_OF_ONE, MOST_IN_ALL)
    }
}

impl Freight {
    fn new(most_of_one: usize, most_in_all: usize) -> Self {
        Self { most_of_one, most_in_all, state: Mutex::default() }
    }

    /// Begins to count for a connection; it is told by `hang_up` that it has too much.
    pub(crate) fn open(&self, connection: u64, hang_up: Arc<Notify>) {
        let loaded = Loaded { waiting: 0, buffer: 0, is_hung_up: false, hang_up };
        self.state().by_connection.insert(connection, loaded);
    }

    /// Forgets a connection that has gone, with all that was on its way to it.
    pub(crate) fn close(&self, connection: u64) {
        let mut state = self.state();
        let loaded = state.by_connection.remove(&connection);
        if let Some(loaded) = loaded.filter(|loaded| !loaded.is_hung_up) {
            state.all -= loaded.bytes();
        }
    }

    /// Counts bytes; `None` if the connection has gone or is hung up.
    pub(crate) fn load(self: &Arc<Self>, connection: u64, bytes: usize) -> Option<Load> {
        let mut state = self.state();
        let loaded = state.by_connection.get_mut(&connection)?;
        if loaded.is_hung_up {
            return None;
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
        let is_hung_up = state.by_connection.get(&connection)?.is_hung_up;
        (!is_hung_up).then(|| Load { freight: Arc::clone(self), connection, bytes })
    }

    fn unload(&self, connection: u64, bytes: usize) {
        let mut state = self.state();
        let Some(loaded) = state.by_connection.get_mut(&connection) else { return };
        if !loaded.is_hung_up {
            loaded.waiting -= bytes;
            state.all -= bytes;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner) // each change is one step
    }
}

impl State {
    fn heaviest(&self) -> Option<u64> {
        let open = self.by_connection.iter().filter(|(_, loaded)| !loaded.is_hung_up);
        open.max_by_key(|(connection, loaded)| (loaded.bytes(), Reverse(**connection)))
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

impl Drop for Load {
    fn drop(&mut self) {
        self.freight.unload(self.connection, self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn freight(connections: u64) -> Arc<Freight> {
        let freight = Arc::new(Freight::new(100, 250));
        (1..=connections).for_each(|connection| freight.open(connection, Arc::default()));
        freight
    }

    #[test]
    fn a_connection_that_takes_too_little_is_hung_up() {
        let freight = freight(2);
        let first = freight.load(1, 60).expect("there is room");
        let second = freight.load(1, 40).expect("there is room");
        drop(first);
        assert!(freight.load(1, 60).is_some(), "it has taken 60");
        assert!(freight.load(1, 61).is_none());
        assert!(freight.load(1, 1).is_none(), "it is hung up");
        assert_eq!(freight.state().all, 0);
        drop(second);
        assert!(freight.load(2, 100).is_some(), "others go on");
        assert!(freight.load(3, 1).is_none(), "nobody is there");
        assert_eq!(freight.state().all, 0);
    }

    #[test]
    fn the_heaviest_is_hung_up_if_all_together_have_too_much() {
        let freight = freight(5);
        let loads: Vec<_> =
            [(1, 90), (2, 100), (3, 60)].map(|(of, bytes)| freight.load(of, bytes)).into();
        let honest = freight.load(4, 1).expect("the heaviest has made room");
        assert!(freight.load(2, 1).is_none() && freight.load(1, 1).is_some());
        assert_eq!(freight.state().all, 151);
        freight.close(2);
        freight.close(3);
        drop(loads);
        assert_eq!(freight.state().all, 1);
        drop(honest);
        assert_eq!(freight.state().all, 0);
    }

    #[test]
    fn the_buffer_of_a_long_message_counts_until_its_connection_goes() {
        let freight = Arc::new(Freight::new(4 * LONG, 5 * LONG));
        (1..=3).for_each(|connection| freight.open(connection, Arc::default()));
        for _ in 0..3 {
            drop(freight.load(1, LONG).expect("there is room"));
            drop(freight.load(2, LONG - 1).expect("there is room"));
        }
        assert_eq!(freight.state().all, LONG);
        drop(freight.load(1, 2 * LONG));
        assert_eq!(freight.state().all, 2 * LONG);
        let _waits = freight.load(2, LONG).expect("there is room");
        assert_eq!(freight.state().all, 4 * LONG);
        assert!(freight.load(3, LONG).is_some(), "one of the heaviest is hung up");
        (1..=3).for_each(|connection| freight.close(connection));
        assert_eq!(freight.state().all, 0);
    }
}
