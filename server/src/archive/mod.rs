//! The archive: games that were played and imported, in an SQLite file.
//!
//! A thread of its own writes, so that no game waits for a disk. Each move of a running game is
//! written as a step beside the record; with a write-ahead log, whatever ends the program leaves all
//! moves that were written. The steps become part of the record when somebody asks, at the end of the
//! game, or when the file is opened again.

mod entry;
mod keeper;
mod puzzles;
mod search;
mod step;
mod store;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::{self, JoinHandle};

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use tandem_rules::notation::bpgn::GameRecord;

use keeper::Keeper;
pub(crate) use puzzles::KeptPuzzle;
pub(crate) use step::Step;
pub(crate) use store::Store;

/// The refusal of a server without an archive.
pub(crate) const NO_ARCHIVE: &str = "this server keeps no games";

/// The refusal of a game that is not in the archive.
pub(crate) fn no_game(number: i64) -> String {
    format!("the archive has no game {number}")
}

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

enum Order {
    Begin(i64, Box<GameRecord>),
    Add(i64, Step),
    End(i64, Box<GameRecord>),
    Abort(i64, &'static str),
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
        let keep = move || Keeper::new(store, ended).keep(&received);
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

    /// Ends a running game without a result, for this reason: its moves stay as they are.
    pub(crate) fn abort(&self, number: i64, reason: &'static str) {
        self.order(Order::Abort(number, reason));
    }

    /// Asks the store something, in its thread.
    pub(crate) fn ask(&self, question: impl FnOnce(&mut Store) + Send + 'static) {
        self.order(Order::Ask(Box::new(question)));
    }

    /// Asks the store something, and waits for the answer; `None` if the archive is closed.
    pub(crate) fn answer<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Store) -> T + Send + 'static,
    ) -> Option<T> {
        let (answered, waits) = bounded(1);
        self.ask(move |store| {
            let _nobody_may_wait = answered.send(question(store));
        });
        waits.recv().ok()
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
