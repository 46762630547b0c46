//! The study of one connection: its analysis, its review, and its questions to the archive.

use std::sync::Arc;

use crate::app::AppState;
use crate::archive::{Archive, Imported, Store, StoreError};
use crate::exploring::Exploring;
use crate::files::{ReadFiles, read};
use crate::findings::Findings;
use crate::look::{PositionError, look, outcome};
use crate::message::{
    AnalysisPosition, ArchiveRequest, GameFile, PositionOutcome, PuzzleRequest, ReviewSource,
    StudyRequest, ToPage,
};
use crate::opening::open;
use crate::page_sender::PageSender;
use crate::puzzles::{self, Given, Wish};
use crate::reporting::{ReportError, Reporting};
use crate::reviewing::Review;
use crate::services::{Analyzer, Effort, ServiceError, Wanted};
use crate::slots::{AnalysisSlot, AnalysisSlots, NoSlot};
use crate::turns::NoTurn;

/// Most best lines of a board.
const MOST_LINES: usize = 5;

/// Error for something that a study does not do; it is said to people.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StudyError {
    #[error("there is no analysis while your game runs")]
    GameRuns,
    #[error("games are deleted only on the machine that serves the page")]
    NotHere,
    #[error("{0} lines are not shown, expected 1 to {MOST_LINES}")]
    Lines(usize),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Slot(#[from] NoSlot),
    #[error(transparent)]
    Analyzer(#[from] ServiceError),
    #[error(transparent)]
    Turn(#[from] NoTurn),
    #[error(transparent)]
    Archive(#[from] StoreError),
    #[error(transparent)]
    Report(#[from] ReportError),
}

/// The place that a page is used from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whence {
    /// The machine that serves it.
    Here,
    /// The network, or a proxy that speaks for it.
    Elsewhere,
}

pub(crate) struct Study {
    app: Arc<AppState>,
    page: PageSender,
    whence: Whence,
    pub(crate) findings: Arc<Findings>,
    /// The analyzer of this connection, with its slot among those of the machine.
    analyzer: Option<(Box<dyn Analyzer>, AnalysisSlot)>,
    review: Option<Review>,
    exploring: Option<Exploring>,
    reporting: Option<Reporting>,
}

impl Drop for Study {
    fn drop(&mut self) {
        if let Some(archive) = &self.app.archive {
            archive.withdraw(&self.page);
        }
    }
}

impl Study {
    pub(crate) fn new(app: Arc<AppState>, page: PageSender, whence: Whence) -> Self {
        Self {
            app,
            page,
            whence,
            findings: Arc::default(),
            analyzer: None,
            review: None,
            exploring: None,
            reporting: None,
        }
    }

    /// True if games of the archive may be deleted from here.
    pub(crate) fn may_delete(&self) -> bool {
        self.whence == Whence::Here && self.app.archive.is_some()
    }

    /// Does what is asked for.
    ///
    /// # Errors
    /// [`StudyError`] if it was not done.
    pub(crate) fn take(&mut self, asked: StudyRequest) -> Result<(), StudyError> {
        match asked {
            StudyRequest::Look { id, position, m } => {
                let (looked, left_out) = look(id, position, m.as_ref())?;
                self.page.send(&looked);
                self.page.leave_out(&left_out);
            }
            StudyRequest::Analyze { id, position, lines, team, must_move } => {
                let lines = lines.into();
                let must_move = must_move.map(Into::into);
                self.analyze(id, &position, Wanted { lines, team: team.into(), must_move })?;
            }
            StudyRequest::StopAnalysis {} => self.stop_analysis(),
            StudyRequest::OpenGame { id, source } => open(&self.app, &self.page, id, source)?,
            StudyRequest::Review { id, source, quick } => {
                let effort = if quick { Effort::Quick } else { Effort::Whole };
                self.review(id, source, effort)?;
            }
            StudyRequest::StopReview {} => self.review = None,
            StudyRequest::Explore { id, question, judged } => {
                self.exploring = None;
                let exploring = Exploring::begin(&self.app, &self.page, (id, judged), question)?;
                self.exploring = Some(exploring);
            }
            StudyRequest::StopExploring {} => self.exploring = None,
        }
        Ok(())
    }

    /// Asks the archive.
    ///
    /// # Errors
    /// [`StudyError`] if it was not asked.
    pub(crate) fn ask_archive(&mut self, asked: ArchiveRequest) -> Result<(), StudyError> {
        match asked {
            ArchiveRequest::SearchArchive { query } => {
                let page = self.page.clone();
                let search = move |store: &Store, turn| match store.search(&query) {
                    Ok((games, total)) => {
                        page.answer("search_archive", &ToPage::ArchiveList { games, total }, turn);
                    }
                    Err(error) => page.refuse("search_archive", error),
                };
                self.app.archive()?.ask(&self.page, "search_archive", search)?;
            }
            ArchiveRequest::LoadArchived { game } => {
                let page = self.page.clone();
                let load = move |store: &Store, turn| match store.load(game) {
                    Ok(Some((game, bpgn))) => {
                        page.answer("load_archived", &ToPage::ArchiveGame { game, bpgn }, turn);
                    }
                    Ok(None) => page.refuse("load_archived", StoreError::NoGame(game)),
                    Err(error) => page.refuse("load_archived", error),
                };
                self.app.archive()?.ask(&self.page, "load_archived", load)?;
            }
            ArchiveRequest::ReportPlayer { player } => {
                self.reporting = None;
                self.reporting = Some(Reporting::begin(&self.app, &self.page, &player)?);
            }
            ArchiveRequest::StopReport {} => self.reporting = None,
            ArchiveRequest::AddToArchive { files } => self.add(files)?,
            ArchiveRequest::DeleteArchived { game } => {
                let deleted = ToPage::ArchiveDeleted { game };
                self.change("delete_archived", deleted, move |archive| archive.delete(game))?;
            }
            ArchiveRequest::RestoreArchived { game } => {
                let restored = ToPage::ArchiveRestored { game };
                self.change("restore_archived", restored, move |archive| archive.restore(game))?;
            }
        }
        Ok(())
    }

    /// Asks for a puzzle, or answers one.
    ///
    /// # Errors
    /// [`StudyError`] if it was not asked.
    pub(crate) fn ask_puzzles(&mut self, asked: PuzzleRequest) -> Result<(), StudyError> {
        match asked {
            PuzzleRequest::NextPuzzle { from, player, kind, but } => {
                puzzles::ask(&self.app, &self.page, Wish { from, player, kind, but })?;
            }
            PuzzleRequest::LoadPuzzle { puzzle } => {
                puzzles::load(&self.app, &self.page, puzzle)?;
            }
            PuzzleRequest::HintPuzzle { puzzle } => {
                puzzles::hint(&self.app, &self.page, puzzle)?;
            }
            PuzzleRequest::AnswerPuzzle { puzzle, answer, hinted } => {
                self.app.archive()?;
                puzzles::answer(&self.app, &self.page, Given { puzzle, answer, hinted })?;
            }
        }
        Ok(())
    }

    fn analyze(
        &mut self,
        id: u32,
        position: &AnalysisPosition,
        wanted: Wanted,
    ) -> Result<(), StudyError> {
        self.findings.begin(Some(id));
        if let Some(PositionOutcome { reason, .. }) = outcome(position) {
            self.findings.end(&reason);
            self.analyzer = None;
            return Ok(());
        }
        let begun = self.begin_analysis(id, position, wanted);
        if begun.is_err() {
            self.stop_analysis();
        }
        begun
    }

    fn begin_analysis(
        &mut self,
        id: u32,
        position: &AnalysisPosition,
        wanted: Wanted,
    ) -> Result<(), StudyError> {
        if !(1..=MOST_LINES).contains(&wanted.lines) {
            return Err(StudyError::Lines(wanted.lines));
        }
        // One that was given up is dropped before another is taken, whose place it would free.
        if self.analyzer.as_ref().is_some_and(|(_, place)| !place.is_held()) {
            self.analyzer = None;
        }
        if self.analyzer.is_none() {
            let place = AnalysisSlots::take(&self.app.slots, self.page.client, &self.findings)?;
            let findings = Arc::clone(&self.findings);
            let tell = Box::new(move |id, finding| findings.keep(id, finding));
            self.analyzer = Some((self.app.services.analysts.analyzer(tell), place));
        }
        let Some((analyzer, _)) = &mut self.analyzer else { return Ok(()) };
        Ok(analyzer.begin(id, position, wanted)?)
    }

    fn stop_analysis(&mut self) {
        self.findings.begin(None);
        self.analyzer = None;
    }

    /// Frees the slot if there is nothing to analyze any more.
    pub(crate) fn rest(&mut self) {
        if self.findings.is_idle() {
            self.analyzer = None;
        }
    }

    fn review(&mut self, id: u32, source: ReviewSource, effort: Effort) -> Result<(), StudyError> {
        self.review = None;
        match source {
            ReviewSource::Archive { .. } => {
                self.app.archive()?;
            }
            ReviewSource::Explorer { .. } => {
                self.app.explorer()?;
            }
            ReviewSource::Files { .. } => {}
        }
        self.review = Some(Review::begin(&self.app, &self.page, id, source, effort)?);
        Ok(())
    }

    /// Changes the archive, in its turn, for those who may.
    fn change(
        &self,
        what: &'static str,
        done: ToPage,
        change: impl FnOnce(&Archive) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StudyError> {
        self.app.archive()?;
        if !self.may_delete() {
            return Err(StudyError::NotHere);
        }
        let (page, app) = (self.page.clone(), Arc::clone(&self.app));
        self.app.pools.errands.push(&self.page, what, move |(), turn| {
            match app.archive().and_then(change) {
                Ok(()) => page.answer(what, &done, turn),
                Err(reason) => page.refuse(what, reason),
            }
        })?;
        Ok(())
    }

    /// Adds the games of files to the archive, in its turn: reading takes longer than a player of
    /// another connection should wait.
    fn add(&self, files: Vec<GameFile>) -> Result<(), StudyError> {
        self.app.archive()?;
        let (page, app) = (self.page.clone(), Arc::clone(&self.app));
        self.app.pools.errands.push(&self.page, "add_to_archive", move |(), turn| {
            let ReadFiles { games, faults, .. } = read(&files, app.services.unpack);
            let Some(archive) = &app.archive else { return };
            match archive.import(games.into_iter().map(|game| game.record).collect()) {
                Ok(Imported { new, known, first }) => {
                    let added = ToPage::ArchiveAdded { games: new, known, first, faults };
                    page.answer("add_to_archive", &added, turn);
                }
                Err(reason) => page.refuse("add_to_archive", reason),
            }
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::bounded;

    use super::*;
    use crate::message::TeamName;
    use crate::services::tests::services;
    use crate::tables::Tables;
    use crate::turns::tests::client;

    fn analyze(id: u32) -> StudyRequest {
        let position =
            AnalysisPosition { rules: "fics".to_owned(), fens: Vec::new(), clocks_ms: None };
        StudyRequest::Analyze { id, position, lines: 1, team: TeamName::One, must_move: None }
    }

    #[test]
    fn questions_to_the_archive_end_with_their_connection() {
        let folder = tempfile::tempdir().expect("a folder");
        let archive = Archive::open(&folder.path().join("games.sqlite")).expect("an archive");
        let tables = Tables::new(services(), Some(archive)).expect("threads");
        let archive = tables.app.archive.as_ref().expect("it is there");
        let (page, _waiting) = PageSender::new(client(1, 1), &Arc::default());
        let (begins, begun) = bounded(0);
        let (goes_on, ends) = bounded::<()>(0);
        let (answers, answered) = bounded(9);
        let first = move |_: &Store, turn| {
            begins.send(()).expect("it is waited for");
            let _ended = ends.recv();
            drop(turn);
        };
        archive.ask(&page, "search_archive", first).expect("there is room");
        begun.recv().expect("it begins");
        let study = Study::new(Arc::clone(&tables.app), page.clone(), Whence::Here);
        let tell = answers.clone();
        let late = move |_: &Store, _| tell.send("withdrawn").expect("it is heard");
        archive.ask(&page, "search_archive", late).expect("there is room");
        drop(study);
        let last = move |_: &Store, _| answers.send("asked later").expect("it is heard");
        archive.ask(&page, "search_archive", last).expect("there is room");
        drop(goes_on);
        assert_eq!(answered.iter().collect::<Vec<_>>(), ["asked later"]);
        tables.close();
    }

    #[test]
    fn a_game_that_is_over_is_not_searched() {
        let tables = Tables::new(services(), None).expect("threads");
        let (page, _) = PageSender::new(client(1, 1), &Arc::default());
        let mut study = Study::new(Arc::clone(&tables.app), page, Whence::Here);
        let position = AnalysisPosition {
            rules: "crazyhouse".to_owned(),
            fens: vec!["6rk/5Npp/8/8/8/8/8/4K3[] b - - 0 1".to_owned()],
            clocks_ms: None,
        };
        let StudyRequest::Analyze { lines, team, must_move, .. } = analyze(7) else {
            unreachable!("it is made so")
        };
        let asked = StudyRequest::Analyze { id: 7, position, lines, team, must_move };
        study.take(asked).expect("it is answered");
        assert!(study.analyzer.is_none());
        let reason = "Black is mated".to_owned();
        assert_eq!(study.findings.take(), [ToPage::AnalysisDone { id: 7, reason }]);
    }

    #[test]
    fn one_whose_slot_was_given_up_analyzes_again_only_at_another() {
        let tables = Tables::new(services(), None).expect("threads");
        let (backlog, mut studies) = (Arc::default(), Vec::new());
        let study = |address, connection| {
            let (page, _) = PageSender::new(client(address, connection), &backlog);
            Study::new(Arc::clone(&tables.app), page, Whence::Here)
        };
        let full = loop {
            studies.push(study(1, studies.len() as u64));
            if let Err(full) = studies.last_mut().expect("one").take(analyze(1)) {
                break full;
            }
        };
        let mut other = study(2, 1000);
        other.take(analyze(1)).expect("a slot is given up");
        // It is asked for the next position before it has heard that its slot was given up.
        let again = studies[0].take(analyze(2)).expect_err("its slot was given up");
        assert_eq!(again.to_string(), full.to_string());
        assert!(studies[0].findings.is_idle());
        assert!(studies[1].take(analyze(2)).is_ok(), "it has its slot");
        drop(studies.split_off(2));
        studies[0].take(analyze(3)).expect("a slot is free again");
        assert!(studies[0].analyzer.as_ref().is_some_and(|(_, place)| place.is_held()));
    }
}
