//! Questions and answers: a puzzle is asked, and an answer is judged in its turn.

use std::sync::Arc;

use tandem_arbiter::date;

use super::choosing;
use super::course::Course;
use super::lines::{dropped, first, steps};
use super::schedule::{Outcome, Schedule};
use crate::app::AppState;
use crate::archive::{KeptPuzzle, Store, StoreError, day_of};
use crate::look::{PositionError, boards_of, state};
use crate::message::{
    PuzzleAnswer, PuzzleKind, PuzzleRecord, PuzzleSource, PuzzleState, PuzzleVerdict, ToPage,
};
use crate::page_sender::PageSender;
use crate::services::{FoundPuzzle, SetPuzzle};
use crate::study::StudyError;
use crate::turns::NoTurn;

/// Error for a puzzle that cannot be asked, or an answer that cannot be judged; it is said to people.
#[derive(Debug, thiserror::Error)]
pub(super) enum PuzzleError {
    #[error("this is no answer to the question")]
    OtherQuestion,
    #[error("an answer has at least one move")]
    NoMove,
    #[error("{0} moves are no answer")]
    Moves(usize),
    #[error("{0} captures nothing")]
    NoCapture(String),
    #[error("losses have the name of a player")]
    NoPlayer,
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<rusqlite::Error> for PuzzleError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The wish for a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) from: PuzzleSource,
    /// The player whose losses are meant.
    pub(crate) player: Option<String>,
    pub(crate) kind: Option<PuzzleKind>,
    /// The puzzle that it should not be.
    pub(crate) but: Option<i64>,
}

/// Sends the next puzzle that fits a wish, or that there is none.
///
/// # Errors
/// [`StudyError`] if there is no archive, or too many questions wait.
pub(crate) fn ask(app: &Arc<AppState>, page: &PageSender, wish: Wish) -> Result<(), StudyError> {
    let today = date::now();
    send(app, page, "next_puzzle", move |store, set| {
        let puzzle = next(store, set, &wish, &today)?;
        asked(store, set, puzzle, wish.from)
    })
}

/// Sends a puzzle by its number.
///
/// # Errors
/// [`StudyError`] if there is no archive, or too many questions wait.
pub(crate) fn load(app: &Arc<AppState>, page: &PageSender, puzzle: i64) -> Result<(), StudyError> {
    send(app, page, "load_puzzle", move |store, set| {
        asked(store, set, kept(store, set, puzzle)?, source_of(puzzle))
    })
}

/// Sends the first move of the solution of a puzzle, to be hinted at.
///
/// # Errors
/// [`StudyError`] if there is no archive, or too many questions wait.
pub(crate) fn hint(app: &Arc<AppState>, page: &PageSender, puzzle: i64) -> Result<(), StudyError> {
    send(app, page, "hint_puzzle", move |store, set| {
        let kept = kept(store, set, puzzle)?.ok_or(StoreError::NoPuzzle(puzzle))?;
        let first = first(&kept.found)?;
        let piece = first.as_ref().and_then(|step| dropped(&step.san));
        let piece = piece.map(|piece| piece.to_char().to_string());
        let squares = first.map_or_else(Vec::new, |step| step.squares);
        Ok(ToPage::PuzzleHint { puzzle, squares, piece })
    })
}

/// Sends the answer to a question to the archive and the set.
fn send(
    app: &Arc<AppState>,
    page: &PageSender,
    what: &'static str,
    question: impl FnOnce(&Store, &[SetPuzzle]) -> Result<ToPage, PuzzleError> + Send + 'static,
) -> Result<(), StudyError> {
    let (own, knows) = (page.clone(), Arc::clone(app));
    app.archive()?.ask(page, what, move |store, turn| {
        match question(store, knows.services.puzzlers.set()) {
            Ok(message) => own.answer(what, &message, turn),
            Err(reason) => own.refuse(what, reason),
        }
    })?;
    Ok(())
}

/// The puzzle that is to be asked next on a day.
fn next(
    store: &Store,
    set: &[SetPuzzle],
    Wish { from, player, kind, but }: &Wish,
    today: &str,
) -> Result<Option<KeptPuzzle>, PuzzleError> {
    let answers = store.puzzle_answers()?;
    let day = day_of(today);
    match from {
        PuzzleSource::Set => {
            let chosen = choosing::of_set(set, *kind, *but, &answers, day);
            Ok(chosen.map(KeptPuzzle::of_set))
        }
        PuzzleSource::Games => {
            for puzzle in Schedule::of(&answers).due(day) {
                let due = store.puzzle(puzzle)?.filter(|_| Some(puzzle) != *but);
                let wanted = |due: &KeptPuzzle| kind.is_none_or(|kind| due.found.kind == kind);
                if let Some(due) = due.filter(wanted) {
                    return Ok(Some(due));
                }
            }
            Ok(store.next_puzzle(*kind, *but)?)
        }
        PuzzleSource::Losses => {
            let player = player.as_deref().map(str::trim).filter(|player| !player.is_empty());
            let losses = store.losses(*kind, player.ok_or(PuzzleError::NoPlayer)?)?;
            let chosen = choosing::of_losses(&losses, *but, &answers, day);
            Ok(chosen.map(|puzzle| store.puzzle(puzzle)).transpose()?.flatten())
        }
    }
}

/// A puzzle of the set or of the archive.
fn kept(store: &Store, set: &[SetPuzzle], puzzle: i64) -> Result<Option<KeptPuzzle>, PuzzleError> {
    match source_of(puzzle) {
        PuzzleSource::Set => {
            Ok(set.iter().find(|known| known.number == puzzle).map(KeptPuzzle::of_set))
        }
        PuzzleSource::Games | PuzzleSource::Losses => Ok(store.puzzle(puzzle)?),
    }
}

/// Numbers of the set are below 0.
const fn source_of(puzzle: i64) -> PuzzleSource {
    if puzzle < 0 { PuzzleSource::Set } else { PuzzleSource::Games }
}

fn asked(
    store: &Store,
    set: &[SetPuzzle],
    puzzle: Option<KeptPuzzle>,
    from: PuzzleSource,
) -> Result<ToPage, PuzzleError> {
    let answers = store.puzzle_answers()?;
    let again = |puzzle: i64| answers.iter().any(|answer| answer.puzzle == puzzle);
    let state = |kept: KeptPuzzle| {
        let again = again(kept.puzzle);
        state_of(kept, again)
    };
    let puzzle = puzzle.map(state).transpose()?;
    Ok(ToPage::Puzzle {
        puzzle: puzzle.map(Box::new),
        records: records(store, set, from)?,
        solver: choosing::solver(set, &answers),
        games_left: store.count_unsearched()?,
    })
}

fn records(
    store: &Store,
    set: &[SetPuzzle],
    from: PuzzleSource,
) -> rusqlite::Result<Vec<PuzzleRecord>> {
    match from {
        PuzzleSource::Set => Ok(choosing::records(set, &store.puzzle_answers()?)),
        PuzzleSource::Games | PuzzleSource::Losses => store.puzzle_records(),
    }
}

fn state_of(kept: KeptPuzzle, again: bool) -> Result<PuzzleState, PositionError> {
    let KeptPuzzle { puzzle, game, rating, found, players, date } = kept;
    let FoundPuzzle { ply, seat, kind, moves, position, last, solution: _ } = found;
    let (boards, _) = boards_of(&position)?;
    let captures_of = match kind {
        PuzzleKind::Take => Some(seat.partner().board),
        PuzzleKind::Give => Some(seat.board),
        PuzzleKind::Mate | PuzzleKind::Need | PuzzleKind::Sit => None,
    };
    let in_play = boards.in_play().iter().map(|&board| {
        let mut state = state(&boards, board);
        let position = boards.position(board);
        let captures = |text: &String| {
            position.parse_coordinate(text).is_ok_and(|m| position.captured(m).is_some())
        };
        if captures_of == Some(board) {
            state.legal.retain(captures);
        }
        state
    });
    let boards = in_play.collect();
    let seat = seat.into();
    Ok(PuzzleState {
        puzzle,
        kind,
        game,
        rating,
        again,
        ply,
        players,
        date,
        seat,
        moves,
        position,
        boards,
        last,
    })
}

impl KeptPuzzle {
    fn of_set(SetPuzzle { number, rating, found }: &SetPuzzle) -> Self {
        let (players, date) = (Vec::new(), String::new());
        let found = found.clone();
        Self { puzzle: *number, game: None, rating: Some(*rating), found, players, date }
    }
}

/// An answer to a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) puzzle: i64,
    pub(crate) answer: PuzzleAnswer,
    /// True if a hint was asked for.
    pub(crate) hinted: bool,
}

/// Judges an answer in its turn, keeps the outcome, and sends the verdict.
///
/// # Errors
/// [`NoTurn`] if too many answers wait.
pub(crate) fn answer(app: &Arc<AppState>, page: &PageSender, given: Given) -> Result<(), NoTurn> {
    let (own, errands) = (page.clone(), &app.pools.errands);
    let (app, now) = (Arc::clone(app), date::now());
    errands.push(page, "answer_puzzle", move |(), turn| match judged(&app, &given, now) {
        Ok(verdict) => own.answer("answer_puzzle", &verdict, turn),
        Err(reason) => own.refuse("answer_puzzle", reason),
    })
}

fn judged(app: &AppState, given: &Given, now: String) -> Result<ToPage, PuzzleError> {
    let Given { puzzle, ref answer, hinted } = *given;
    let archive = app.archive()?;
    let set = app.services.puzzlers.set();
    // The question may fail otherwise than the archive does.
    let found = archive.read(|store| Ok(kept(store, set, puzzle)))??;
    let found = found.ok_or(StoreError::NoPuzzle(puzzle))?.found;
    let course = Course::of(&found, answer, &*app.services.puzzlers)?;
    let outcome = match course.verdict {
        PuzzleVerdict::Solved if hinted => Some(Outcome::SolvedWithHint),
        PuzzleVerdict::Solved => Some(Outcome::Solved),
        PuzzleVerdict::Failed => Some(Outcome::Failed),
        PuzzleVerdict::GoesOn | PuzzleVerdict::Undecided => None,
    };
    if let Some(outcome) = outcome {
        archive.change(move |store| store.answered(puzzle, outcome, &now))?;
    }
    let (records, solver) = archive.read(|store| {
        let solver = choosing::solver(set, &store.puzzle_answers()?);
        Ok((records(store, set, source_of(puzzle))?, solver))
    })?;
    let steps = if outcome.is_some() { steps(&found)? } else { Vec::new() };
    let (position, boards) = course.position(found.position);
    let solution = outcome.is_some().then_some(found.solution);
    let (verdict, plies) = (course.verdict, course.plies);
    Ok(ToPage::PuzzleAnswered {
        puzzle,
        verdict,
        plies,
        position,
        boards,
        solution,
        steps,
        records,
        solver,
    })
}
