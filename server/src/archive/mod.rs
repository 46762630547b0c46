//! The archive: games that were played and imported, in an SQLite file.
//!
//! A thread of its own writes, so that no game waits for a disk; moves come before all else. Each move
//! of a running game is written as a step beside the record; with a write-ahead log, whatever ends the
//! program leaves all moves that were written. The steps become part of the record now and then, at
//! the end of the game, or when the file is opened again.
//!
//! Questions have threads and connections of their own, and are answered in turns. They see all that
//! was ordered before them, wait for nothing else, and end with the archive.

mod changes;
mod disk;
mod entry;
mod error;
mod keeper;
mod order;
mod passwords;
mod player;
mod puzzles;
mod schema;
mod search;
mod step;
mod store;

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, TrySendError, bounded, unbounded};
use parking_lot::Mutex;
use tandem_rules::notation::bpgn::GameRecord;

use crate::page_sender::PageSender;
use crate::pool::Pool;
use crate::turns::{MostWaiting, NoTurn, Turn};
use disk::Space;
use entry::Entry;
pub use error::ArchiveError;
pub(crate) use error::{ImportError, StoreError};
use keeper::Keeper;
use order::{Change, Order};
pub(crate) use puzzles::{KeptPuzzle, day_of};
pub(crate) use step::Step;
use store::Inserted;
pub(crate) use store::Store;

/// The event in the records of games that were played here, by which they differ from imported ones.
pub(crate) const PLAYED_HERE: &str = "Tandem table";
/// The reason of games that the end of the server broke off.
pub(crate) const SERVER_STOPPED: &str = "the server has stopped";

/// Threads for questions.
const READERS: usize = 2;
/// Most questions that wait.
const MOST_QUESTIONS: MostWaiting = MostWaiting { of_connection: 8, of_address: 128, in_all: 512 };
/// Most orders that wait. A game has few a second.
const MOST_ORDERS: usize = 1 << 16;
/// Most other changes that wait; those who want more are waited with.
const MOST_CHANGES: usize = 16;
/// Most games of a file that are stored at once: moves wait for no more.
const MOST_AT_ONCE: usize = 50;
/// Longest wait until what was ordered is written.
const PATIENCE: Duration = Duration::from_secs(1);

/// The archive, as all tables use it.
pub struct Archive {
    path: PathBuf,
    orders: Sender<Order>,
    changes: Sender<Change>,
    readers: Pool<Reading>,
    next: AtomicI64,
    /// The games that are played.
    running: Mutex<HashSet<i64>>,
    ended: Sender<i64>,
    /// Numbers of games that have ended, once they are written.
    endings: Receiver<i64>,
    thread: Mutex<Option<JoinHandle<()>>>,
    closes: Arc<AtomicBool>,
    /// Locked while the archive is open: two programs would give the same number to two games.
    lock: Mutex<Option<File>>,
}

/// Games that were added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Imported {
    /// Number of games that are new.
    pub(crate) new: usize,
    /// Number of games that were there already.
    pub(crate) known: usize,
    /// The number of the first of them all.
    pub(crate) first: Option<i64>,
}

impl Imported {
    fn count(&mut self, inserted: Inserted) {
        let (count, number) = match inserted {
            Inserted::New(number) => (&mut self.new, number),
            Inserted::Known(number) => (&mut self.known, number),
        };
        *count += 1;
        self.first.get_or_insert(number);
    }
}

/// The tools of a thread for questions.
pub(crate) struct Reading {
    store: Store,
    orders: Sender<Order>,
}

impl Reading {
    /// The store with all that was ordered so far.
    pub(crate) fn store(&self) -> &Store {
        wait_for(&self.orders);
        &self.store
    }
}

impl Archive {
    /// Opens an archive, or creates it.
    ///
    /// # Errors
    /// [`ArchiveError`] if the file cannot be used.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let lock = lock(path)?;
        let store = Store::open(path)?;
        let next = AtomicI64::new(store.last_number()? + 1);
        let (orders, received) = bounded(MOST_ORDERS);
        let (changes, to_make) = bounded(MOST_CHANGES);
        let (ended, endings) = unbounded();
        let closes = Arc::default();
        let readers = (0..READERS)
            .map(|_| Ok(Reading { store: Store::reader(path, &closes)?, orders: orders.clone() }))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        let readers = Pool::new("questions", MOST_QUESTIONS, readers)?;
        let news = ended.clone();
        let keep = move || Keeper::new(store, news).keep(&received, &to_make);
        let thread = thread::Builder::new().name("archive".to_owned()).spawn(keep)?;
        let (path, thread) = (path.to_owned(), Mutex::new(Some(thread)));
        let (lock, running) = (Mutex::new(Some(lock)), Mutex::default());
        let archive = Self {
            path,
            orders,
            changes,
            readers,
            next,
            running,
            ended,
            endings,
            thread,
            closes,
            lock,
        };
        Ok(archive)
    }

    /// Begins to keep a game, and returns its number.
    pub(crate) fn begin(&self, record: GameRecord) -> i64 {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.running.lock().insert(number);
        self.order(Order::Begin(number, Box::new(record)));
        number
    }

    /// Adds a move or a word to a running game.
    pub(crate) fn add(&self, number: i64, step: Step) {
        self.order(Order::Add(number, step));
    }

    /// Replaces a running game by its final record; true once it is stored.
    pub(crate) fn end(&self, number: i64, record: GameRecord) -> bool {
        let (stored, is_stored) = bounded(1);
        self.running.lock().remove(&number);
        self.order(Order::End(number, Box::new(record), stored));
        is_stored.recv_timeout(PATIENCE).is_ok()
    }

    /// The numbers of games that end from now on, once they are written.
    pub(crate) fn endings(&self) -> Receiver<i64> {
        self.endings.clone()
    }

    /// Ends a running game without a result, for this reason: its moves stay as they are. True once it
    /// is stored.
    pub(crate) fn abort(&self, number: i64, reason: &'static str) -> bool {
        let (stored, is_stored) = bounded(1);
        self.running.lock().remove(&number);
        self.order(Order::Abort(number, reason, stored));
        is_stored.recv_timeout(PATIENCE).is_ok()
    }

    /// Lets a question of a client, asked by a message of this type, wait for its turn.
    ///
    /// # Errors
    /// [`NoTurn`] if too many questions wait, or the archive is closed.
    pub(crate) fn ask(
        &self,
        page: &PageSender,
        what: &'static str,
        question: impl FnOnce(&Store, Turn) + Send + 'static,
    ) -> Result<(), NoTurn> {
        self.readers.push(page, what, move |reading, turn| {
            let store = reading.store();
            let _state = store.held_still();
            question(store, turn);
        })
    }

    /// Forgets the questions of a client that wait, since nobody hears their answers any more.
    pub(crate) fn withdraw(&self, page: &PageSender) {
        self.readers.withdraw(page);
    }

    /// The answer to a question of the server's own, whose thread waits for it.
    ///
    /// # Errors
    /// The error of the database.
    pub(crate) fn read<T>(
        &self,
        question: impl FnOnce(&Store) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        wait_for(&self.orders);
        let store = Store::reader(&self.path, &self.closes)?;
        let _state = store.held_still();
        question(&store)
    }

    /// Makes a change and waits for it. Moves come first.
    ///
    /// # Errors
    /// [`StoreError`] if nothing was changed.
    pub(crate) fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Store) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (changed, waits) = bounded(1);
        let change: Change = Box::new(move |store| {
            let _nobody_may_wait = changed.send(change(store));
        });
        self.changes.send(change).map_err(|_| StoreError::Closed)?;
        Ok(waits.recv().map_err(|_| StoreError::Closed)??)
    }

    /// Adds whole games, and returns once they are stored. Those that are there already are left out.
    ///
    /// # Errors
    /// [`ImportError`] if some of them are not.
    pub(crate) fn import(&self, records: Vec<GameRecord>) -> Result<Imported, ImportError> {
        let (all, mut done, mut imported) = (records.len(), 0, Imported::default());
        let mut records = records.into_iter();
        while done < all {
            let entry =
                |record: GameRecord| Entry::of(self.next.fetch_add(1, Ordering::Relaxed), &record);
            let entries: Vec<Entry> = records.by_ref().take(MOST_AT_ONCE).map(entry).collect();
            let count = entries.len();
            let bytes = entries.iter().map(|entry| entry.bpgn.len() as u64).sum();
            let checked = Space::around(&self.path).map_or(Ok(()), |space| space.check(bytes));
            let change = move |store: &mut Store| store.insert(&entries);
            let inserted = match checked.and_then(|()| self.change(change)) {
                Ok(inserted) => inserted,
                Err(reason) => {
                    return Err(match done {
                        0 => ImportError::None(reason),
                        stored => ImportError::Part { stored, all, reason },
                    });
                }
            };
            done += count;
            for inserted in inserted {
                imported.count(inserted);
                if let Inserted::New(number) = inserted {
                    let _ = self.ended.send(number); // a server that ends does not listen
                }
            }
        }
        Ok(imported)
    }

    /// Deletes a game; it can be restored until the archive is opened again.
    ///
    /// # Errors
    /// [`StoreError`] if it was not deleted, as while it is played.
    pub(crate) fn delete(&self, game: i64) -> Result<(), StoreError> {
        if self.running.lock().contains(&game) {
            return Err(StoreError::Runs(game));
        }
        let is_deleted = self.change(move |store| store.delete(game))?;
        if is_deleted { Ok(()) } else { Err(StoreError::NoGame(game)) }
    }

    /// Brings a deleted game back.
    ///
    /// # Errors
    /// [`StoreError`] if it was not deleted.
    pub(crate) fn restore(&self, game: i64) -> Result<(), StoreError> {
        let is_restored = self.change(move |store| store.restore(game))?;
        if is_restored { Ok(()) } else { Err(StoreError::NoGame(game)) }
    }

    /// Writes all that was ordered, ends all questions, and closes the file.
    pub fn close(&self) {
        self.closes.store(true, Ordering::Relaxed);
        self.readers.close();
        self.readers.join();
        if self.orders.send_timeout(Order::Finish, PATIENCE).is_err() {
            log::error!("the archive does not end: the last moves may not be kept");
            return;
        }
        let thread = self.thread.lock().take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            log::error!("the archive has failed");
        }
        self.lock.lock().take();
    }

    fn order(&self, order: Order) {
        match self.orders.try_send(order) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => log::error!("the archive is late: a move is not kept"),
            Err(TrySendError::Disconnected(_)) => {
                log::error!("the archive is closed: a game is not kept");
            }
        }
    }
}

/// Waits until all that was ordered is written, but not for long.
fn wait_for(orders: &Sender<Order>) {
    let (written, is_written) = bounded(1);
    if orders.try_send(Order::Tell(written)).is_ok() {
        let _late_or_not = is_written.recv_timeout(PATIENCE);
    }
}

/// Locks an archive by a file beside it. SQLite's own lock of the whole file would keep out readers as
/// well, those of this program among them.
fn lock(path: &Path) -> Result<File, ArchiveError> {
    let mut name = path.as_os_str().to_owned();
    name.push("-lock");
    let opened = File::options().create(true).write(true).truncate(false).open(&name);
    let file = opened.map_err(|error| {
        io::Error::new(error.kind(), format!("`{}`: {error}", Path::new(&name).display()))
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ArchiveError::InUse),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            log::warn!("the archive cannot be locked: {error}");
            Ok(file)
        }
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::{Boards, MoveRules};

    use super::*;
    use crate::turns::tests::client;

    #[test]
    fn a_question_sees_one_state_whatever_is_written_meanwhile() {
        let folder = tempfile::tempdir().expect("a folder");
        let archive = Archive::open(&folder.path().join("games.sqlite")).expect("an archive");
        let (page, _waiting) = PageSender::new(client(1, 0), &Arc::default());
        let (looks, looked) = bounded(1);
        let (writes, written) = bounded(1);
        let (counts, counted) = bounded(1);
        let question = move |store: &Store, _: Turn| {
            let count = || store.last_number().expect("a number");
            let before = count();
            looks.send(()).expect("the test waits");
            written.recv().expect("a game is written");
            counts.send([before, count()]).expect("the test waits");
        };
        archive.ask(&page, "search_archive", question).expect("there is room");
        looked.recv().expect("it looks");
        let number = archive.begin(GameRecord::new(Boards::start(MoveRules::default())));
        assert!(archive.read(|store| store.load(number)).expect("it can be read").is_some());
        writes.send(()).expect("the question waits");
        assert_eq!(counted.recv(), Ok([0, 0]));
        archive.close();
    }

    #[test]
    fn the_end_of_the_archive_interrupts_questions_and_keeps_what_was_ordered() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let archive = Archive::open(&path).expect("an archive");
        let (begins, begun) = bounded(READERS);
        let backlog = Arc::default();
        let mut connections = Vec::new();
        for connection in 0..20 {
            let (page, waiting) = PageSender::new(client(1, connection), &backlog);
            let begins = begins.clone();
            let endless = move |store: &Store, _: Turn| {
                let _only_the_first = begins.try_send(());
                let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
                     SELECT count(*) FROM n";
                let counted: rusqlite::Result<i64> =
                    store.connection().query_row(endless, [], |row| row.get(0));
                assert!(counted.is_err(), "it has no end");
            };
            archive.ask(&page, "search_archive", endless).expect("there is room");
            connections.push((page, waiting));
        }
        (0..READERS).for_each(|_| begun.recv().expect("it begins"));
        let number = archive.begin(GameRecord::new(Boards::start(MoveRules::default())));
        archive.close();
        let again = Archive::open(&path).expect("it is closed");
        assert!(again.read(|store| store.load(number)).expect("it can be read").is_some());
        again.close();
    }
}
