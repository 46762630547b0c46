//! The search for puzzles, in a thread of its own: game after game, slowly while games are played or reviewed.

use std::cell::Cell;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded};
use tandem_arbiter::lower_priority;

use crate::app::AppState;
use crate::archive::{Archive, Store, StoreError};
use crate::files::read;
use crate::message::GameFile;
use crate::services::FoundPuzzle;

/// Times as long as a question took that the search rests after it while others need the machine.
const REST: u32 = 9;

/// The search for puzzles. It ends soon after this is dropped.
pub(crate) struct Search {
    _open: Sender<()>,
}

impl Search {
    /// Begins to look for puzzles in the games that were not searched, and in those to come.
    pub(crate) fn begin(app: &Arc<AppState>) -> Option<Self> {
        let endings = app.archive.as_ref()?.endings();
        let (open, stop) = bounded(0);
        // Before any table is made: a game that runs is not searched.
        let old = app.archive.as_ref()?.read(Store::unsearched).unwrap_or_default();
        let app = Arc::clone(app);
        let run = move || {
            lower_priority();
            let searcher = Searcher { app, stop, since: Cell::new(Instant::now()) };
            if old.into_iter().all(|game| searcher.search(game)) {
                searcher.follow(&endings);
            }
        };
        match thread::Builder::new().name("puzzles".to_owned()).spawn(run) {
            Ok(_) => Some(Self { _open: open }),
            Err(error) => {
                log::warn!("no puzzles are looked for: {error}");
                None
            }
        }
    }
}

struct Searcher {
    app: Arc<AppState>,
    stop: Receiver<()>,
    /// The moment at which it began the question that it thinks about.
    since: Cell<Instant>,
}

impl Searcher {
    /// Searches the games that end.
    fn follow(&self, endings: &Receiver<i64>) {
        loop {
            crossbeam::select! {
                recv(self.stop) -> _ => return,
                recv(endings) -> game => match game {
                    Ok(game) if self.search(game) => {}
                    _ => return,
                },
            }
        }
    }

    /// Searches a game; false once the search is to end.
    fn search(&self, game: i64) -> bool {
        let Some(archive) = &self.app.archive else { return false };
        self.since.set(Instant::now());
        let Some(text) = load(archive, game) else { return self.goes_on() };
        let files = [GameFile { name: format!("game {game}"), text, base64: false }];
        let mut found = Vec::new();
        for read in read(&files, self.app.services.unpack).games {
            let puzzles = self.app.services.puzzlers.find(&read.record, &|| self.goes_on());
            let Some(puzzles) = puzzles else { return false };
            found.extend(puzzles);
        }
        keep(archive, game, found);
        true
    }

    /// Rests if others need the machine; false once the search is to end.
    fn goes_on(&self) -> bool {
        let others = self.app.games.are_running() || self.app.pools.reviews.is_busy();
        let rest = if others { self.since.get().elapsed() * REST } else { Duration::ZERO };
        let goes_on = self.stop.recv_timeout(rest) == Err(RecvTimeoutError::Timeout);
        self.since.set(Instant::now());
        goes_on
    }
}

/// The record of a game; `None` if it cannot be read.
fn load(archive: &Archive, game: i64) -> Option<String> {
    match archive.read(move |store| store.load(game)) {
        Ok(found) => found.map(|(_, text)| text),
        Err(error) => {
            log::warn!("no puzzles are looked for in game {game}: {error}");
            None
        }
    }
}

fn keep(archive: &Archive, game: i64, found: Vec<FoundPuzzle>) {
    match archive.change(move |store| store.add_puzzles(game, &found)) {
        // Closed: the server ends, and its next run searches the game again.
        Ok(()) | Err(StoreError::Closed) => {}
        Err(error) => log::error!("puzzles of game {game} are not kept: {error}"),
    }
}
