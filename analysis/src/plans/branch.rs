//! The boards after a plan.

use tandem_rules::{BoardId, Handoff, Move, Seat, Team};

use super::{Part, Parts};
use crate::scene::Scene;

/// A move that was made in a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    pub(super) seat: Seat,
    pub(super) m: Move,
    pub(super) handoff: Option<Handoff>,
}

/// The boards after a plan.
#[derive(Clone)]
pub(super) struct Branch {
    pub(super) scene: Scene,
    pub(super) made: Vec<Made>,
}

impl Branch {
    /// The boards after these parts; `None` if one of them cannot be played.
    ///
    /// If the team sits while its opponents are on turn on the other board, they move there: `expected`
    /// has the move of each board that is expected of the side on turn. That is the meaning of sitting.
    pub(super) fn after(
        scene: &Scene,
        team: Team,
        parts: Parts,
        expected: [Option<Move>; 2],
    ) -> Option<Self> {
        let mut branch = Self { scene: scene.clone(), made: Vec::new() };
        let mut moves: Vec<(Seat, Move)> = Vec::new();
        for (board, part) in BoardId::ALL.into_iter().zip(parts) {
            if let Some(Part::Move(m)) = part {
                moves.push((team.seat(board), m));
            }
        }
        // The captured piece comes before it is used.
        moves.sort_by_key(|&(seat, m)| scene.boards.position(seat.board).captured(m).is_none());
        for (seat, m) in moves {
            branch.play(seat, m)?;
        }
        if let Some(waited_for) = waited_for(scene, team, parts)
            && let Some(m) = expected[waited_for.index()]
        {
            branch.play(team.seat(waited_for).opponent(), m)?;
        }
        Some(branch)
    }

    fn play(&mut self, seat: Seat, m: Move) -> Option<()> {
        let handoff = self.scene.play(seat, m).ok()?;
        self.made.push(Made { seat, m, handoff });
        Some(())
    }
}

/// The board on which the opponents have to move, because the team only sits.
pub(super) fn waited_for(scene: &Scene, team: Team, parts: Parts) -> Option<BoardId> {
    let only_sits = parts.iter().flatten().all(|part| *part == Part::Sit);
    let theirs = |board: &BoardId| scene.boards.on_turn(*board).team() != team;
    only_sits.then(|| scene.shown().iter().copied().find(theirs)).flatten()
}
