//! Reviews: games of files or of the archive, analyzed move by move in a thread of their own.

use std::sync::Arc;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, TryRecvError, bounded};

use crate::files::{ReadFiles, read};
use crate::house::{Common, Desks};
use crate::line::Line;
use crate::message::{GameFile, ToPage};

/// Shortest time between two messages on the progress.
const PAUSE: Duration = Duration::from_millis(200);

/// A review that runs. It ends when this is dropped.
pub(crate) struct Review {
    _open: Sender<()>,
}

impl Review {
    /// Begins to review the games of files for a connection.
    pub(crate) fn begin(
        common: &Arc<Common>,
        line: &Line,
        id: u32,
        files: Vec<GameFile>,
    ) -> Result<Self, String> {
        let desk = Desks::take(&common.desks)?;
        let (open, stop) = bounded(0);
        let (common, line) = (Arc::clone(common), line.clone());
        let run = move || {
            run(&common, &line, id, &files, &stop);
            drop(desk);
        };
        let thread = thread::Builder::new().name("review".to_owned()).spawn(run);
        thread.map_err(|error| format!("no review can begin: {error}"))?;
        Ok(Self { _open: open })
    }
}

fn run(common: &Common, line: &Line, id: u32, files: &[GameFile], stop: &Receiver<()>) {
    let ReadFiles { games, faults } = read(files);
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
