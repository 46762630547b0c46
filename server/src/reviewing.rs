//! Reviews: games of files or of the archive, analyzed move by move, in turns with other reviews.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, TryRecvError, bounded};
use tandem_rules::notation::bpgn::ReadGame;

use crate::archive::{Archive, NO_ARCHIVE, no_game};
use crate::files::{ReadFiles, read};
use crate::house::Common;
use crate::line::Line;
use crate::message::{GameFile, ReviewSource, ToPage};
use crate::pool::Turn;
use crate::table::MOST_PLIES;

/// Shortest time between two messages on the progress.
const PAUSE: Duration = Duration::from_millis(200);

/// The message that asks for one.
const REVIEW: &str = "review";

/// A review that runs. It ends when this is dropped, and leaves no work that waits.
pub(crate) struct Review {
    open: Option<Sender<()>>,
    common: Arc<Common>,
    line: Line,
}

impl Drop for Review {
    fn drop(&mut self) {
        drop(self.open.take()); // first, so that what is being done does not come back
        self.common.pools.reviews.withdraw(&self.line);
    }
}

impl Review {
    /// Begins to review games for a connection.
    ///
    /// # Errors
    /// One line on why that is not possible now.
    pub(crate) fn begin(
        common: &Arc<Common>,
        line: &Line,
        id: u32,
        source: ReviewSource,
    ) -> Result<Self, String> {
        if matches!(source, ReviewSource::Archive { .. }) && common.archive.is_none() {
            return Err(NO_ARCHIVE.to_owned());
        }
        let (open, stop) = bounded(0);
        let (own, reviews) = (line.clone(), &common.pools.reviews);
        let course_of = Arc::clone(common);
        reviews.push(line, REVIEW, move |(), turn| {
            match files(source, course_of.archive.as_ref()) {
                Ok(files) => Course::begin(course_of, own, id, &files, stop).go_on(turn),
                Err(reason) => own.refuse(REVIEW, reason),
            }
        })?;
        Ok(Self { open: Some(open), common: Arc::clone(common), line: line.clone() })
    }
}

/// The files of a source; those of the archive are waited for.
pub(crate) fn files(
    source: ReviewSource,
    archive: Option<&Archive>,
) -> Result<Vec<GameFile>, String> {
    match source {
        ReviewSource::Files { files } => Ok(files),
        ReviewSource::Archive { game } => {
            let archive = archive.ok_or(NO_ARCHIVE)?;
            let found = archive.read(move |store| store.load(game))?;
            let (_, text) = found.ok_or_else(|| no_game(game))?;
            Ok(vec![GameFile { name: format!("game {game}"), text, base64: false }])
        }
    }
}

/// The course of a review: the games that are left.
struct Course {
    common: Arc<Common>,
    line: Line,
    id: u32,
    games: std::vec::IntoIter<ReadGame>,
    /// Number of moves that are done.
    done: usize,
    stop: Receiver<()>,
}

impl Course {
    fn begin(
        common: Arc<Common>,
        line: Line,
        id: u32,
        files: &[GameFile],
        stop: Receiver<()>,
    ) -> Self {
        let mut read = read(files, common.lent.unpack);
        read.leave_out_longer(MOST_PLIES); // each game is one turn, for which others wait
        let ReadFiles { games, faults, .. } = read;
        let plies = games.iter().map(|game| game.record.plies().len()).collect();
        line.send(&ToPage::ReviewRead { id, plies, faults });
        Self { common, line, id, games: games.into_iter(), done: 0, stop }
    }

    /// Reviews the next game, and lets the others wait for their turns.
    fn go_on(mut self, turn: Turn) {
        if is_stopped(&self.stop) {
            return;
        }
        let Some(game) = self.games.next() else {
            return self.line.send(&ToPage::ReviewDone { id: self.id });
        };
        let progress = Progress {
            line: &self.line,
            id: self.id,
            state: Mutex::new((self.done, Instant::now())),
        };
        let reviewed = self.common.lent.analysts.review(&game, &|| progress.step(), &self.stop);
        let Some(reviewed) = reviewed.filter(|_| !is_stopped(&self.stop)) else { return };
        self.done += game.record.plies().len();
        let reviewed = ToPage::Reviewed { id: self.id, game: reviewed.game, bpgn: reviewed.bpgn };
        let (common, line) = (Arc::clone(&self.common), self.line.clone());
        common.pools.reviews.again(&turn, &line, REVIEW, move |(), turn| self.go_on(turn));
        line.answer(REVIEW, &reviewed, turn);
    }
}

fn is_stopped(stop: &Receiver<()>) -> bool {
    stop.try_recv() == Err(TryRecvError::Disconnected)
}

/// The moves that are done, told now and then.
struct Progress<'a> {
    line: &'a Line,
    id: u32,
    state: Mutex<(usize, Instant)>,
}

impl Progress<'_> {
    fn step(&self) {
        let Ok(mut state) = self.state.lock() else { return };
        let (done, told) = &mut *state;
        *done += 1;
        if told.elapsed() >= PAUSE {
            *told = Instant::now();
            self.line.send(&ToPage::ReviewProgress { id: self.id, done: *done });
        }
    }
}
