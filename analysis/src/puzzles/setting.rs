//! The setting of a question, which can be asked anew.

use tandem_engine::Proof;
use tandem_rules::notation::{Fen, FenError};
use tandem_rules::{Boards, Millis, MoveRules, Seat, Variant};

use super::kinds::{self, Question};
use super::prover::{Answer, Prover};
use super::{Kind, Puzzle, exchange};

/// The setting of a question: both boards, whose turn is asked about, and the clocks.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The boards.
    pub boards: Boards,
    /// The seat that is asked; it is on turn.
    pub seat: Seat,
    /// The clocks in the order of [`Seat::ALL`], if they are known.
    pub clocks: Option<[Millis; 4]>,
}

/// Error for a puzzle of which no setting can be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// Not two boards.
    #[error("{0} boards, expected 2")]
    Boards(usize),
    /// A position that is none.
    #[error("`{0}`: {1}")]
    Fen(String, FenError),
    /// A seat that is not on turn.
    #[error("{0} is not on turn")]
    NotOnTurn(Seat),
}

impl Setting {
    /// The setting of a puzzle in bughouse by these rules.
    ///
    /// # Errors
    /// [`SettingError`] if its boards are not two positions, or its seat is not on turn.
    pub fn of(puzzle: &Puzzle, rules: MoveRules) -> Result<Self, SettingError> {
        let [a, b] = puzzle.fens.as_slice() else {
            return Err(SettingError::Boards(puzzle.fens.len()));
        };
        let position = |fen: &String| {
            let read = Fen::position(fen, Variant::Bughouse, rules);
            read.map_err(|error| SettingError::Fen(fen.clone(), error))
        };
        let boards = Boards::new(position(a)?, position(b)?);
        if !boards.is_on_turn(puzzle.seat) {
            return Err(SettingError::NotOnTurn(puzzle.seat));
        }
        let clocks = puzzle.clocks.as_deref().and_then(|clocks| clocks.try_into().ok());
        Ok(Self { boards, seat: puzzle.seat, clocks })
    }

    /// Asks a question of this kind, with nothing known from earlier ones; the puzzle as it is then,
    /// or `None` if it is none. The same setting always has the same puzzle.
    pub fn prove(&self, puzzle: &Puzzle) -> Option<Puzzle> {
        let question = self.ask(&mut Prover::new(), puzzle.kind)?;
        Some(question.told(puzzle))
    }

    /// Asks a question of this kind.
    fn ask(&self, prover: &mut Prover, kind: Kind) -> Option<Question> {
        let position = self.boards.position(self.seat.board);
        match kind {
            Kind::Mate => {
                let proof = mate(prover.ask(position))?;
                kinds::mate(prover, position, &proof)
            }
            Kind::Take => exchange::take(prover, &self.boards, self.seat),
            Kind::Need => match prover.ask(position) {
                Answer::NoMate => kinds::need(prover, position),
                Answer::Mate(_) | Answer::Open => None,
            },
            Kind::Give => exchange::give(prover, &self.boards, self.seat),
            Kind::Sit => match prover.ask(position) {
                Answer::NoMate | Answer::Open => self.ask_to_sit(prover),
                Answer::Mate(_) => None,
            },
        }
    }

    fn ask_to_sit(&self, prover: &mut Prover) -> Option<Question> {
        let rival = self.seat.diagonal();
        let clocks = self.clocks.filter(|_| self.boards.is_on_turn(rival))?;
        let lead = clocks[self.seat.index()] - clocks[rival.index()];
        kinds::sit(prover, self.boards.position(self.seat.board), lead)
    }
}

fn mate(answer: Answer) -> Option<Proof> {
    match answer {
        Answer::Mate(proof) => Some(proof),
        Answer::NoMate | Answer::Open => None,
    }
}

impl Question {
    /// A puzzle with this question in place of its own.
    fn told(self, puzzle: &Puzzle) -> Puzzle {
        let Self { plies, nodes, theme, solution } = self;
        Puzzle { moves: plies.div_ceil(2), nodes, theme, solution, ..puzzle.clone() }
    }
}
