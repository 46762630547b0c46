//! All tables of a server, and what they share.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::app::{AppState, Pools};
use crate::archive::{Archive, SERVER_STOPPED};
use crate::message::{Setup, TableRow};
use crate::page_sender::PageSender;
use crate::puzzles::Search;
use crate::secret;
use crate::services::Services;
use crate::table::{Choices, Table, TableError};

/// Most tables at once.
const MOST_TABLES: usize = 128;
/// Time after which a table ends at which nobody is, between games and during one.
const PATIENCE: Duration = Duration::from_mins(10);
const PATIENCE_IN_GAME: Duration = Duration::from_hours(1);
/// Longest wait for the ends of games that are broken off.
const PATIENCE_AT_END: Duration = Duration::from_secs(1);

/// Error for a table that cannot be made or is not there; it is said to people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TablesError {
    #[error("you have {0} tables already; close one first")]
    OfConnection(usize),
    #[error("your address has {0} tables already; close one first")]
    OfAddress(usize),
    #[error("there are {0} tables already; close one first")]
    InAll(usize),
    #[error("there is no such table; it may have ended")]
    NoTable,
    #[error(transparent)]
    Table(#[from] TableError),
}

/// All tables of a server.
pub struct Tables {
    pub(crate) app: Arc<AppState>,
    by_name: Mutex<HashMap<String, Arc<Table>>>,
    /// The search for puzzles in the archive.
    puzzles: Mutex<Option<Search>>,
}

impl Tables {
    /// A server without tables yet.
    ///
    /// # Errors
    /// There are no threads for it.
    pub fn new(services: Services, archive: Option<Archive>) -> io::Result<Self> {
        let app = Arc::new(AppState::new(services, archive)?);
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
    ) -> Result<Arc<Table>, TablesError> {
        let mut choices = Choices::of(setup, self.app.services.elo).map_err(TableError::from)?;
        let left_out = std::mem::take(&mut choices.left_out);
        let name_of_table = secret::table_name().map_err(TableError::from)?;
        let mut tables = self.by_name.lock();
        let address = page.client.address;
        if !make_room(&mut tables, most, |table| table.address() == address) {
            return Err(TablesError::OfAddress(most));
        }
        if !make_room(&mut tables, MOST_TABLES, |_| true) {
            return Err(TablesError::InAll(MOST_TABLES));
        }
        let app = Arc::clone(&self.app);
        let table = Table::new(name_of_table.clone(), choices, app, (page, name))?;
        tables.insert(name_of_table, Arc::clone(&table));
        page.leave_out(&left_out);
        Ok(table)
    }

    /// The table of this name.
    pub(crate) fn table(&self, name: &str) -> Result<Arc<Table>, TablesError> {
        let table = self.by_name.lock().get(name).cloned();
        table.ok_or(TablesError::NoTable)
    }

    /// The tables that can be watched.
    pub(crate) fn rows(&self) -> Vec<TableRow> {
        self.by_name.lock().values().map(|table| table.row()).collect()
    }

    /// Ends the tables that nobody comes back to, and forgets those that have ended.
    pub(crate) fn tidy(&self) {
        let all: Vec<Arc<Table>> = self.by_name.lock().values().cloned().collect();
        for table in &all {
            table.end_if_deserted(PATIENCE, PATIENCE_IN_GAME);
        }
        self.by_name.lock().retain(|_, table| !table.is_closed());
    }

    /// Ends all tables: running games are broken off, and their programs end.
    pub fn close(&self) {
        let all: Vec<Arc<Table>> = self.by_name.lock().drain().map(|(_, table)| table).collect();
        for table in all {
            table.close(SERVER_STOPPED);
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
