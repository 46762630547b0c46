//! Reports on the players of the archive. The program counts; the server gives it the games.

use std::sync::Arc;

use tandem_rules::notation::bpgn::{Reader, ReplayRules};

use crate::app::AppState;
use crate::archive::{Store, StoreError};
use crate::message::ToPage;
use crate::page_sender::PageSender;
use crate::plain::line_of;
use crate::table::MOST_PLIES;
use crate::turns::NoTurn;

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

/// Lets a page wait for the report on a player.
///
/// # Errors
/// [`ReportError`] if there is no archive, or too many questions wait.
pub(crate) fn report(
    app: &Arc<AppState>,
    page: &PageSender,
    player: &str,
) -> Result<(), ReportError> {
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
        match read.map(|()| study.finish()) {
            Ok(Some(report)) => own.answer(REPORT_PLAYER, &ToPage::PlayerReport { report }, turn),
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
    Ok(())
}
