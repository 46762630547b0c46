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

/// Error for work that gets no turn; it is said to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoTurn {
    #[error("{0} of your questions wait for their answers already; ask again when they are there")]
    OfConnection(usize),
    #[error("{0} questions from your address wait already; ask again in a moment")]
    OfAddress(usize),
    #[error("{0} questions wait already; ask again in a moment")]
    InAll(usize),
    #[error("the server ends")]
    Closed,
}

/// A piece of work whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ticket {
    pub(crate) client: Client,
    /// Number of the work, in the order in which it was asked for.
    number: u64,
}

/// The turn of a client. Its next work waits until this is dropped, so that an answer which holds it
/// on its way is the only one.
pub(crate) struct Turn {
    ticket: Ticket,
    /// Ends the turn.
    end: Option<Box<dyn FnOnce() + Send>>,
}

impl Turn {
    pub(crate) fn new(ticket: Ticket, end: impl FnOnce() + Send + 'static) -> Self {
        Self { ticket, end: Some(Box::new(end)) }
    }

    pub(crate) const fn ticket(&self) -> Ticket {
        self.ticket
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            end();
        }
    }
}

/// A piece of work that waits.
struct Waiting<W> {
    ticket: Ticket,
    /// True for the rest of work that has had a turn.
    has_begun: bool,
    work: W,
}

impl<W> Waiting<W> {
    const fn client(&self) -> Client {
        self.ticket.client
    }
}

/// Work that waits, and the connections whose work is being done.
pub(crate) struct Turns<W> {
    most: MostWaiting,
    /// In the order in which each connection's is done.
    waiting: Vec<Waiting<W>>,
    /// Number of pieces of work that were asked for.
    asked: u64,
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
            asked: 0,
            busy: HashSet::new(),
            addresses: HashMap::new(),
            connections: HashMap::new(),
            count: 0,
        }
    }

    /// Lets work wait for its turn. If there is no room for more, the newest work of the address
    /// with the most makes room, if that has more than this one; it is returned. Work that has begun
    /// makes room only where all of that address has.
    ///
    /// # Errors
    /// [`NoTurn`] if there is no room; the work is not done.
    pub(crate) fn push(&mut self, client: Client, work: W) -> Result<Option<(Client, W)>, NoTurn> {
        let MostWaiting { of_connection, of_address, in_all } = self.most;
        let count = |is_meant: &dyn Fn(&Client) -> bool| {
            self.waiting.iter().filter(|waiting| is_meant(&waiting.client())).count()
        };
        if count(&|other| other.connection == client.connection) >= of_connection {
            return Err(NoTurn::OfConnection(of_connection));
        }
        let own = count(&|other| other.address == client.address);
        if own >= of_address {
            return Err(NoTurn::OfAddress(of_address));
        }
        let mut ousted = None;
        if self.waiting.len() >= in_all {
            let (address, most) = self.largest().ok_or(NoTurn::InAll(in_all))?;
            if most <= own + 1 {
                return Err(NoTurn::InAll(in_all));
            }
            ousted = self.oust(address);
        }
        self.asked += 1;
        let ticket = Ticket { client, number: self.asked };
        self.wait(Waiting { ticket, has_begun: false, work });
        Ok(ousted)
    }

    /// Lets the rest of work whose turn it was wait for its next one, however much waits.
    pub(crate) fn again(&mut self, ticket: Ticket, work: W) {
        self.wait(Waiting { ticket, has_begun: true, work });
    }

    fn wait(&mut self, waiting: Waiting<W>) {
        // One that comes anew is behind all who wait, as if it had just had a turn.
        let (turns, client) = (self.count, waiting.client());
        self.addresses.entry(client.address).or_insert(turns);
        self.connections.entry(client.connection).or_insert(turns);
        self.waiting.push(waiting);
    }

    /// Takes the newest work of an address, and that which has begun last.
    fn oust(&mut self, address: IpAddr) -> Option<(Client, W)> {
        let of_address = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, waiting)| waiting.client().address == address);
        let newest =
            of_address.max_by_key(|(_, waiting)| (!waiting.has_begun, waiting.ticket.number));
        let at = newest.map(|(at, _)| at)?;
        let Waiting { ticket, work, .. } = self.waiting.remove(at);
        self.forget(ticket.client);
        Some((ticket.client, work))
    }

    /// The work whose turn it is among that of clients that may have one; its connection is busy until
    /// [`done`](Self::done).
    pub(crate) fn next(&mut self, may: impl Fn(&Client) -> bool) -> Option<(Ticket, W)> {
        let last_turn = |(at, waiting): &(usize, &Waiting<W>)| {
            let Client { address, connection } = waiting.client();
            let address = self.addresses.get(&address).copied().unwrap_or_default();
            let connection = self.connections.get(&connection).copied().unwrap_or_default();
            (address, connection, *at)
        };
        let is_free = |client: &Client| !self.busy.contains(&client.connection) && may(client);
        let waiting =
            self.waiting.iter().enumerate().filter(|(_, waiting)| is_free(&waiting.client()));
        let (at, _) = waiting.min_by_key(last_turn)?;
        let Waiting { ticket, work, .. } = self.waiting.remove(at);
        let client = ticket.client;
        self.count += 1;
        self.addresses.insert(client.address, self.count);
        self.connections.insert(client.connection, self.count);
        self.forget(client);
        self.busy.insert(client.connection);
        Some((ticket, work))
    }

    /// Ends the turn of a connection.
    pub(crate) fn done(&mut self, client: Client) {
        self.busy.remove(&client.connection);
    }

    /// True while work is done or waits.
    pub(crate) fn are_some(&self) -> bool {
        !(self.busy.is_empty() && self.waiting.is_empty())
    }

    /// Takes back the work of a connection that waits.
    pub(crate) fn withdraw(&mut self, client: Client) {
        self.waiting.retain(|waiting| waiting.client().connection != client.connection);
        self.forget(client);
    }

    /// Forgets the turns of a client of which nothing waits.
    fn forget(&mut self, client: Client) {
        let waits = |is_meant: &dyn Fn(&Client) -> bool| {
            self.waiting.iter().any(|waiting| is_meant(&waiting.client()))
        };
        if !waits(&|other| other.address == client.address) {
            self.addresses.remove(&client.address);
        }
        if !waits(&|other| other.connection == client.connection) {
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
        for waiting in &self.waiting {
            *counts.entry(waiting.client().address).or_default() += 1;
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
            let (ticket, work) = turns.next(|_| true)?;
            turns.done(ticket.client);
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
        turns.done(first.client);
        let mut before = 0;
        loop {
            turns.push(client(2, 2), "again").expect("there is room");
            let (ticket, work) = turns.next(|_| true).expect("work");
            turns.done(ticket.client);
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
        turns.done(first.client);
        assert_eq!(order(&mut turns), [1, 2, 9]);
    }

    #[test]
    fn work_that_has_begun_does_not_make_room_while_other_work_of_its_address_can() {
        let mut turns = Turns::new(MostWaiting { of_connection: 2, of_address: 3, in_all: 3 });
        for (connection, work) in [(1, "old"), (1, "waits"), (2, "new")] {
            turns.push(client(1, connection), work).expect("there is room");
        }
        let [old, new] = [(); 2].map(|()| turns.next(|_| true).expect("work"));
        for (ticket, work) in [new, old] {
            turns.again(ticket, work);
            turns.done(ticket.client);
        }
        for (address, ousted) in [(2, "waits"), (3, "new")] {
            let made_room = turns.push(client(address, u64::from(address) + 2), "other");
            assert_eq!(made_room.expect("room is made").map(|(_, work)| work), Some(ousted));
        }
        assert_eq!(turns.push(client(4, 6), "other"), Err(NoTurn::InAll(3)), "each has one");
    }

    #[test]
    fn work_that_is_withdrawn_has_no_turn_and_leaves_that_of_others() {
        let mut turns = Turns::new(MOST);
        for (connection, work) in [(1, "a"), (2, "b"), (1, "c")] {
            turns.push(client(1, connection), work).expect("there is room");
        }
        let (first, _) = turns.next(|_| true).expect("work");
        turns.again(first, "the rest");
        turns.withdraw(first.client);
        turns.done(first.client);
        assert_eq!(order(&mut turns), ["b"]);
        assert!(turns.addresses.is_empty() && turns.connections.is_empty());
    }

    #[test]
    fn one_that_asks_too_much_is_refused_and_makes_room_for_others() {
        let mut turns = Turns::new(MOST);
        for connection in [1, 1, 1, 1, 2, 2] {
            turns.push(client(1, connection), connection).expect("there is room");
        }
        assert_eq!(turns.push(client(1, 3), 3), Err(NoTurn::OfAddress(6)));
        for connection in [4, 4] {
            turns.push(client(2, connection), connection).expect("there is room");
        }
        // All places are taken: the first address has the most.
        let ousted = turns.push(client(3, 5), 5).expect("room is made");
        assert_eq!(ousted, Some((client(1, 2), 2)));
        for connection in [6, 6] {
            assert!(turns.push(client(3, connection), connection).expect("room").is_some());
        }
        assert_eq!(turns.push(client(1, 1), 1), Err(NoTurn::InAll(8)), "it has as many as others");
        turns.clear();
        for _ in 0..4 {
            turns.push(client(1, 1), 1).expect("there is room");
        }
        assert_eq!(turns.push(client(1, 1), 1), Err(NoTurn::OfConnection(4)));
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
