//! The house: all tables, and what they share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};

use crate::archive::Archive;
use crate::clock::ServerClock;
use crate::lent::Lent;
use crate::line::Line;
use crate::message::{Setup, TableRow};
use crate::puzzles::Search;
use crate::secret;
use crate::table::{Choices, Table};

/// Most tables at once.
const MOST_TABLES: usize = 128;
/// Analyses at once, also where there are fewer processors: one person may have two windows.
const LEAST_DESKS: usize = 4;
/// Time after which a table ends at which nobody is, between games and during one.
const PATIENCE: Duration = Duration::from_mins(10);
const PATIENCE_IN_GAME: Duration = Duration::from_hours(1);
/// Longest wait for the ends of games that are broken off.
const PATIENCE_AT_END: Duration = Duration::from_secs(3);

/// All tables of a server.
pub struct House {
    pub(crate) common: Arc<Common>,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    /// The search for puzzles in the archive.
    puzzles: Mutex<Option<Search>>,
}

/// The things that all tables share.
pub(crate) struct Common {
    pub(crate) lent: Lent,
    pub(crate) clock: ServerClock,
    pub(crate) archive: Option<Archive>,
    pub(crate) desks: Arc<Desks>,
    pub(crate) games: Games,
}

impl Common {
    /// Does something at a desk, in a thread of this name.
    ///
    /// # Errors
    /// One line if all desks are taken, or, after `undone`, why there can be no thread.
    pub(crate) fn at_a_desk(
        self: &Arc<Self>,
        name: &str,
        undone: &str,
        work: impl FnOnce(&Self) + Send + 'static,
    ) -> Result<(), String> {
        let desk = Desks::take(&self.desks)?;
        let common = Arc::clone(self);
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || {
            work(&common);
            drop(desk);
        });
        thread.map(|_| ()).map_err(|error| format!("{undone}: {error}"))
    }
}

/// The games that run. Each holds a token, so that their end can be waited for.
pub(crate) struct Games {
    token: Mutex<Option<Arc<Sender<()>>>>,
    over: Receiver<()>,
}

impl Games {
    fn new() -> Self {
        let (token, over) = bounded(0);
        Self { token: Mutex::new(Some(Arc::new(token))), over }
    }

    /// A token, to be dropped at the end of a game.
    pub(crate) fn token(&self) -> Option<Arc<Sender<()>>> {
        self.token.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// True while a game holds a token.
    pub(crate) fn are_running(&self) -> bool {
        let token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        token.as_ref().is_some_and(|token| Arc::strong_count(token) > 1)
    }

    /// Waits until all games are over, but no longer than that.
    fn wait(&self, at_most: Duration) {
        self.token.lock().unwrap_or_else(PoisonError::into_inner).take();
        if self.over.recv_timeout(at_most) == Err(RecvTimeoutError::Timeout) {
            log::warn!("a game has not ended in time");
        }
    }
}

/// The desks at which positions and games are analyzed: as many as the machine can serve at once.
pub(crate) struct Desks {
    taken: AtomicUsize,
    most: usize,
}

/// A desk that was taken; it is free again once this is dropped.
pub(crate) struct TakenDesk(Arc<Desks>);

impl Desks {
    fn of_this_machine() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self { taken: AtomicUsize::new(0), most: processors.max(LEAST_DESKS) }
    }

    /// Takes a desk.
    ///
    /// # Errors
    /// One line if all are taken.
    pub(crate) fn take(desks: &Arc<Self>) -> Result<TakenDesk, String> {
        let next = |taken: usize| (taken < desks.most).then_some(taken + 1);
        match desks.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, next) {
            Ok(_) => Ok(TakenDesk(Arc::clone(desks))),
            Err(taken) => Err(format!("{taken} analyses run already; this machine has no more")),
        }
    }
}

impl Drop for TakenDesk {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::AcqRel);
    }
}

impl House {
    /// A house without tables.
    pub fn new(lent: Lent, archive: Option<Archive>) -> Self {
        let desks = Arc::new(Desks::of_this_machine());
        let common =
            Common { lent, clock: ServerClock::start(), archive, desks, games: Games::new() };
        let common = Arc::new(common);
        let puzzles = Mutex::new(Search::begin(&common));
        Self { common, tables: Mutex::default(), puzzles }
    }

    /// Makes a table, with its owner at it.
    pub(crate) fn create(
        &self,
        line: &Line,
        name: &str,
        setup: &Setup,
    ) -> Result<Arc<Table>, String> {
        let mut choices = Choices::of(setup, self.common.lent.elo)?;
        let left_out = std::mem::take(&mut choices.left_out);
        let name_of_table = secret::table_name()?;
        let mut tables = self.tables();
        if tables.len() >= MOST_TABLES && !make_room(&mut tables) {
            return Err(format!("there are {MOST_TABLES} tables already; close one first"));
        }
        let common = Arc::clone(&self.common);
        let table = Table::new(name_of_table.clone(), choices, common, (line, name))?;
        tables.insert(name_of_table, Arc::clone(&table));
        line.leave_out(&left_out);
        Ok(table)
    }

    /// The table of this name.
    pub(crate) fn table(&self, name: &str) -> Result<Arc<Table>, String> {
        let table = self.tables().get(name).cloned();
        table.ok_or_else(|| "there is no such table; it may have ended".to_owned())
    }

    /// The tables that can be watched.
    pub(crate) fn rows(&self) -> Vec<TableRow> {
        self.tables().values().map(|table| table.row()).collect()
    }

    /// Ends the tables that nobody comes back to, and forgets those that have ended.
    pub(crate) fn tidy(&self) {
        let all: Vec<Arc<Table>> = self.tables().values().cloned().collect();
        for table in &all {
            table.end_if_deserted(PATIENCE, PATIENCE_IN_GAME);
        }
        self.tables().retain(|_, table| !table.is_closed());
    }

    /// Ends all tables: running games are broken off, and their programs end.
    pub fn close(&self) {
        let all: Vec<Arc<Table>> = self.tables().drain().map(|(_, table)| table).collect();
        for table in all {
            table.close("the server ends");
        }
        self.common.games.wait(PATIENCE_AT_END);
        self.puzzles.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(archive) = &self.common.archive {
            archive.close();
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner) // an insertion is whole or absent
    }
}

/// Forgets tables that are closed, or else ends the table that nobody has been at for the longest
/// time, if no game runs there; false if there is none.
fn make_room(tables: &mut HashMap<String, Arc<Table>>) -> bool {
    tables.retain(|_, table| !table.is_closed());
    if tables.len() < MOST_TABLES {
        return true;
    }
    let deserted = tables.iter().filter_map(|(name, table)| Some((table.deserted_for()?, name)));
    let Some(name) = deserted.max().map(|(_, name)| name.clone()) else { return false };
    if let Some(table) = tables.remove(&name) {
        table.close("nobody was at this table");
    }
    true
}
