//! The facts that speak against a plan.

use tandem_engine::ScoreKind;
use tandem_rules::{BoardId, Millis, PieceTypes};

use super::about::About;
use super::branch::waited_for;
use super::candidates::handed;
use super::facts::Fault;
use super::judging::{Tried, hands_over_a_mate};
use super::reasons::is_mate;
use super::{Part, Parts};

/// The longest mate that a fault is told of, in moves of the opponent: a longer one is no blunder.
const LONGEST: i32 = 6;

impl About<'_> {
    /// The facts that speak against a plan, the most important first.
    pub(super) fn faults(&self, tried: &Tried) -> Vec<Fault> {
        let missed = self.missed(tried.parts);
        let boards = tried.branch.scene.shown().iter().copied();
        let given = boards.clone().filter_map(|board| self.gives_mate(board, tried));
        let allowed = boards.filter_map(|board| self.allows_mate(board, tried));
        missed.into_iter().chain(given).chain(allowed).chain(self.sits_behind(tried)).collect()
    }

    /// A mate at once that the team has, and that the plan does not play.
    fn missed(&self, parts: Parts) -> Option<Fault> {
        BoardId::ALL.into_iter().find_map(|board| {
            let (seat, position) = (self.seat(board), self.position(board));
            let played = parts[board.index()]?;
            let mates = |m| is_mate(position, m);
            if matches!(played, Part::Move(m) if mates(m)) {
                return None;
            }
            let m = position.legal_moves().iter().copied().find(|&m| mates(m))?;
            Some(Fault::MissesMate { seat, san: position.san(m, PieceTypes::DROPPABLE) })
        })
    }

    fn gives_mate(&self, board: BoardId, tried: &Tried) -> Option<Fault> {
        let scene = &tried.branch.scene;
        let line = tried.lines[board.index()].as_ref()?;
        let seat = self.seat(board);
        if !scene.boards.is_on_turn(seat.opponent()) || !hands_over_a_mate(scene, board, line) {
            return None;
        }
        let piece = handed(scene.boards.position(board), *line.pv.first()?)?;
        Some(Fault::GivesMate { seat, piece })
    }

    fn allows_mate(&self, board: BoardId, tried: &Tried) -> Option<Fault> {
        let line = tried.lines[board.index()].as_ref()?;
        let seat = self.seat(board);
        let is_theirs = tried.branch.scene.boards.is_on_turn(seat.opponent());
        let ScoreKind::Mate(plies) = line.score.kind() else { return None };
        let moves = (plies + 1) / 2;
        let is_near = is_theirs && plies > 0 && moves <= LONGEST;
        is_near.then_some(Fault::AllowsMate { seat, moves })
    }

    /// A player who sits alone, behind on the clock.
    fn sits_behind(&self, tried: &Tried) -> Option<Fault> {
        waited_for(self.scene, self.team, tried.parts)?;
        let board = BoardId::ALL.into_iter().find(|board| tried.parts[board.index()].is_some())?;
        let seat = self.seat(board);
        let is_behind = self.clocks.lead(seat, self.team) < Millis::ZERO;
        is_behind.then_some(Fault::SitsBehind { seat })
    }
}
