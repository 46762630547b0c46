//! Questions and answers: a puzzle is asked, and an answer is judged in its turn.

use std::sync::Arc;

use tandem_rules::{BoardId, Boards, Handoff, Move, PieceType, PieceTypes, RuleSet, Seat};

use crate::app::AppState;
use crate::archive::{Archive, KeptPuzzle, Store, StoreError};
use crate::look::{PositionError, boards_of, fens, squares, state};
use crate::message::{
    AnalysisPosition, PuzzleAnswer, PuzzleKind, PuzzlePly, PuzzleRecord, PuzzleSolution,
    PuzzleState, PuzzleStep, PuzzleVerdict, ToPage,
};
use crate::page_sender::PageSender;
use crate::services::{FoundPuzzle, Judged, Puzzlers};
use crate::turns::NoTurn;

/// Most moves of an answer: more than any mate of a puzzle has.
const MOST_MOVES: usize = 64;

/// Error for a puzzle that cannot be asked, or an answer that cannot be judged; it is said to people.
#[derive(Debug, thiserror::Error)]
enum PuzzleError {
    #[error("this is no answer to the question")]
    OtherQuestion,
    #[error("an answer has at least one move")]
    NoMove,
    #[error("{0} moves are no answer")]
    Moves(usize),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Sends a puzzle that the store chooses, or that there is none.
///
/// # Errors
/// [`NoTurn`] if too many questions wait.
pub(crate) fn ask(
    archive: &Archive,
    page: &PageSender,
    what: &'static str,
    choose: impl FnOnce(&Store) -> rusqlite::Result<Option<KeptPuzzle>> + Send + 'static,
) -> Result<(), NoTurn> {
    let own = page.clone();
    archive.ask(page, what, move |store, turn| match asked(store, choose) {
        Ok(message) => own.answer(what, &message, turn),
        Err(reason) => own.refuse(what, reason),
    })
}

fn asked(
    store: &Store,
    choose: impl FnOnce(&Store) -> rusqlite::Result<Option<KeptPuzzle>>,
) -> Result<ToPage, PuzzleError> {
    let puzzle = choose(store).map_err(StoreError::from)?.map(state_of).transpose()?;
    let records = store.puzzle_records().map_err(StoreError::from)?;
    let games_left = store.count_unsearched().map_err(StoreError::from)?;
    Ok(ToPage::Puzzle { puzzle: puzzle.map(Box::new), records, games_left })
}

fn state_of(kept: KeptPuzzle) -> Result<PuzzleState, PositionError> {
    let KeptPuzzle { puzzle, game, found, players, date } = kept;
    let FoundPuzzle { ply, seat, kind, moves, position, last, solution: _ } = found;
    let (boards, _) = boards_of(&position)?;
    let boards = boards.in_play().iter().map(|&board| state(&boards, board)).collect();
    let seat = seat.into();
    Ok(PuzzleState { puzzle, kind, game, ply, players, date, seat, moves, position, boards, last })
}

/// Sends the first move of the solution of a puzzle, to be hinted at.
///
/// # Errors
/// [`NoTurn`] if too many questions wait.
pub(crate) fn hint(archive: &Archive, page: &PageSender, puzzle: i64) -> Result<(), NoTurn> {
    let own = page.clone();
    archive.ask(page, "hint_puzzle", move |store, turn| match hint_of(store, puzzle) {
        Ok(message) => own.answer("hint_puzzle", &message, turn),
        Err(reason) => own.refuse("hint_puzzle", reason),
    })
}

fn hint_of(store: &Store, puzzle: i64) -> Result<ToPage, PuzzleError> {
    let kept = store.puzzle(puzzle).map_err(StoreError::from)?;
    let found = kept.ok_or(StoreError::NoPuzzle(puzzle))?.found;
    let first = match found.kind {
        PuzzleKind::Sit => None, // its answer is no move
        PuzzleKind::Mate | PuzzleKind::Need => steps(&found)?.into_iter().flatten().next(),
    };
    let piece = first.as_ref().and_then(|step| dropped(&step.san));
    let piece = piece.map(|piece| piece.to_char().to_string());
    Ok(ToPage::PuzzleHint {
        puzzle,
        squares: first.map_or_else(Vec::new, |step| step.squares),
        piece,
    })
}

/// The lines of a solution, move by move, each from the position of the puzzle. A line whose move
/// cannot be made ends before it.
fn steps(found: &FoundPuzzle) -> Result<Vec<Vec<PuzzleStep>>, PositionError> {
    let (start, _) = boards_of(&found.position)?;
    let line = |(at, line): (usize, &Vec<String>)| {
        let mut boards = start.clone();
        if let (PuzzleKind::Need, Some(piece)) = (found.kind, found.solution.answers.get(at)) {
            let color = found.seat.color;
            if let Some(piece) = dropped(&format!("{piece}@")) {
                boards.hand_over(found.seat.board, Handoff { color, piece });
            }
        }
        line.iter().map_while(|san| step(&mut boards, found.seat.board, san)).collect()
    };
    Ok(found.solution.lines.iter().enumerate().map(line).collect())
}

/// Makes a move of a line; a piece that is not held arrives before it is dropped.
fn step(boards: &mut Boards, board: BoardId, san: &str) -> Option<PuzzleStep> {
    let mover = boards.on_turn(board);
    if let Some(piece) = dropped(san)
        && !boards.position(board).holdings(mover.color).has(piece)
    {
        boards.hand_over(board, Handoff { color: mover.color, piece });
    }
    let m = boards.position(board).parse_san(san).ok()?;
    boards.play(mover, m).ok()?;
    Some(PuzzleStep { san: san.to_owned(), squares: squares(m), fens: fens(boards) })
}

/// Judges an answer in its turn, keeps the outcome, and sends the verdict.
///
/// # Errors
/// [`NoTurn`] if too many answers wait.
pub(crate) fn answer(
    app: &Arc<AppState>,
    page: &PageSender,
    puzzle: i64,
    answer: PuzzleAnswer,
) -> Result<(), NoTurn> {
    let (own, errands) = (page.clone(), &app.pools.errands);
    let app = Arc::clone(app);
    errands.push(page, "answer_puzzle", move |(), turn| match judged(&app, puzzle, &answer) {
        Ok(verdict) => own.answer("answer_puzzle", &verdict, turn),
        Err(reason) => own.refuse("answer_puzzle", reason),
    })
}

fn judged(app: &AppState, puzzle: i64, answer: &PuzzleAnswer) -> Result<ToPage, PuzzleError> {
    let archive = app.archive()?;
    let kept = archive.read(move |store| store.puzzle(puzzle)).map_err(StoreError::from)?;
    let found = kept.ok_or(StoreError::NoPuzzle(puzzle))?.found;
    let course = Course::of(&found, answer, &*app.services.puzzlers)?;
    let is_over = matches!(course.verdict, PuzzleVerdict::Solved | PuzzleVerdict::Failed);
    let is_solved = course.verdict == PuzzleVerdict::Solved;
    let records = archive.change(move |store| {
        if is_over {
            store.answered(puzzle, is_solved)?;
        }
        store.puzzle_records()
    })?;
    let steps = if is_over { steps(&found)? } else { Vec::new() };
    let solution = is_over.then_some(found.solution);
    Ok(course.told(puzzle, found.position, (solution, steps), records))
}

/// The course of a puzzle: the boards after the moves so far, and the verdict.
struct Course {
    boards: Boards,
    seat: Seat,
    verdict: PuzzleVerdict,
    /// The moves of the answer and the reply to them, as far as they were made.
    plies: Vec<PuzzlePly>,
}

impl Course {
    fn of(
        found: &FoundPuzzle,
        answer: &PuzzleAnswer,
        puzzlers: &dyn Puzzlers,
    ) -> Result<Self, PuzzleError> {
        let (boards, _) = boards_of(&found.position)?;
        let verdict = PuzzleVerdict::Failed;
        let mut course = Self { boards, seat: found.seat, verdict, plies: Vec::new() };
        match (found.kind, answer) {
            (_, PuzzleAnswer::GivenUp {}) => {}
            (PuzzleKind::Mate, PuzzleAnswer::Moves { moves }) => {
                course.play(found, moves, puzzlers)?;
            }
            (PuzzleKind::Need, PuzzleAnswer::Piece { piece }) => {
                course.verdict = verdict_of(found, piece);
            }
            (PuzzleKind::Sit, &PuzzleAnswer::Sitting { sits }) => {
                course.verdict = verdict_of(found, if sits { "sit" } else { "move" });
            }
            _ => return Err(PuzzleError::OtherQuestion),
        }
        Ok(course)
    }

    /// Makes the moves of an answer, and judges the last one.
    fn play(
        &mut self,
        found: &FoundPuzzle,
        moves: &[String],
        puzzlers: &dyn Puzzlers,
    ) -> Result<(), PuzzleError> {
        let Some((last, earlier)) = moves.split_last() else {
            return Err(PuzzleError::NoMove);
        };
        if moves.len() > MOST_MOVES || moves.len().is_multiple_of(2) {
            return Err(PuzzleError::Moves(moves.len()));
        }
        for pair in earlier.chunks(2) {
            for (text, may_arrive) in pair.iter().zip([false, true]) {
                self.make(text, may_arrive)?;
            }
        }
        let position = self.boards.position(self.seat.board).clone();
        let m = self.make(last, false)?;
        if earlier.is_empty() && found.solution.answers.first() != Some(last) {
            return Ok(()); // no other first move leads to mate, which is proved
        }
        let rules: RuleSet = found.position.rules.parse().map_err(PositionError::from)?;
        self.verdict = match puzzlers.judge(&position, m, rules.outcomes.mate) {
            Judged::Mates => PuzzleVerdict::Solved,
            Judged::Fails => PuzzleVerdict::Failed,
            Judged::Undecided => PuzzleVerdict::Undecided,
            Judged::Leads(reply) => {
                let after = self.boards.position(self.seat.board);
                self.make(&after.coordinate(reply).to_string(), true)?;
                PuzzleVerdict::GoesOn
            }
        };
        Ok(())
    }

    /// Makes a legal move on the board of the puzzle; for a drop of a piece that is not held, one
    /// arrives first if it may.
    fn make(&mut self, text: &str, may_arrive: bool) -> Result<Move, PositionError> {
        let board = self.seat.board;
        let mover = self.boards.on_turn(board);
        let arrived = dropped(text).filter(|&piece| may_arrive && self.may_arrive(mover, piece));
        if let Some(piece) = arrived {
            self.boards.hand_over(board, Handoff { color: mover.color, piece });
        }
        let position = self.boards.position(board);
        let m = position.parse_coordinate(text)?;
        let ply = PuzzlePly {
            coordinates: position.coordinate(m).to_string(),
            san: position.san(m, arrivals(&self.boards, mover.opponent())),
            squares: squares(m),
            arrived: arrived.map(|piece| piece.to_char().to_string()),
        };
        self.boards.play(mover, m)?;
        self.plies.push(ply);
        Ok(m)
    }

    /// True if a player does not hold a piece of this type, and one may arrive.
    fn may_arrive(&self, seat: Seat, piece: PieceType) -> bool {
        let is_held = self.boards.position(seat.board).holdings(seat.color).has(piece);
        !is_held && arrivals(&self.boards, seat).contains(piece)
    }

    /// The verdict, for the page.
    fn told(
        self,
        puzzle: i64,
        asked: AnalysisPosition,
        (solution, steps): (Option<PuzzleSolution>, Vec<Vec<PuzzleStep>>),
        records: Vec<PuzzleRecord>,
    ) -> ToPage {
        let Self { boards, verdict, plies, .. } = self;
        let position = AnalysisPosition { fens: fens(&boards), ..asked };
        let states = boards.in_play().iter().map(|&board: &BoardId| state(&boards, board));
        let boards = states.collect();
        ToPage::PuzzleAnswered {
            puzzle,
            verdict,
            plies,
            position,
            boards,
            solution,
            steps,
            records,
        }
    }
}

/// The piece that a move in coordinates drops, as in `N@f8`.
fn dropped(text: &str) -> Option<PieceType> {
    let (letter, _) = text.split_once('@')?;
    PieceType::DROPPABLE.into_iter().find(|piece| letter.chars().eq([piece.to_char()]))
}

fn arrivals(boards: &Boards, seat: Seat) -> PieceTypes {
    boards.position(seat.board).possible_arrivals(seat.color)
}

fn verdict_of(found: &FoundPuzzle, answer: &str) -> PuzzleVerdict {
    match found.solution.answers.iter().any(|right| right == answer) {
        true => PuzzleVerdict::Solved,
        false => PuzzleVerdict::Failed,
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::bpgn::GameRecord;
    use tandem_rules::{MateRule, Position};

    use super::*;

    /// Black's king in the corner: a check on the last rank can be met by a drop between alone.
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/K2R4[] w - - 0 1";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

    /// Replies to a check by a knight that arrives on f8.
    struct Replies;

    impl Puzzlers for Replies {
        fn find(&self, _: &GameRecord, _: &dyn Fn() -> bool) -> Option<Vec<FoundPuzzle>> {
            None
        }

        fn judge(&self, position: &Position, m: Move, _: MateRule) -> Judged {
            let mut next = position.clone();
            let _partner_elsewhere = next.make(m, &mut ());
            match (next.in_check(), position.is_capture(m)) {
                (true, true) => Judged::Mates,
                (true, false) => {
                    let f8 = "f8".parse().expect("a square");
                    Judged::Leads(Move::drop(PieceType::Knight, f8))
                }
                (false, _) => Judged::Undecided,
            }
        }
    }

    fn puzzle(kind: PuzzleKind, answers: &[&str]) -> FoundPuzzle {
        let fens = [BACK_RANK, START].map(str::to_owned).to_vec();
        FoundPuzzle {
            ply: 0,
            seat: Seat::ALL[0],
            kind,
            moves: 2,
            position: AnalysisPosition { rules: "fics".to_owned(), fens, clocks_ms: None },
            last: vec![Vec::new(); 2],
            solution: PuzzleSolution {
                answers: answers.iter().map(|&answer| answer.to_owned()).collect(),
                lines: Vec::new(),
            },
        }
    }

    fn moves(texts: &[&str]) -> PuzzleAnswer {
        PuzzleAnswer::Moves { moves: texts.iter().map(|&text| text.to_owned()).collect() }
    }

    #[test]
    fn a_right_move_is_replied_to_by_a_piece_that_arrives() {
        let found = puzzle(PuzzleKind::Mate, &["d1d8"]);
        let course = Course::of(&found, &moves(&["d1d8"]), &Replies).expect("an answer");
        assert_eq!(course.verdict, PuzzleVerdict::GoesOn);
        let told: Vec<_> =
            course.plies.iter().map(|ply| (ply.san.as_str(), ply.arrived.as_deref())).collect();
        assert_eq!(told, [("Rd8+", None), ("N@f8", Some("N"))]);
        let course = Course::of(&found, &moves(&["d1d8", "N@f8", "d8f8"]), &Replies);
        let course = course.expect("an answer");
        assert_eq!((course.verdict, course.plies.len()), (PuzzleVerdict::Solved, 3));
    }

    #[test]
    fn answers_are_judged_by_the_solution() {
        let sits = |sits| PuzzleAnswer::Sitting { sits };
        let piece = |piece: &str| PuzzleAnswer::Piece { piece: piece.to_owned() };
        for (kind, answer, verdict) in [
            (PuzzleKind::Mate, moves(&["d1d7"]), PuzzleVerdict::Failed),
            (PuzzleKind::Mate, PuzzleAnswer::GivenUp {}, PuzzleVerdict::Failed),
            (PuzzleKind::Mate, moves(&["d1d8", "N@f8", "d8d7"]), PuzzleVerdict::Undecided),
            (PuzzleKind::Need, piece("N"), PuzzleVerdict::Solved),
            (PuzzleKind::Need, piece("Q"), PuzzleVerdict::Failed),
            (PuzzleKind::Sit, sits(true), PuzzleVerdict::Solved),
            (PuzzleKind::Sit, sits(false), PuzzleVerdict::Failed),
        ] {
            let found = puzzle(kind, &["d1d8", "N", "sit"]);
            let course = Course::of(&found, &answer, &Replies).expect("an answer");
            assert_eq!(course.verdict, verdict, "{answer:?}");
        }
    }

    #[test]
    fn an_answer_to_another_question_is_refused_in_words() {
        let found = puzzle(PuzzleKind::Mate, &["d1d8"]);
        for (answer, reason) in [
            (PuzzleAnswer::Sitting { sits: true }, "no answer"),
            (moves(&[]), "at least one move"),
            (moves(&["d1d8", "N@f8"]), "2 moves"),
            (moves(&["d1e3"]), "d1e3"),
            (moves(&["N@f7"]), "N@f7"),
            (moves(&["d1d8", "Q@a1", "d8f8"]), "Q@a1"),
            (moves(&["x"]), "x"),
        ] {
            let refused = Course::of(&found, &answer, &Replies).err().expect(reason).to_string();
            assert!(refused.contains(reason), "{refused}");
        }
    }
}
