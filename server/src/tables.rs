//! All tables of a server, and what they share.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};
use parking_lot::{Mutex, MutexGuard};

use crate::archive::Archive;
use crate::clock::ServerClock;
use crate::findings::Findings;
use crate::message::{Setup, TableRow};
use crate::page_sender::PageSender;
use crate::pool::Pool;
use crate::puzzles::Search;
use crate::secret;
use crate::services::Services;
use crate::table::{Choices, Table};
use crate::thinking::Thinking;
use crate::turns::{Client, MostWaiting};

/// Most tables at once.
const MOST_TABLES: usize = 128;
/// Analyses at once, also where there are fewer processors: one person may have two windows.
const LEAST_SLOTS: usize = 4;
/// Time after which a table ends at which nobody is, between games and during one.
const PATIENCE: Duration = Duration::from_mins(10);
const PATIENCE_IN_GAME: Duration = Duration::from_hours(1);
/// Longest wait for the ends of games that are broken off.
const PATIENCE_AT_END: Duration = Duration::from_secs(1);
/// The end of an analysis whose slot others need.
const OTHERS: &str = "others wait for an analysis, and your address has several";
/// Threads for errands.
const ERRANDS: usize = 2;
/// Most errands and reviews that wait. Each may hold a message of 1 MiB, and a review the games of one.
const MOST_ERRANDS: MostWaiting = MostWaiting { of_connection: 4, of_address: 16, in_all: 48 };
const MOST_REVIEWS: MostWaiting = MostWaiting { of_connection: 2, of_address: 8, in_all: 12 };

/// All tables of a server.
pub struct Tables {
    pub(crate) app: Arc<AppState>,
    by_name: Mutex<HashMap<String, Arc<Table>>>,
    /// The search for puzzles in the archive.
    puzzles: Mutex<Option<Search>>,
}

/// The things that all tables share.
pub(crate) struct AppState {
    pub(crate) services: Services,
    pub(crate) clock: ServerClock,
    pub(crate) archive: Option<Archive>,
    pub(crate) slots: Arc<AnalysisSlots>,
    pub(crate) pools: Pools,
    pub(crate) thinking: Arc<Thinking>,
    pub(crate) games: Games,
}

/// Pools for the work of clients that takes longer than others should wait for it.
pub(crate) struct Pools {
    /// Openings, imports and answers to puzzles.
    pub(crate) errands: Pool<()>,
    /// Reviews, game by game.
    pub(crate) reviews: Pool<()>,
}

impl Pools {
    /// Pools for this machine.
    ///
    /// # Errors
    /// There are no threads for them.
    fn of_this_machine() -> io::Result<Self> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            errands: Pool::new("errands", MOST_ERRANDS, [(); ERRANDS])?,
            reviews: Pool::new("reviews", MOST_REVIEWS, vec![(); processors.div_ceil(2)])?,
        })
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
        self.token.lock().clone()
    }

    /// True while a game holds a token.
    pub(crate) fn are_running(&self) -> bool {
        let token = self.token.lock();
        token.as_ref().is_some_and(|token| Arc::strong_count(token) > 1)
    }

    /// Waits until all games are over, but no longer than that.
    fn wait(&self, at_most: Duration) {
        self.token.lock().take();
        if self.over.recv_timeout(at_most) == Err(RecvTimeoutError::Timeout) {
            log::warn!("a game has not ended in time");
        }
    }
}

/// The slots for analyses of positions: as many as the machine can serve at once.
pub(crate) struct AnalysisSlots {
    most: usize,
    taken: Mutex<Vec<Taken>>,
}

/// A slot that is taken.
struct Taken {
    by: Client,
    findings: Arc<Findings>,
}

/// A slot that was taken; it is free again once this is dropped.
pub(crate) struct AnalysisSlot {
    slots: Arc<AnalysisSlots>,
    by: Client,
}

impl AnalysisSlots {
    fn of_this_machine() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self::new(processors.max(LEAST_SLOTS))
    }

    fn new(most: usize) -> Self {
        Self { most, taken: Mutex::default() }
    }

    /// Takes a slot for the analysis of a connection. If all are taken, the address with the most of
    /// them gives up the one that it has had for the longest time, if it has two more than this one.
    ///
    /// # Errors
    /// One line if there is none.
    pub(crate) fn take(
        slots: &Arc<Self>,
        by: Client,
        findings: &Arc<Findings>,
    ) -> Result<AnalysisSlot, String> {
        let mut taken = slots.taken();
        let of = |address| taken.iter().filter(|taken| taken.by.address == address).count();
        if taken.len() >= slots.most {
            let none = format!("{} analyses run already; this machine has no more", taken.len());
            // The first of the address with the most, which is the one that began first.
            let busiest = taken.iter().rev().max_by_key(|taken| of(taken.by.address));
            let busiest = busiest.map(|taken| taken.by.address).ok_or(none.clone())?;
            if of(busiest) < of(by.address) + 2 {
                return Err(none);
            }
            let oldest = taken.iter().position(|taken| taken.by.address == busiest).ok_or(none)?;
            taken.remove(oldest).findings.end(OTHERS);
        }
        taken.push(Taken { by, findings: Arc::clone(findings) });
        Ok(AnalysisSlot { slots: Arc::clone(slots), by })
    }

    fn taken(&self) -> MutexGuard<'_, Vec<Taken>> {
        self.taken.lock() // each change is one step
    }
}

impl AnalysisSlot {
    /// False once it was given up to others.
    pub(crate) fn is_held(&self) -> bool {
        self.slots.taken().iter().any(|taken| taken.by.connection == self.by.connection)
    }
}

impl Drop for AnalysisSlot {
    fn drop(&mut self) {
        self.slots.taken().retain(|taken| taken.by.connection != self.by.connection);
    }
}

impl Tables {
    /// A server without tables yet.
    ///
    /// # Errors
    /// There are no threads for it.
    pub fn new(services: Services, archive: Option<Archive>) -> io::Result<Self> {
        let app = Arc::new(AppState {
            services,
            clock: ServerClock::start(),
            archive,
            slots: Arc::new(AnalysisSlots::of_this_machine()),
            pools: Pools::of_this_machine()?,
            thinking: Arc::new(Thinking::of_this_machine()),
            games: Games::new(),
        });
        let puzzles = Mutex::new(Search::begin(&app));
        Ok(Self { app, by_name: Mutex::default(), puzzles })
    }

    /// Makes a table, with its owner at it; `most` of those made from its address may be open.
    pub(crate) fn create(
        &self,
        page: &PageSender,
        name: &str,
        setup: &Setup,
        most: usize,
    ) -> Result<Arc<Table>, String> {
        let mut choices = Choices::of(setup, self.app.services.elo)?;
        let left_out = std::mem::take(&mut choices.left_out);
        let name_of_table = secret::table_name()?;
        let mut tables = self.locked();
        let address = page.client.address;
        if !make_room(&mut tables, most, |table| table.address() == address) {
            return Err(format!("your address has {most} tables already; close one first"));
        }
        if !make_room(&mut tables, MOST_TABLES, |_| true) {
            return Err(format!("there are {MOST_TABLES} tables already; close one first"));
        }
        let app = Arc::clone(&self.app);
        let table = Table::new(name_of_table.clone(), choices, app, (page, name))?;
        tables.insert(name_of_table, Arc::clone(&table));
        page.leave_out(&left_out);
        Ok(table)
    }

    /// The table of this name.
    pub(crate) fn table(&self, name: &str) -> Result<Arc<Table>, String> {
        let table = self.locked().get(name).cloned();
        table.ok_or_else(|| "there is no such table; it may have ended".to_owned())
    }

    /// The tables that can be watched.
    pub(crate) fn rows(&self) -> Vec<TableRow> {
        self.locked().values().map(|table| table.row()).collect()
    }

    /// Ends the tables that nobody comes back to, and forgets those that have ended.
    pub(crate) fn tidy(&self) {
        let all: Vec<Arc<Table>> = self.locked().values().cloned().collect();
        for table in &all {
            table.end_if_deserted(PATIENCE, PATIENCE_IN_GAME);
        }
        self.locked().retain(|_, table| !table.is_closed());
    }

    /// Ends all tables: running games are broken off, and their programs end.
    pub fn close(&self) {
        let all: Vec<Arc<Table>> = self.locked().drain().map(|(_, table)| table).collect();
        for table in all {
            table.close("the server ends");
        }
        let Pools { errands, reviews } = &self.app.pools;
        errands.close();
        reviews.close();
        self.app.games.wait(PATIENCE_AT_END);
        self.puzzles.lock().take();
        if let Some(archive) = &self.app.archive {
            archive.close();
        }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.by_name.lock() // an insertion is whole or absent
    }
}

/// Makes room for one more table where there are `most` of the ones meant: forgets tables that are
/// closed, or else ends the one that nobody has been at for the longest time, if no game runs there.
/// False if there is none.
fn make_room(
    tables: &mut HashMap<String, Arc<Table>>,
    most: usize,
    is_meant: impl Fn(&Table) -> bool,
) -> bool {
    tables.retain(|_, table| !table.is_closed());
    let meant = || tables.iter().filter(|(_, table)| is_meant(table));
    if meant().count() < most {
        return true;
    }
    let deserted = meant().filter_map(|(name, table)| Some((table.deserted_for()?, name)));
    let Some(name) = deserted.max().map(|(_, name)| name.clone()) else { return false };
    if let Some(table) = tables.remove(&name) {
        table.close("nobody was at this table");
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ToPage;
    use crate::turns::tests::client;

    #[test]
    fn an_address_with_many_slots_gives_one_up_for_another() {
        let slots = Arc::new(AnalysisSlots::new(3));
        let take = |address, connection| {
            let findings = Arc::<Findings>::default();
            findings.begin(Some(connection as u32));
            let slot = AnalysisSlots::take(&slots, client(address, connection), &findings);
            slot.map(|slot| (slot, findings))
        };
        let (_first, first) = take(1, 1).expect("a slot");
        let (second, _) = take(1, 2).expect("a slot");
        let (_third, _) = take(1, 3).expect("a slot");
        assert!(take(1, 4).is_err(), "its own address has them all");
        let _other = take(2, 5).expect("a slot is given up");
        let told = first.take();
        assert!(matches!(&told[..], [ToPage::AnalysisDone { id: 1, .. }]), "{told:?}");
        assert!(first.is_idle());
        assert!(take(2, 6).is_err() && take(1, 1).is_err(), "two of one, one of another");
        let _third = take(3, 7).expect("a slot is given up");
        assert!(take(4, 8).is_err(), "each has one");
        drop(second); // it was given up
        assert!(take(4, 8).is_err());
    }
}
