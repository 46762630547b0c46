//! Puzzles from the games of the archive. The program finds and proves them; the server keeps and
//! asks them, and keeps a record of the answers.

mod answering;
mod search;

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{MateRule, Move, Position, Seat};

pub(crate) use answering::{answer, ask};
pub(crate) use search::Search;

use crate::message::{AnalysisPosition, PuzzleKind, PuzzleSolution};

/// Finds and judges puzzles.
pub trait Puzzlers: Send + Sync {
    /// The puzzles of a game. `goes_on` is called before each turn; `None` once it is false.
    fn find(&self, game: &GameRecord, goes_on: &dyn Fn() -> bool) -> Option<Vec<FoundPuzzle>>;

    /// Judges a move of the side to move, which is to mate by checks alone.
    fn judge(&self, position: &Position, m: Move, rule: MateRule) -> Judged;
}

/// A puzzle as it was found in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// Number of moves on both boards before it.
    pub ply: u32,
    /// The seat that is asked; it is on turn.
    pub seat: Seat,
    /// The question.
    pub kind: PuzzleKind,
    /// Number of moves of the mate; 0 if there is none.
    pub moves: u32,
    /// The position.
    pub position: AnalysisPosition,
    /// The squares of the last move on each board.
    pub last: Vec<Vec<String>>,
    /// The solution.
    pub solution: PuzzleSolution,
}

/// A move of a mate as it was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// It mates.
    Mates,
    /// A mate follows each reply; this one holds out longest. It may drop a piece that arrives.
    Leads(Move),
    /// It does not lead to mate by checks.
    Fails,
    /// The limits were too low to decide.
    Undecided,
}
