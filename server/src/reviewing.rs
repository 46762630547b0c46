//! Reviews: games of files or of the archive, analyzed move by move, in turns with other reviews.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, bounded};
use parking_lot::Mutex;
use tandem_rules::notation::bpgn::ReadGame;

use crate::app::AppState;
use crate::archive::StoreError;
use crate::files::{ReadFiles, read};
use crate::message::{GameFile, ReviewSource, ToPage};
use crate::page_sender::PageSender;
use crate::pool::is_stopped;
use crate::services::{Effort, ServiceError};
use crate::table::MOST_PLIES;
use crate::turns::{NoTurn, Turn};

/// Shortest time between two messages on the progress.
const PAUSE: Duration = Duration::from_millis(200);

/// The message that asks for one.
const REVIEW: &str = "review";

/// A review that runs. It ends when this is dropped, and leaves no work that waits.
pub(crate) struct Review {
    open: Option<Sender<()>>,
    app: Arc<AppState>,
    page: PageSender,
}

impl Drop for Review {
    fn drop(&mut self) {
        drop(self.open.take()); // first, so that what is being done does not come back
        self.app.pools.reviews.withdraw(&self.page);
    }
}

impl Review {
    /// Begins to review games for a connection.
    ///
    /// # Errors
    /// [`NoTurn`] if too many reviews wait.
    pub(crate) fn begin(
        app: &Arc<AppState>,
        page: &PageSender,
        id: u32,
        source: ReviewSource,
        effort: Effort,
    ) -> Result<Self, NoTurn> {
        let (open, stop) = bounded(0);
        let (own, reviews) = (page.clone(), &app.pools.reviews);
        let course_of = Arc::clone(app);
        reviews.push(page, REVIEW, move |(), turn| match files(source, &course_of) {
            Ok(files) => Course::begin(course_of, own, (id, effort), &files, stop).go_on(turn),
            Err(reason) => own.refuse(REVIEW, reason),
        })?;
        Ok(Self { open: Some(open), app: Arc::clone(app), page: page.clone() })
    }
}

/// Error for a source without the game that is asked for; it is said to people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SourceError {
    #[error(transparent)]
    Archive(#[from] StoreError),
    #[error(transparent)]
    Explorer(#[from] ServiceError),
}

/// The files of a source; those of the archive are waited for.
///
/// # Errors
/// [`SourceError`] if the archive or the explorer does not have them.
pub(crate) fn files(source: ReviewSource, app: &AppState) -> Result<Vec<GameFile>, SourceError> {
    match source {
        ReviewSource::Files { files } => Ok(files),
        ReviewSource::Archive { game } => {
            let found = app.archive()?.read(move |store| store.load(game));
            let found = found.map_err(StoreError::from)?;
            let (_, text) = found.ok_or(StoreError::NoGame(game))?;
            Ok(vec![GameFile { name: format!("game {game}"), text, base64: false }])
        }
        ReviewSource::Explorer { board } => {
            let text = app.explorer()?.game(board)?;
            Ok(vec![GameFile { name: format!("board {board}"), text, base64: false }])
        }
    }
}

/// The course of a review: the games that are left.
struct Course {
    app: Arc<AppState>,
    page: PageSender,
    id: u32,
    effort: Effort,
    games: std::vec::IntoIter<ReadGame>,
    /// Number of moves that are done.
    done: usize,
    stop: Receiver<()>,
}

impl Course {
    fn begin(
        app: Arc<AppState>,
        page: PageSender,
        (id, effort): (u32, Effort),
        files: &[GameFile],
        stop: Receiver<()>,
    ) -> Self {
        let mut read = read(files, app.services.unpack);
        read.leave_out_longer(MOST_PLIES); // each game is one turn, for which others wait
        let ReadFiles { games, faults, .. } = read;
        let plies = games.iter().map(|game| game.record.plies().len()).collect();
        page.send(&ToPage::ReviewRead { id, plies, faults });
        Self { app, page, id, effort, games: games.into_iter(), done: 0, stop }
    }

    /// Reviews the next game, and lets the others wait for their turns.
    fn go_on(mut self, turn: Turn) {
        if is_stopped(&self.stop) {
            return;
        }
        let Some(game) = self.games.next() else {
            return self.page.send(&ToPage::ReviewDone { id: self.id });
        };
        let progress = Progress {
            page: &self.page,
            id: self.id,
            state: Mutex::new((self.done, Instant::now())),
        };
        let analysts = &self.app.services.analysts;
        let reviewed = analysts.review(&game, self.effort, &|| progress.step(), &self.stop);
        let Some(reviewed) = reviewed.filter(|_| !is_stopped(&self.stop)) else { return };
        self.done += game.record.plies().len();
        let reviewed = ToPage::Reviewed { id: self.id, game: reviewed.game, bpgn: reviewed.bpgn };
        let (app, page) = (Arc::clone(&self.app), self.page.clone());
        app.pools.reviews.again(&turn, &page, REVIEW, move |(), turn| self.go_on(turn));
        page.answer(REVIEW, &reviewed, turn);
    }
}

/// The moves that are done, told now and then.
struct Progress<'a> {
    page: &'a PageSender,
    id: u32,
    state: Mutex<(usize, Instant)>,
}

impl Progress<'_> {
    fn step(&self) {
        let mut state = self.state.lock();
        let (done, told) = &mut *state;
        *done += 1;
        if told.elapsed() >= PAUSE {
            *told = Instant::now();
            self.page.send(&ToPage::ReviewProgress { id: self.id, done: *done });
        }
    }
}
