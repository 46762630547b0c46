//! The course of a puzzle: an answer is played on its boards and judged.

use tandem_rules::{Boards, Handoff, Move, PieceType, PieceTypes, RuleSet, Seat};

use super::answering::PuzzleError;
use super::lines::dropped;
use crate::look::{PositionError, boards_of, fens, squares, state};
use crate::message::{
    AnalysisPosition, BoardState, PuzzleAnswer, PuzzleKind, PuzzlePly, PuzzleVerdict,
};
use crate::services::{FoundPuzzle, Judged, Puzzlers};

/// Most moves of an answer: more than any mate of a puzzle has.
const MOST_MOVES: usize = 64;

/// The course of a puzzle: the boards after the moves so far, and the verdict.
pub(super) struct Course {
    boards: Boards,
    seat: Seat,
    pub(super) verdict: PuzzleVerdict,
    /// The moves of the answer and the reply to them, as far as they were made.
    pub(super) plies: Vec<PuzzlePly>,
}

impl Course {
    /// The course of an answer.
    ///
    /// # Errors
    /// [`PuzzleError`] if it is none to the question.
    pub(super) fn of(
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
            (PuzzleKind::Take, PuzzleAnswer::Moves { moves }) => {
                course.capture(found.seat.partner(), found, moves)?;
            }
            (PuzzleKind::Give, PuzzleAnswer::Moves { moves }) => {
                course.capture(found.seat, found, moves)?;
            }
            (PuzzleKind::Take, PuzzleAnswer::Piece { piece }) => {
                course.verdict = verdict_among(&found.solution.pieces, piece);
            }
            (PuzzleKind::Need, PuzzleAnswer::Piece { piece }) => {
                course.verdict = verdict_among(&found.solution.answers, piece);
            }
            (PuzzleKind::Sit, &PuzzleAnswer::Sitting { sits }) => {
                let answer = if sits { "sit" } else { "move" };
                course.verdict = verdict_among(&found.solution.answers, answer);
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

    /// Makes a capture of a seat, and judges it by the solution.
    fn capture(
        &mut self,
        seat: Seat,
        found: &FoundPuzzle,
        moves: &[String],
    ) -> Result<(), PuzzleError> {
        let [text] = moves else { return Err(PuzzleError::Moves(moves.len())) };
        let position = self.boards.position(seat.board);
        let m = position.parse_coordinate(text).map_err(PositionError::from)?;
        let coordinates = position.coordinate(m).to_string();
        if position.captured(m).is_none() {
            return Err(PuzzleError::NoCapture(coordinates));
        }
        self.verdict = verdict_among(&found.solution.answers, &coordinates);
        self.make_on(seat, text, None)?;
        Ok(())
    }

    /// Makes a legal move on the board of the puzzle; for a drop of a piece that is not held, one
    /// arrives first if it may.
    fn make(&mut self, text: &str, may_arrive: bool) -> Result<Move, PositionError> {
        let mover = self.boards.on_turn(self.seat.board);
        let arrived = dropped(text).filter(|&piece| may_arrive && self.may_arrive(mover, piece));
        self.make_on(mover, text, arrived)
    }

    /// Makes a legal move of a seat, for which a piece may have arrived.
    fn make_on(
        &mut self,
        mover: Seat,
        text: &str,
        arrived: Option<PieceType>,
    ) -> Result<Move, PositionError> {
        let board = mover.board;
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

    /// The position of the puzzle after the moves of the answer, and its boards.
    pub(super) fn position(&self, asked: AnalysisPosition) -> (AnalysisPosition, Vec<BoardState>) {
        let position = AnalysisPosition { fens: fens(&self.boards), ..asked };
        let in_play = self.boards.in_play();
        (position, in_play.iter().map(|&board| state(&self.boards, board)).collect())
    }
}

fn arrivals(boards: &Boards, seat: Seat) -> PieceTypes {
    boards.position(seat.board).possible_arrivals(seat.color)
}

fn verdict_among(answers: &[String], answer: &str) -> PuzzleVerdict {
    match answers.iter().any(|right| right == answer) {
        true => PuzzleVerdict::Solved,
        false => PuzzleVerdict::Failed,
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::bpgn::GameRecord;
    use tandem_rules::{MateRule, Position};

    use super::*;
    use crate::message::PuzzleSolution;
    use crate::services::SetPuzzle;

    /// Black's king in the corner: a check on the last rank can be met by a drop between alone.
    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/K2R4[] w - - 0 1";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

    /// Replies to a check by a knight that arrives on f8.
    struct Replies;

    impl Puzzlers for Replies {
        fn find(&self, _: &GameRecord, _: &dyn Fn() -> bool) -> Option<Vec<FoundPuzzle>> {
            None
        }

        fn set(&self) -> &[SetPuzzle] {
            &[]
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
                ..PuzzleSolution::default()
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

    /// White on A can take a pawn or a knight; its partner, Black on B, a bishop or a rook.
    #[test]
    fn captures_are_judged_by_the_solution_on_the_board_of_who_captures() {
        let fens = ["k7/8/8/8/8/1p1n4/2P5/K7[] w - - 0 1", "k7/8/2p5/1B1R4/8/8/8/K7[] b - - 0 1"];
        let with = |kind, answers: &[&str], pieces: &[&str]| {
            let mut found = puzzle(kind, answers);
            found.position.fens = fens.map(str::to_owned).to_vec();
            found.solution.pieces = pieces.iter().map(|&piece| piece.to_owned()).collect();
            found
        };
        let take = with(PuzzleKind::Take, &["c6b5"], &["B"]);
        let give = with(PuzzleKind::Give, &["c2b3"], &["N"]);
        let piece = |piece: &str| PuzzleAnswer::Piece { piece: piece.to_owned() };
        for (found, answer, expected) in [
            (&take, moves(&["c6b5"]), Ok(PuzzleVerdict::Solved)),
            (&take, moves(&["c6d5"]), Ok(PuzzleVerdict::Failed)),
            (&take, piece("B"), Ok(PuzzleVerdict::Solved)),
            (&take, piece("R"), Ok(PuzzleVerdict::Failed)),
            (&take, moves(&["a8a7"]), Err("a8a7 captures nothing")),
            (&take, moves(&["c6b5", "a1a2"]), Err("2 moves")),
            (&give, moves(&["c2b3"]), Ok(PuzzleVerdict::Solved)),
            (&give, moves(&["c2d3"]), Ok(PuzzleVerdict::Failed)),
            (&give, moves(&["c2c3"]), Err("c2c3 captures nothing")),
            (&give, piece("N"), Err("no answer")),
        ] {
            match (Course::of(found, &answer, &Replies), expected) {
                (Ok(course), Ok(verdict)) => assert_eq!(course.verdict, verdict, "{answer:?}"),
                (Err(error), Err(reason)) => assert!(error.to_string().contains(reason), "{error}"),
                (course, _) => panic!("{answer:?}: {:?}", course.map(|course| course.verdict)),
            }
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
