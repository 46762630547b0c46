//! The archive: games that were played and imported, in an SQLite file.
//!
//! A thread of its own writes, so that no game waits for a disk. A running game is written after
//! each move, in a transaction; with a write-ahead log, whatever ends the program leaves all moves
//! that were written.

mod entry;
mod puzzles;
mod search;
mod store;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::{self, JoinHandle};

use crossbeam::channel::{Receiver, Sender, unbounded};
use tandem_rules::notation::bpgn::{Comment, GameRecord, RecordedPly};

pub(crate) use puzzles::KeptPuzzle;
pub(crate) use store::Store;

/// Most orders that are done in one transaction.
const MOST_AT_ONCE: usize = 1000;

/// Error for a file that cannot be the archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The file cannot be opened, read or written, or another program uses it.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// The file is a database of something else.
    #[error("it is no archive of games")]
    Foreign,
    /// The file was written by another version of this program.
    #[error("it has version {0}, expected {VERSION}", VERSION = store::VERSION)]
    Version(i64),
    /// There is no thread for it.
    #[error("{0}")]
    Thread(#[from] std::io::Error),
}

/// The archive, as all tables use it.
pub struct Archive {
    orders: Sender<Order>,
    next: AtomicI64,
    /// Numbers of games that have ended, once they are written.
    endings: Receiver<i64>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// Something that is added to a running game.
pub(crate) enum Step {
    Ply(RecordedPly),
    Word(Comment),
}

enum Order {
    Begin(i64, Box<GameRecord>),
    Add(i64, Step),
    End(i64, Box<GameRecord>),
    Ask(Box<dyn FnOnce(&mut Store) + Send>),
    /// The end of all orders.
    Finish,
}

impl Archive {
    /// Opens an archive, or creates it.
    ///
    /// # Errors
    /// [`ArchiveError`] if the file cannot be used.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let store = Store::open(path)?;
        let next = AtomicI64::new(store.last_number()? + 1);
        let (orders, received) = unbounded();
        let (ended, endings) = unbounded();
        let keep = move || Keeper { store, running: HashMap::new(), ended }.keep(&received);
        let thread = thread::Builder::new().name("archive".to_owned()).spawn(keep)?;
        Ok(Self { orders, next, endings, thread: Mutex::new(Some(thread)) })
    }

    /// Begins to keep a game, and returns its number.
    pub(crate) fn begin(&self, record: GameRecord) -> i64 {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.order(Order::Begin(number, Box::new(record)));
        number
    }

    /// Adds a move or a word to a running game.
    pub(crate) fn add(&self, number: i64, step: Step) {
        self.order(Order::Add(number, step));
    }

    /// Replaces a running game by its final record.
    pub(crate) fn end(&self, number: i64, record: GameRecord) {
        self.order(Order::End(number, Box::new(record)));
    }

    /// The numbers of games that end from now on, once they are written.
    pub(crate) fn endings(&self) -> Receiver<i64> {
        self.endings.clone()
    }

    /// Asks the store something, in its thread.
    pub(crate) fn ask(&self, question: impl FnOnce(&mut Store) + Send + 'static) {
        self.order(Order::Ask(Box::new(question)));
    }

    /// Adds a whole game.
    pub(crate) fn import(&self, record: GameRecord) {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.end(number, record);
    }

    /// Writes all that was ordered, and closes the file.
    pub fn close(&self) {
        self.order(Order::Finish);
        let thread = self.thread.lock().ok().and_then(|mut thread| thread.take());
        if thread.is_some_and(|thread| thread.join().is_err()) {
            log::error!("the archive has failed");
        }
    }

    fn order(&self, order: Order) {
        if self.orders.send(order).is_err() {
            log::error!("the archive is closed: a game is not kept");
        }
    }
}

/// The thread that writes.
struct Keeper {
    store: Store,
    /// Records of the games that run.
    running: HashMap<i64, GameRecord>,
    ended: Sender<i64>,
}

impl Keeper {
    fn keep(mut self, orders: &Receiver<Order>) {
        while let Ok(first) = orders.recv() {
            let more = orders.try_iter().take(MOST_AT_ONCE);
            let batch: Vec<Order> = std::iter::once(first).chain(more).collect();
            let (mut changed, mut questions, mut is_over) = (HashMap::new(), Vec::new(), false);
            let mut ended = Vec::new();
            for order in batch {
                match order {
                    Order::Begin(number, record) => {
                        changed.insert(number, (*record).clone());
                        self.running.insert(number, *record);
                    }
                    Order::Add(number, step) => {
                        if let Some(record) = self.running.get_mut(&number) {
                            add(record, step);
                            changed.insert(number, record.clone());
                        }
                    }
                    Order::End(number, record) => {
                        self.running.remove(&number);
                        ended.push(number);
                        changed.insert(number, *record);
                    }
                    Order::Ask(question) => questions.push(question),
                    Order::Finish => is_over = true,
                }
            }
            if let Err(error) = self.store.write(&changed) {
                log::error!("games are not kept: {error}");
            }
            for number in ended {
                let _ = self.ended.send(number); // there is always a receiver
            }
            for ask in questions {
                ask(&mut self.store);
            }
            if is_over {
                return;
            }
        }
    }
}

fn add(record: &mut GameRecord, step: Step) {
    match step {
        Step::Word(comment) => record.comment(comment),
        Step::Ply(ply) => {
            if let Err(error) = record.push(ply) {
                log::warn!("a record was cut short: {error}");
            }
        }
    }
}
