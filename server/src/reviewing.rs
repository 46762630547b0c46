//! Reviews: games of files or of the archive, analyzed move by move in a thread of their own.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, TryRecvError, bounded};

use crate::archive::{Archive, NO_ARCHIVE, no_game};
use crate::files::{ReadFiles, read};
use crate::house::Common;
use crate::line::Line;
use crate::message::{GameFile, ReviewSource, ToPage};

/// Shortest time between two messages on the progress.
const PAUSE: Duration = Duration::from_millis(200);

/// A review that runs. It ends when this is dropped.
pub(crate) struct Review {
    _open: Sender<()>,
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
        let line = line.clone();
        common.at_a_desk("review", "no review can begin", move |common| {
            match files(source, common.archive.as_ref()) {
                Ok(files) => run(common, &line, id, &files, &stop),
                Err(reason) => line.refuse("review", reason),
            }
        })?;
        Ok(Self { _open: open })
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
            let found = archive.answer(move |store| store.load(game).ok().flatten());
            let (_, text) = found.flatten().ok_or_else(|| no_game(game))?;
            Ok(vec![GameFile { name: format!("game {game}"), text, base64: false }])
        }
    }
}

fn run(common: &Common, line: &Line, id: u32, files: &[GameFile], stop: &Receiver<()>) {
    let ReadFiles { games, faults } = read(files, common.lent.unpack);
    let plies = games.iter().map(|game| game.record.plies().len()).collect();
    line.send(&ToPage::ReviewRead { id, plies, faults });
    let progress = Progress { line, id, state: Mutex::new((0, Instant::now())) };
    for game in &games {
        let reviewed = common.lent.analysts.review(game, &|| progress.step(), stop);
        let Some(reviewed) = reviewed.filter(|_| !is_stopped(stop)) else { return };
        line.send(&ToPage::Reviewed { id, game: reviewed.game, bpgn: reviewed.bpgn });
    }
    line.send(&ToPage::ReviewDone { id });
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
