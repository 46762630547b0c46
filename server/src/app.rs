//! The state that all tables and all connections share.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};
use parking_lot::Mutex;

use crate::archive::{Archive, StoreError};
use crate::clock::ServerClock;
use crate::pool::Pool;
use crate::secret;
use crate::services::{GamesExplorer, ServiceError, Services};
use crate::slots::AnalysisSlots;
use crate::thinking::Thinking;
use crate::turns::MostWaiting;

/// Threads for errands.
const ERRANDS: usize = 2;
/// Most errands and reviews that wait. Each may hold a message of 1 MiB, and a review the games of one.
const MOST_ERRANDS: MostWaiting = MostWaiting { of_connection: 4, of_address: 16, in_all: 48 };
const MOST_REVIEWS: MostWaiting = MostWaiting { of_connection: 2, of_address: 8, in_all: 12 };

/// The state that all tables and all connections share.
pub(crate) struct AppState {
    pub(crate) services: Services,
    /// A name that no other run of a server has.
    pub(crate) run: String,
    pub(crate) clock: ServerClock,
    pub(crate) archive: Option<Archive>,
    pub(crate) slots: Arc<AnalysisSlots>,
    pub(crate) pools: Pools,
    pub(crate) thinking: Arc<Thinking>,
    pub(crate) games: Games,
}

impl AppState {
    /// The state of a server that begins.
    ///
    /// # Errors
    /// There are no threads or no random numbers for it.
    pub(crate) fn new(services: Services, archive: Option<Archive>) -> io::Result<Self> {
        Ok(Self {
            services,
            run: secret::name_of_run().map_err(io::Error::other)?,
            clock: ServerClock::start(),
            archive,
            slots: Arc::new(AnalysisSlots::of_this_machine()),
            pools: Pools::of_this_machine()?,
            thinking: Arc::new(Thinking::of_this_machine()),
            games: Games::new(),
        })
    }

    /// The games that are looked into.
    ///
    /// # Errors
    /// [`ServiceError`] if there are none.
    pub(crate) fn explorer(&self) -> Result<&dyn GamesExplorer, ServiceError> {
        let none = || ServiceError("this server has no file of games to look into".to_owned());
        self.services.explorer.as_deref().ok_or_else(none)
    }

    /// The archive.
    ///
    /// # Errors
    /// [`StoreError::NoArchive`] if there is none.
    pub(crate) fn archive(&self) -> Result<&Archive, StoreError> {
        self.archive.as_ref().ok_or(StoreError::NoArchive)
    }
}

/// Pools for the work of clients that takes longer than others should wait for it.
pub(crate) struct Pools {
    /// Openings, imports, answers to puzzles and questions to the explorer.
    pub(crate) errands: Pool<()>,
    /// Reviews, game by game, and the judging of moves that were played.
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
    pub(crate) fn wait(&self, at_most: Duration) {
        self.token.lock().take();
        if self.over.recv_timeout(at_most) == Err(RecvTimeoutError::Timeout) {
            log::warn!("a game has not ended in time");
        }
    }
}
