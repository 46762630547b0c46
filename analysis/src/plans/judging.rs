//! The judgement of a plan, by the searches of both boards after it.

use tandem_engine::{Info, Proof, Score, lacking};
use tandem_rules::{BoardId, Millis};

use super::branch::{self, Branch};
use super::candidates::handed;
use super::clocks::Clocks;
use super::planner::{Planner, Question};
use super::race::{Front, Win};
use super::worth::Worth;
use super::{Part, Parts};
use crate::scene::Scene;

/// The share that is left to a team that sits although its opponents can sit longer: its flag falls.
const FLAG: f64 = 0.02;
/// What sitting costs if nobody can sit longer.
const COST_OF_STANDOFF: f64 = 0.1;

/// A plan that was searched.
pub(super) struct Tried {
    pub(super) parts: Parts,
    pub(super) branch: Branch,
    /// The lines after it, a board each.
    pub(super) lines: [Option<Info>; 2],
    /// The worth for each case of the clocks.
    pub(super) worths: Vec<Worth>,
    /// The round in which it was last searched.
    pub(super) round: u32,
}

impl Planner {
    /// Judges a plan by the lines after it, in the order of the boards that are shown.
    pub(super) fn judge(&mut self, parts: Parts, branch: Branch, best: Vec<Option<Info>>) {
        let mut lines: [Option<Info>; 2] = Default::default();
        for (&board, info) in branch.scene.shown().iter().zip(best) {
            let is_ours = branch.scene.boards.on_turn(board).team() == self.question.team;
            let score = |info: &Info| if is_ours { info.score } else { -info.score };
            let proved = self.proved(parts, board);
            lines[board.index()] = match (info, proved) {
                (Some(info), Some(proved)) if score(&proved) <= score(&info) => Some(info),
                (info, proved) => proved.or(info),
            };
        }
        let earlier = self.tried.iter().position(|tried| tried.parts == parts);
        let worth = |at: usize, clocks: Clocks| {
            let before = earlier.map(|index| self.tried[index].worths[at].wins);
            self.worth(parts, (&branch, &lines), clocks).since(before)
        };
        let clocks = self.question.clocks.iter().enumerate();
        let worths = clocks.map(|(at, &clocks)| worth(at, clocks)).collect();
        let tried = Tried { parts, branch, lines, worths, round: self.round };
        match earlier {
            Some(index) => self.tried[index] = tried,
            None => self.tried.push(tried),
        }
    }

    fn worth(
        &self,
        parts: Parts,
        (branch, lines): (&Branch, &[Option<Info>; 2]),
        clocks: Clocks,
    ) -> Worth {
        let Question { scene, team, .. } = &self.question;
        let front = |board: BoardId| {
            let seat = branch.scene.boards.on_turn(board);
            let line = lines[board.index()].as_ref();
            let score = line.map_or(Score::DRAW, |line| line.score);
            let proved = self.proved(parts, board);
            let is_proved = proved.is_some_and(|proved| proved.score == score);
            let front = Front::of((score, is_proved), seat, (*team, clocks));
            let is_given = line.is_some_and(|line| hands_over_a_mate(&branch.scene, board, line));
            match is_given {
                true => Front::Decided(Win {
                    is_ours: seat.team() == *team,
                    plies: 1,
                    moves: 1,
                    is_certain: true,
                }),
                false if matches!(parts[board.index()], Some(Part::Move(_))) => {
                    front.after_own_move()
                }
                false => front,
            }
        };
        let mut worth = self.worth_of(front, clocks);
        if branch::waited_for(scene, *team, parts).is_some() {
            let waits = BoardId::ALL
                .into_iter()
                .find(|board| parts[board.index()].is_some())
                .map(|board| clocks.lead(team.seat(board), *team));
            worth.wins = match waits {
                Some(lead) if lead < Millis::ZERO => worth.wins.min(FLAG),
                Some(Millis::ZERO) => (worth.wins - COST_OF_STANDOFF).max(worth.wins.min(FLAG)),
                _ => worth.wins,
            };
        }
        worth
    }

    fn worth_of(&self, front: impl Fn(BoardId) -> Front, clocks: Clocks) -> Worth {
        let Question { scene, team, scale, .. } = &self.question;
        let shown = scene.shown().iter();
        let fronts: Vec<(BoardId, Front)> = shown.map(|&board| (board, front(board))).collect();
        Worth::of(&fronts, (*team, clocks), *scale)
    }

    /// The worth of the boards as they are, by the best line of each.
    pub(super) fn worth_as_it_is(&self, clocks: Clocks) -> Worth {
        let Question { scene, team, .. } = &self.question;
        let front = |board: BoardId| {
            let best = self.roots[board.index()].first();
            let score = best.map_or(Score::DRAW, |line| line.score);
            Front::of((score, false), scene.boards.on_turn(board), (*team, clocks))
        };
        self.worth_of(front, clocks)
    }

    /// The line of a proved mate of the team on a board, after the parts of a plan.
    fn proved(&self, parts: Parts, board: BoardId) -> Option<Info> {
        let (score, pv) = match parts[board.index()]? {
            Part::Move(m) => {
                let proof = self.mates.proof(board)?;
                let (first, rest) = proof.line.split_first()?;
                (m == *first).then(|| (Score::mated(proof.plies - 1), rest))?
            }
            Part::Sit => {
                let proof = self.mates.proof(board).or_else(|| self.fed(parts, board))?;
                (-Score::mated(proof.plies), proof.line.as_slice())
            }
        };
        let depth = u32::try_from(pv.len()).unwrap_or_default();
        Some(Info { score, depth, pv: pv.to_vec(), ..Info::default() })
    }

    /// The mate on a board with the piece that the other part of a plan sends there.
    fn fed(&self, parts: Parts, board: BoardId) -> Option<&Proof> {
        let Some(Part::Move(m)) = parts[board.other().index()] else { return None };
        let piece = handed(self.question.scene.boards.position(board.other()), m)?;
        self.mates.proof_with(board, piece)
    }
}

/// True if the first move of a line captures a piece with which the mover's partner, on turn, mates at
/// once in contact with the king.
pub(super) fn hands_over_a_mate(scene: &Scene, board: BoardId, line: &Info) -> bool {
    let seat = scene.boards.on_turn(board);
    let Some(&m) = line.pv.first() else { return false };
    let is_mate = line.score > Score::DRAW && line.score.is_decided();
    if !is_mate || !scene.boards.is_on_turn(seat.partner()) || scene.shown().len() < 2 {
        return false;
    }
    let Some(piece) = handed(scene.boards.position(board), m) else { return false };
    let partners = scene.boards.position(board.other());
    lacking(partners, seat.partner().color).contains(piece)
}
