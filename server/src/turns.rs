//! Turns: work that waits, fair among the clients that ask for it.
//!
//! Addresses take turns, and so do the connections of an address; each connection has one piece of
//! work done at a time. So whoever asks for much waits for itself.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;

/// A client: a connection, and the address that it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    /// Number of the connection.
    pub(crate) connection: u64,
}

/// Most pieces of work that wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MostWaiting {
    pub(crate) of_connection: usize,
    pub(crate) of_address: usize,
    pub(crate) in_all: usize,
}

/// Error for work for which there is no room; it is said to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TooMuch {
    #[error("{0} of your questions wait for their answers already; ask again when they are there")]
    OfConnection(usize),
    #[error("{0} questions from your address wait already; ask again in a moment")]
    OfAddress(usize),
    #[error("{0} questions wait already; ask again in a moment")]
    InAll(usize),
}

/// Work that waits, and the connections whose work is being done.
pub(crate) struct Turns<W> {
    most: MostWaiting,
    /// In the order in which it came.
    waiting: Vec<(Client, W)>,
    busy: HashSet<u64>,
    /// The number of the latest turn of those that have work here.
    addresses: HashMap<IpAddr, u64>,
    connections: HashMap<u64, u64>,
    /// Number of turns so far.
    count: u64,
}

impl<W> Turns<W> {
    pub(crate) fn new(most: MostWaiting) -> Self {
        Self {
            most,
            waiting: Vec::new(),
            busy: HashSet::new(),
            addresses: HashMap::new(),
            connections: HashMap::new(),
            count: 0,
        }
    }

    /// Lets work wait for its turn. If there is no room for more, the latest work of the address
    /// with the most makes room, if that has more than this one; it is returned.
    ///
    /// # Errors
    /// [`TooMuch`] if there is no room; the work is not done.
    pub(crate) fn push(&mut self, client: Client, work: W) -> Result<Option<(Client, W)>, TooMuch> {
        let MostWaiting { of_connection, of_address, in_all } = self.most;
        let count = |is_meant: &dyn Fn(&Client) -> bool| {
            self.waiting.iter().filter(|(other, _)| is_meant(other)).count()
        };
        if count(&|other| other.connection == client.connection) >= of_connection {
            return Err(TooMuch::OfConnection(of_connection));
        }
        let own = count(&|other| other.address == client.address);
        if own >= of_address {
            return Err(TooMuch::OfAddress(of_address));
        }
        let mut ousted = None;
        if self.waiting.len() >= in_all {
            let (address, most) = self.largest().ok_or(TooMuch::InAll(in_all))?;
            if most <= own + 1 {
                return Err(TooMuch::InAll(in_all));
            }
            let latest = self.waiting.iter().rposition(|(other, _)| other.address == address);
            ousted = latest.map(|at| self.waiting.remove(at));
        }
        self.again(client, work);
        Ok(ousted)
    }

    /// Lets the rest of work that was begun wait for its next turn, however much waits.
    pub(crate) fn again(&mut self, client: Client, work: W) {
        // One that comes anew is behind all who wait, as if it had just had a turn.
        let turns = self.count;
        self.addresses.entry(client.address).or_insert(turns);
        self.connections.entry(client.connection).or_insert(turns);
        self.waiting.push((client, work));
    }

    /// The work whose turn it is among that of clients that may have one; its connection is busy until
    /// [`done`](Self::done).
    pub(crate) fn next(&mut self, may: impl Fn(&Client) -> bool) -> Option<(Client, W)> {
        let last_turn = |(at, (client, _)): &(usize, &(Client, W))| {
            let of = |address| self.addresses.get(address).copied().unwrap_or_default();
            let connection = self.connections.get(&client.connection).copied().unwrap_or_default();
            (of(&client.address), connection, *at)
        };
        let is_free =
            |(client, _): &(Client, W)| !self.busy.contains(&client.connection) && may(client);
        let waiting = self.waiting.iter().enumerate().filter(|(_, work)| is_free(work));
        let (at, _) = waiting.min_by_key(last_turn)?;
        let (client, work) = self.waiting.remove(at);
        self.count += 1;
        self.addresses.insert(client.address, self.count);
        self.connections.insert(client.connection, self.count);
        self.forget(client);
        self.busy.insert(client.connection);
        Some((client, work))
    }

    /// Ends the turn of a connection.
    pub(crate) fn done(&mut self, client: Client) {
        self.busy.remove(&client.connection);
    }

    /// Takes back the work of a connection that waits.
    pub(crate) fn withdraw(&mut self, client: Client) {
        self.waiting.retain(|(other, _)| other.connection != client.connection);
        self.forget(client);
    }

    /// Forgets the turns of a client of which nothing waits.
    fn forget(&mut self, client: Client) {
        if !self.waiting.iter().any(|(other, _)| other.address == client.address) {
            self.addresses.remove(&client.address);
        }
        if !self.waiting.iter().any(|(other, _)| other.connection == client.connection) {
            self.connections.remove(&client.connection);
        }
    }

    /// Forgets all that waits.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        self.addresses.clear();
        self.connections.clear();
    }

    /// The address with the most work that waits.
    fn largest(&self) -> Option<(IpAddr, usize)> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for (client, _) in &self.waiting {
            *counts.entry(client.address).or_default() += 1;
        }
        counts.into_iter().max_by_key(|&(address, count)| (count, address))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The client with a connection at an address that ends with this number.
    pub(crate) fn client(address: u8, connection: u64) -> Client {
        Client { address: IpAddr::from([127, 0, 0, address]), connection }
    }

    const MOST: MostWaiting = MostWaiting { of_connection: 4, of_address: 6, in_all: 8 };

    /// All that waits, in the order of its turns, each done before the next.
    fn order<W>(turns: &mut Turns<W>) -> Vec<W> {
        let next = |turns: &mut Turns<W>| {
            let (client, work) = turns.next(|_| true)?;
            turns.done(client);
            Some(work)
        };
        std::iter::from_fn(|| next(turns)).collect()
    }

    #[test]
    fn addresses_take_turns_and_so_do_their_connections() {
        let mut turns = Turns::new(MOST);
        for (address, connection, work) in
            [(1, 1, "a"), (1, 1, "b"), (1, 1, "c"), (1, 2, "d"), (2, 3, "e"), (2, 3, "f")]
        {
            turns.push(client(address, connection), work).expect("there is room");
        }
        assert_eq!(order(&mut turns).concat(), "aedfbc");
    }

    #[test]
    fn one_that_asks_again_and_again_does_not_overtake_those_who_wait() {
        let mut turns = Turns::new(MOST);
        turns.push(client(1, 1), "long").expect("there is room");
        turns.push(client(1, 1), "waits").expect("there is room");
        let (first, _) = turns.next(|_| true).expect("work");
        turns.done(first);
        let mut before = 0;
        loop {
            turns.push(client(2, 2), "again").expect("there is room");
            let (client, work) = turns.next(|_| true).expect("work");
            turns.done(client);
            if work == "waits" {
                break;
            }
            before += 1;
        }
        assert!(before <= 1, "{before}");
    }

    #[test]
    fn a_connection_has_one_piece_of_work_done_at_a_time() {
        let mut turns = Turns::new(MOST);
        for work in 0..3 {
            turns.push(client(1, 1), work).expect("there is room");
        }
        let (first, _) = turns.next(|_| true).expect("work");
        assert!(turns.next(|_| true).is_none());
        turns.again(first, 9);
        assert!(turns.next(|_| true).is_none());
        turns.done(first);
        assert_eq!(order(&mut turns), [1, 2, 9]);
    }

    #[test]
    fn one_that_asks_too_much_is_refused_and_makes_room_for_others() {
        let mut turns = Turns::new(MOST);
        for connection in [1, 1, 1, 1, 2, 2] {
            turns.push(client(1, connection), connection).expect("there is room");
        }
        assert_eq!(turns.push(client(1, 3), 3), Err(TooMuch::OfAddress(6)));
        for connection in [4, 4] {
            turns.push(client(2, connection), connection).expect("there is room");
        }
        // All places are taken: the first address has the most.
        let ousted = turns.push(client(3, 5), 5).expect("room is made");
        assert_eq!(ousted, Some((client(1, 2), 2)));
        for connection in [6, 6] {
            assert!(turns.push(client(3, connection), connection).expect("room").is_some());
        }
        assert_eq!(turns.push(client(1, 1), 1), Err(TooMuch::InAll(8)), "it has as many as others");
        turns.clear();
        for _ in 0..4 {
            turns.push(client(1, 1), 1).expect("there is room");
        }
        assert_eq!(turns.push(client(1, 1), 1), Err(TooMuch::OfConnection(4)));
    }

    #[test]
    fn nothing_is_remembered_of_those_who_have_gone() {
        let mut turns = Turns::new(MOST);
        for connection in 0..1000 {
            turns.push(client(1, connection), ()).expect("there is room");
            assert_eq!(order(&mut turns).len(), 1);
        }
        assert!(turns.addresses.is_empty() && turns.connections.is_empty());
        assert!(turns.busy.is_empty());
    }
}
