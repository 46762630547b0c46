//! The study of one connection: its analysis, its review, and its questions to the archive.

use std::sync::Arc;

use crate::archive::{Archive, NO_ARCHIVE, Store, no_game};
use crate::files::{ReadFiles, read};
use crate::findings::Findings;
use crate::house::{Common, Desks, TakenDesk};
use crate::lent::Desk;
use crate::line::Line;
use crate::look::look;
use crate::message::{AnalysisPosition, FromPage, GameFile, ReviewSource, ToPage};
use crate::opening::open;
use crate::puzzles;
use crate::reviewing::Review;

/// Most best lines of a board.
const MOST_LINES: u8 = 5;

pub(crate) struct Study {
    common: Arc<Common>,
    line: Line,
    pub(crate) findings: Arc<Findings>,
    /// The desk of this connection, with its place among those of the machine.
    desk: Option<(Box<dyn Desk>, TakenDesk)>,
    review: Option<Review>,
}

impl Drop for Study {
    fn drop(&mut self) {
        if let Some(archive) = &self.common.archive {
            archive.withdraw(&self.line);
        }
    }
}

impl Study {
    pub(crate) fn new(common: Arc<Common>, line: Line) -> Self {
        Self { common, line, findings: Arc::default(), desk: None, review: None }
    }

    /// True for the messages that are about this.
    pub(crate) const fn takes(asked: &FromPage) -> bool {
        matches!(
            asked,
            FromPage::Look { .. }
                | FromPage::Analyze { .. }
                | FromPage::StopAnalysis {}
                | FromPage::OpenGame { .. }
                | FromPage::Review { .. }
                | FromPage::StopReview {}
                | FromPage::SearchArchive { .. }
                | FromPage::LoadArchived { .. }
                | FromPage::AddToArchive { .. }
                | FromPage::NextPuzzle { .. }
                | FromPage::LoadPuzzle { .. }
                | FromPage::AnswerPuzzle { .. }
        )
    }

    /// Does what is asked for.
    ///
    /// # Errors
    /// One line on why it was not done.
    pub(crate) fn take(&mut self, asked: FromPage) -> Result<(), String> {
        match asked {
            FromPage::Look { id, position, m } => {
                let (looked, left_out) = look(id, position, m.as_ref())?;
                self.line.send(&looked);
                self.line.leave_out(&left_out);
                Ok(())
            }
            FromPage::Analyze { id, position, lines } => self.analyze(id, &position, lines),
            FromPage::StopAnalysis {} => {
                self.stop_analysis();
                Ok(())
            }
            FromPage::OpenGame { id, source } => open(&self.common, &self.line, id, source),
            FromPage::Review { id, source } => self.review(id, source),
            FromPage::StopReview {} => {
                self.review = None;
                Ok(())
            }
            FromPage::SearchArchive { query } => {
                let line = self.line.clone();
                let search = move |store: &Store, turn| match store.search(&query) {
                    Ok((games, total)) => {
                        line.answer("search_archive", &ToPage::ArchiveList { games, total }, turn);
                    }
                    Err(error) => line.refuse("search_archive", error.to_string()),
                };
                self.archive()?.ask(&self.line, "search_archive", search)
            }
            FromPage::LoadArchived { game } => {
                let line = self.line.clone();
                let load = move |store: &Store, turn| match store.load(game) {
                    Ok(Some((game, bpgn))) => {
                        line.answer("load_archived", &ToPage::ArchiveGame { game, bpgn }, turn);
                    }
                    Ok(None) => line.refuse("load_archived", no_game(game)),
                    Err(error) => line.refuse("load_archived", error.to_string()),
                };
                self.archive()?.ask(&self.line, "load_archived", load)
            }
            FromPage::AddToArchive { files } => self.add(files),
            FromPage::NextPuzzle { kind, but } => {
                let choose = move |store: &Store| store.next_puzzle(kind, but);
                puzzles::ask(self.archive()?, &self.line, "next_puzzle", choose)
            }
            FromPage::LoadPuzzle { puzzle } => {
                let choose = move |store: &Store| store.puzzle(puzzle);
                puzzles::ask(self.archive()?, &self.line, "load_puzzle", choose)
            }
            FromPage::AnswerPuzzle { puzzle, answer } => {
                self.archive()?;
                puzzles::answer(&self.common, &self.line, puzzle, answer)
            }
            _ => Err("this is no question to a study".to_owned()),
        }
    }

    fn analyze(&mut self, id: u32, position: &AnalysisPosition, lines: u8) -> Result<(), String> {
        self.findings.begin(Some(id));
        let begun = self.begin_analysis(id, position, lines);
        if begun.is_err() {
            self.stop_analysis();
        }
        begun
    }

    fn begin_analysis(
        &mut self,
        id: u32,
        position: &AnalysisPosition,
        lines: u8,
    ) -> Result<(), String> {
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(format!("{lines} lines are not shown, expected 1 to {MOST_LINES}"));
        }
        // One that was given up is dropped before another is taken, whose place it would free.
        if self.desk.as_ref().is_some_and(|(_, place)| !place.is_held()) {
            self.desk = None;
        }
        if self.desk.is_none() {
            let place = Desks::take(&self.common.desks, self.line.client, &self.findings)?;
            let findings = Arc::clone(&self.findings);
            let tell = Box::new(move |id, finding| findings.keep(id, finding));
            self.desk = Some((self.common.lent.analysts.desk(tell), place));
        }
        let Some((desk, _)) = &mut self.desk else { return Ok(()) };
        desk.begin(id, position, usize::from(lines))
    }

    fn stop_analysis(&mut self) {
        self.findings.begin(None);
        self.desk = None;
    }

    /// Frees the desk if there is nothing to analyze any more.
    pub(crate) fn rest(&mut self) {
        if self.findings.is_idle() {
            self.desk = None;
        }
    }

    fn review(&mut self, id: u32, source: ReviewSource) -> Result<(), String> {
        self.review = None;
        self.review = Some(Review::begin(&self.common, &self.line, id, source)?);
        Ok(())
    }

    /// Adds the games of files to the archive, in its turn: reading takes longer than a player of
    /// another connection should wait.
    fn add(&self, files: Vec<GameFile>) -> Result<(), String> {
        self.archive()?;
        let (line, common) = (self.line.clone(), Arc::clone(&self.common));
        self.common.pools.errands.push(&self.line, "add_to_archive", move |(), turn| {
            let ReadFiles { games, faults, .. } = read(&files, common.lent.unpack);
            let count = games.len();
            let Some(archive) = &common.archive else { return };
            match archive.import(games.into_iter().map(|game| game.record).collect()) {
                Ok(()) => {
                    let added = ToPage::ArchiveAdded { games: count, faults };
                    line.answer("add_to_archive", &added, turn);
                }
                Err(reason) => line.refuse("add_to_archive", reason),
            }
        })
    }

    fn archive(&self) -> Result<&Archive, String> {
        self.common.archive.as_ref().ok_or_else(|| NO_ARCHIVE.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use crossbeam::channel::bounded;

    use super::*;
    use crate::house::House;
    use crate::lent::tests::lent;
    use crate::turns::tests::client;

    fn analyze(id: u32) -> FromPage {
        let position =
            AnalysisPosition { rules: "fics".to_owned(), fens: Vec::new(), clocks_ms: None };
        FromPage::Analyze { id, position, lines: 1 }
    }

    #[test]
    fn questions_to_the_archive_end_with_their_connection() {
        let folder = tempfile::tempdir().expect("a folder");
        let archive = Archive::open(&folder.path().join("games.sqlite")).expect("an archive");
        let house = House::new(lent(), Some(archive)).expect("threads");
        let archive = house.common.archive.as_ref().expect("it is there");
        let (line, _waiting) = Line::new(client(1, 1), &Arc::default());
        let (begins, begun) = bounded(0);
        let (goes_on, ends) = bounded::<()>(0);
        let (answers, answered) = bounded(9);
        let first = move |_: &Store, turn| {
            begins.send(()).expect("it is waited for");
            let _ended = ends.recv();
            drop(turn);
        };
        archive.ask(&line, "search_archive", first).expect("there is room");
        begun.recv().expect("it begins");
        let study = Study::new(Arc::clone(&house.common), line.clone());
        let tell = answers.clone();
        let late = move |_: &Store, _| tell.send("withdrawn").expect("it is heard");
        archive.ask(&line, "search_archive", late).expect("there is room");
        drop(study);
        let last = move |_: &Store, _| answers.send("asked later").expect("it is heard");
        archive.ask(&line, "search_archive", last).expect("there is room");
        drop(goes_on);
        assert_eq!(answered.iter().collect::<Vec<_>>(), ["asked later"]);
        house.close();
    }

    #[test]
    fn one_whose_desk_was_given_up_analyzes_again_only_at_another() {
        let house = House::new(lent(), None).expect("threads");
        let (freight, mut studies) = (Arc::default(), Vec::new());
        let study = |address, connection| {
            let (line, _) = Line::new(client(address, connection), &freight);
            Study::new(Arc::clone(&house.common), line)
        };
        let full = loop {
            studies.push(study(1, studies.len() as u64));
            if let Err(full) = studies.last_mut().expect("one").take(analyze(1)) {
                break full;
            }
        };
        let mut other = study(2, 1000);
        other.take(analyze(1)).expect("a desk is given up");
        // It is asked for the next position before it has heard that its desk was given up.
        assert_eq!(studies[0].take(analyze(2)), Err(full));
        assert!(studies[0].findings.is_idle());
        assert!(studies[1].take(analyze(2)).is_ok(), "it has its desk");
        drop(studies.split_off(2));
        studies[0].take(analyze(3)).expect("a desk is free again");
        assert!(studies[0].desk.as_ref().is_some_and(|(_, place)| place.is_held()));
    }
}
