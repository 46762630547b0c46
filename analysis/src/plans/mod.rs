//! Plans: what a team does now on both boards, and what that is worth.
//!
//! A [`Planner`] asks for searches and ranks plans by their results, round after round. It has no
//! threads and no clock: its owner makes the searches, one after the other or a board each, and stops
//! when it likes.

mod about;
mod branch;
mod candidates;
mod clocks;
mod facts;
mod faults;
mod judging;
mod line;
mod mates;
mod planner;
mod race;
mod ranking;
mod reasons;
mod waiting;
mod worth;

use tandem_rules::{BoardId, Boards, Handoff, Move, PieceTypes, Seat, Team};

pub use clocks::{Clocks, Lead};
pub use facts::{Fact, Fault, Purpose, Unless};
pub use planner::{Job, Planner, Question};
pub use ranking::Ranking;
pub use worth::{Certainty, Worth};

/// What a team does on a board where it is on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// It plays this move.
    Move(Move),
    /// It sits.
    Sit,
}

/// The parts of a plan, for boards A and B; `None` where the team is not on turn.
pub type Parts = [Option<Part>; 2];

/// What a team does now, and what follows.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The team.
    pub team: Team,
    /// The part on each board.
    pub parts: Parts,
    /// The share of such games that the team wins, and how sure that is.
    pub worth: Worth,
    /// Moves of both boards in the order in which they happen, those of the plan first.
    pub line: Vec<Step>,
    /// The facts that speak for it, the most important first.
    pub facts: Vec<Fact>,
    /// The facts that speak against it, the most important first.
    pub faults: Vec<Fault>,
    /// Depth of the shallower of the two searches after it, in plies.
    pub depth: u32,
}

/// A move of a line on both boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The mover.
    pub seat: Seat,
    /// The move.
    pub m: Move,
    /// The move in coordinates.
    pub coordinates: String,
    /// The move in SAN.
    pub san: String,
    /// The piece that it hands over to the mover's partner.
    pub handoff: Option<Handoff>,
}

impl Plan {
    /// The part on a board, in coordinates: `e2e4`, `N@f3` or `sit`; `None` where the team is not on
    /// turn.
    pub fn part_text(&self, boards: &Boards, board: BoardId) -> Option<String> {
        self.parts[board.index()].map(|part| match part {
            Part::Move(m) => boards.position(board).coordinate(m).to_string(),
            Part::Sit => "sit".to_owned(),
        })
    }

    /// The part on a board, in SAN; `None` where the team is not on turn.
    pub fn part_san(&self, boards: &Boards, board: BoardId) -> Option<String> {
        self.parts[board.index()].map(|part| match part {
            Part::Move(m) => boards.position(board).san(m, PieceTypes::DROPPABLE),
            Part::Sit => "sit".to_owned(),
        })
    }

    /// True if the team sits on a board.
    pub fn sits(&self, board: BoardId) -> bool {
        self.parts[board.index()] == Some(Part::Sit)
    }

    /// The pieces that change boards in the line, each with the seat that hands it over.
    pub fn handed_over(&self) -> impl Iterator<Item = (Seat, Handoff)> {
        self.line.iter().filter_map(|step| Some((step.seat, step.handoff?)))
    }
}
