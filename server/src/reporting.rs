//! Reports on the players of the archive. The program counts and judges; the server gives it the games,
//! and its turn among the reviews.

use std::sync::Arc;

use crossbeam::channel::{Receiver, Sender, bounded};
use tandem_rules::notation::bpgn::{Reader, ReplayRules};

use crate::app::AppState;
use crate::archive::{Store, StoreError};
use crate::message::ToPage;
use crate::page_sender::PageSender;
use crate::plain::line_of;
use crate::pool::is_stopped;
use crate::services::PlayerStudy;
use crate::table::MOST_PLIES;
use crate::turns::{NoTurn, Turn};

/// The message that asks for one.
const REPORT_PLAYER: &str = "report_player";
/// The most games of a report, the newest ones: they are read while others wait for the archive.
const MOST_GAMES: u32 = 1000;
/// The most letters of a name.
const LONGEST_NAME: usize = 100;

/// Error for a report that is not made; it is said to people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    #[error(transparent)]
    Archive(#[from] StoreError),
    #[error(transparent)]
    Turn(#[from] NoTurn),
}

/// A report that is made. It ends when this is dropped.
pub(crate) struct Reporting {
    _open: Sender<()>,
}

impl Reporting {
    /// Lets a page wait for the report on a player.
    ///
    /// # Errors
    /// [`ReportError`] if there is no archive, or too many questions wait.
    pub(crate) fn begin(
        app: &Arc<AppState>,
        page: &PageSender,
        player: &str,
    ) -> Result<Self, ReportError> {
        let (open, stop) = bounded(0);
        let (own, of_app) = (page.clone(), Arc::clone(app));
        let player = line_of(player, LONGEST_NAME);
        let ask = move |store: &Store, turn| {
            let mut study = of_app.services.reporters.begin(&player);
            let read = store.games_of(&player, MOST_GAMES, |game, bpgn| {
                let mut games = Reader::with_options(bpgn.as_bytes(), ReplayRules::Recorded);
                if let Some(Ok(read)) = games.next()
                    && read.record.plies().len() <= MOST_PLIES
                {
                    study.add(game, &read.record);
                }
            });
            match read.map(|()| study.report()) {
                Ok(Some(report)) => {
                    let of = study.sample();
                    own.answer(REPORT_PLAYER, &ToPage::PlayerReport { report, to_judge: of }, turn);
                    // After the answer, so that no progress comes before it.
                    Judging { app: of_app, page: own, study, of, stop }.begin();
                }
                Ok(None) => {
                    own.refuse(
                        REPORT_PLAYER,
                        format!("no game here on two boards has a player `{player}`"),
                    );
                }
                Err(error) => own.refuse(REPORT_PLAYER, error),
            }
        };
        app.archive()?.ask(page, REPORT_PLAYER, ask)?;
        Ok(Self { _open: open })
    }
}

/// A report whose sample is judged.
struct Judging {
    app: Arc<AppState>,
    page: PageSender,
    study: Box<dyn PlayerStudy>,
    /// Number of moves of the sample.
    of: usize,
    stop: Receiver<()>,
}

impl Judging {
    fn begin(self) {
        if self.of == 0 {
            return;
        }
        let (app, page) = (Arc::clone(&self.app), self.page.clone());
        let pushed = app.pools.reviews.push(&page, REPORT_PLAYER, move |(), turn| self.go_on(turn));
        if let Err(full) = pushed {
            page.refuse(REPORT_PLAYER, full);
        }
    }

    /// Judges a few moves, and lets the others wait for their turns.
    fn go_on(mut self, turn: Turn) {
        if is_stopped(&self.stop) {
            return;
        }
        let Some(done) = self.study.judge(&self.stop) else { return };
        if is_stopped(&self.stop) {
            return;
        }
        let (app, page, of) = (Arc::clone(&self.app), self.page.clone(), self.of);
        if done < of {
            app.pools.reviews.again(&turn, &page, REPORT_PLAYER, move |(), turn| self.go_on(turn));
            page.answer(REPORT_PLAYER, &ToPage::PlayerJudged { done, of }, turn);
        } else if let Some(report) = self.study.report() {
            page.answer(REPORT_PLAYER, &ToPage::PlayerReport { report, to_judge: 0 }, turn);
        }
    }
}
