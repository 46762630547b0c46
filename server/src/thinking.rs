//! Programs that think at tables: only so many at once, by address in turns.
//!
//! Two programs of each address think whenever they are to move: those of one table. More of them
//! think while the machine has room, and wait for their turns otherwise, while their clocks run.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use tandem_arbiter::{Endpoint, News, PlayerFault, Snapshot};
use tandem_rules::{Millis, Seat};

use crate::turns::{Client, MostWaiting, Ticket, Turns};

/// Programs of an address that never wait.
const GUARANTEED: usize = 2;
/// Programs that think at once on each processor before others wait.
const A_PROCESSOR: usize = 2;
/// Time after which a program that still thinks gives its place to another, and goes on beside it. So
/// one that sits takes no place for long.
const LONGEST_TURN: Duration = Duration::from_secs(5);
/// Most programs that wait: all of all tables.
const MOST: usize = 512;

/// The programs that think, and those that wait.
pub(crate) struct Thinking {
    most: usize,
    state: Mutex<State>,
}

struct State {
    /// The programs that think, by number, with the beginning of each turn.
    thinks: HashMap<u64, (IpAddr, Instant)>,
    waiting: Turns<Start>,
    /// Number of the next program.
    next: u64,
}

/// Lets a program think.
type Start = Box<dyn FnOnce() + Send>;

impl Thinking {
    pub(crate) fn of_this_machine() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self::new(A_PROCESSOR * processors.max(2))
    }

    fn new(most: usize) -> Self {
        let all = MostWaiting { of_connection: 1, of_address: MOST, in_all: MOST };
        let state = State { thinks: HashMap::new(), waiting: Turns::new(all), next: 0 };
        Self { most, state: Mutex::new(state) }
    }

    /// The number of a new program of an address.
    fn admit(&self, address: IpAddr) -> Client {
        let mut state = self.state.lock();
        state.next += 1;
        Client { address, connection: state.next }
    }

    /// Lets a program think by `start`: now, or in its turn.
    fn ask(&self, program: Client, start: Start, now: Instant) {
        let mut state = self.state.lock();
        if state.thinks.contains_key(&program.connection) {
            drop(state);
            return start();
        }
        if state.waiting.push(program, start).is_err() {
            log::debug!("a program waits already");
        }
        self.start_next(state, now);
    }

    /// Ends the turn of a program, or its waiting.
    fn done(&self, program: Client, now: Instant) {
        let mut state = self.state.lock();
        state.thinks.remove(&program.connection);
        state.waiting.withdraw(program);
        self.start_next(state, now);
    }

    /// Ends the turns that have lasted for too long.
    pub(crate) fn tick(&self, now: Instant) {
        let mut state = self.state.lock();
        state.thinks.retain(|_, (_, since)| now.saturating_duration_since(*since) < LONGEST_TURN);
        self.start_next(state, now);
    }

    /// Lets those think for whom there is room.
    fn start_next(&self, mut state: MutexGuard<'_, State>, now: Instant) {
        let mut starts = Vec::new();
        loop {
            let State { thinks, waiting, .. } = &mut *state;
            let is_full = thinks.len() >= self.most;
            let of = |address| thinks.values().filter(|(other, _)| *other == address).count();
            let may = |program: &Client| !is_full || of(program.address) < GUARANTEED;
            let Some((Ticket { client: program, .. }, start)) = waiting.next(may) else { break };
            waiting.done(program); // it has one piece of work at a time anyway
            thinks.insert(program.connection, (program.address, now));
            starts.push(start);
        }
        drop(state);
        for start in starts {
            start();
        }
    }

    /// Number of programs that were admitted.
    #[cfg(test)]
    pub(crate) fn admitted(&self) -> u64 {
        self.state.lock().next
    }
}

/// A program in a seat, which is told to move when it is its turn to think.
pub(crate) struct Thinker {
    program: Client,
    thinking: Arc<Thinking>,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    endpoint: Box<dyn Endpoint>,
    seat: Seat,
    /// The order to move that waits, and the moment at which it came.
    held: Option<(Seat, Snapshot, Instant)>,
}

impl Thinker {
    pub(crate) fn new(
        (endpoint, seat): (Box<dyn Endpoint>, Seat),
        address: IpAddr,
        thinking: &Arc<Thinking>,
    ) -> Self {
        let shared = Arc::new(Mutex::new(Shared { endpoint, seat, held: None }));
        Self { program: thinking.admit(address), thinking: Arc::clone(thinking), shared }
    }

    /// Takes back an order to move, and ends the turn.
    fn rest(&self) {
        lock(&self.shared).held = None;
        self.thinking.done(self.program, Instant::now());
    }
}

impl Endpoint for Thinker {
    fn name(&self) -> String {
        lock(&self.shared).endpoint.name()
    }

    fn hear(&mut self, news: &News) {
        match news {
            News::Go(seat, snapshot) => {
                let now = Instant::now();
                lock(&self.shared).held = Some((*seat, snapshot.clone(), now));
                let shared = Arc::clone(&self.shared);
                self.thinking.ask(self.program, Box::new(move || lock(&shared).go()), now);
                return;
            }
            News::Update(_, snapshot) => {
                let mut shared = lock(&self.shared);
                if let Some((_, held, since)) = &mut shared.held {
                    (*held, *since) = (snapshot.clone(), Instant::now());
                    return;
                }
            }
            News::Moved { seat, .. } if *seat == lock(&self.shared).seat => self.rest(),
            News::End(_) => self.rest(),
            _ => {}
        }
        lock(&self.shared).endpoint.hear(news);
    }

    fn settle(&mut self) -> Result<(), PlayerFault> {
        lock(&self.shared).endpoint.settle()
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.rest();
    }
}

impl Shared {
    /// Tells the program to move, with the clocks as they are now.
    fn go(&mut self) {
        let Some((seat, mut snapshot, since)) = self.held.take() else { return };
        let waited = Millis(i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX));
        for seat in Seat::ALL.into_iter().filter(|seat| snapshot.boards.is_on_turn(*seat)) {
            if let Some(clock) = &mut snapshot.clocks[seat.index()] {
                *clock = clock.showing(clock.remaining() - waited);
            }
        }
        self.endpoint.hear(&News::Go(seat, snapshot));
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock() // each change is one step
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs that tell their numbers when they begin to think.
    struct Programs {
        thinking: Thinking,
        begun: Arc<Mutex<Vec<u64>>>,
        now: Instant,
    }

    impl Programs {
        fn new(most: usize) -> Self {
            Self { thinking: Thinking::new(most), begun: Arc::default(), now: Instant::now() }
        }

        fn ask(&self, address: u8) -> Client {
            let program = self.thinking.admit(IpAddr::from([127, 0, 0, address]));
            self.ask_again(program);
            program
        }

        fn ask_again(&self, program: Client) {
            let begun = Arc::clone(&self.begun);
            let start = move || begun.lock().push(program.connection);
            self.thinking.ask(program, Box::new(start), self.now);
        }

        /// The programs that have begun to think since this was asked last.
        fn begun(&self) -> Vec<u64> {
            std::mem::take(&mut *self.begun.lock())
        }
    }

    #[test]
    fn programs_think_at_once_while_there_is_room_and_wait_otherwise() {
        let programs = Programs::new(3);
        let first = programs.ask(1);
        (2..=5).for_each(|_| {
            let _program = programs.ask(1);
        });
        assert_eq!(programs.begun(), [1, 2, 3]);
        programs.thinking.done(first, programs.now);
        assert_eq!(programs.begun(), [4]);
        programs.ask_again(first);
        assert_eq!(programs.begun(), [0; 0]);
    }

    #[test]
    fn two_programs_of_an_address_never_wait_for_those_of_others() {
        let programs = Programs::new(3);
        (1..=9).for_each(|_| {
            let _program = programs.ask(1);
        });
        assert_eq!(programs.begun(), [1, 2, 3]);
        let [one, _, _] = [(); 3].map(|()| programs.ask(2));
        assert_eq!(programs.begun(), [10, 11]);
        programs.thinking.done(one, programs.now);
        assert_eq!(programs.begun(), [12]);
    }

    #[test]
    fn one_that_thinks_for_long_gives_its_place_to_another() {
        let mut programs = Programs::new(3);
        let all = [(); 4].map(|()| programs.ask(1));
        assert_eq!(programs.begun(), [1, 2, 3]);
        programs.thinking.tick(programs.now + LONGEST_TURN / 2);
        assert_eq!(programs.begun(), [0; 0]);
        programs.now += LONGEST_TURN;
        programs.thinking.tick(programs.now);
        assert_eq!(programs.begun(), [4]);
        // It asks again, as when a piece has arrived for one that sits.
        programs.ask_again(all[0]);
        assert_eq!(programs.begun(), [1]);
    }

    #[test]
    fn one_that_goes_away_waits_no_more() {
        let programs = Programs::new(2);
        let all = [(); 5].map(|()| programs.ask(1));
        programs.thinking.done(all[2], programs.now);
        programs.thinking.done(all[0], programs.now);
        assert_eq!(programs.begun(), [1, 2, 4]);
    }
}
