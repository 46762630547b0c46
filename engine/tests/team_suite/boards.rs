//! Consequences of the rules on two boards: every move, no evaluation. Mates in more than two are
//! left to the mate solver, whose proofs have their own tests.

use tandem_engine::{MateLimits, MateSolver, Supply, Verdict, turn_given_away};
use tandem_rules::{Boards, Move, Position, Seat};

use super::exhaustive::{Exhaustive, answers, help};

/// Node limit that no question here reaches.
const NODES: u64 = 20_000_000;
/// Node limit for longer mates, by the mate solver.
const SOLVER_NODES: u64 = 200_000;

/// Two boards, seen by a seat that is on turn.
pub(crate) struct Scene {
    pub(crate) boards: Boards,
    pub(crate) seat: Seat,
}

impl Scene {
    pub(crate) fn own(&self) -> &Position {
        self.boards.position(self.seat.board)
    }

    pub(crate) fn other(&self) -> &Position {
        self.boards.position(self.seat.board.other())
    }

    pub(crate) fn partner_is_on_turn(&self) -> bool {
        self.boards.is_on_turn(self.seat.partner())
    }

    pub(crate) fn moves(&self) -> Vec<Move> {
        self.own().legal_moves().iter().copied().collect()
    }

    /// The moves that mate at once, whatever could still arrive for the opponent.
    pub(crate) fn mating(&self) -> Vec<Move> {
        self.moves().into_iter().filter(|&m| self.mates(m)).collect()
    }

    fn mates(&self, m: Move) -> bool {
        let next = self.after(m).own().clone();
        next.in_check() && plain().is_lost(next, 0).expect("enough nodes")
    }

    /// True if this move mates by checks alone, whatever arrives for the opponent, and no reply to
    /// it captures a piece that mates the partner.
    pub(crate) fn forces_mate(&self, m: Move) -> bool {
        forces_mate(self.own(), m) && (self.mates(m) || !self.leaks(m))
    }

    /// True if there is no such mate, by a search of all checks.
    pub(crate) fn has_no_mate(&self) -> bool {
        verdict(self.own()) == Verdict::NoMate
    }

    /// True if such a mate is found.
    pub(crate) fn has_mate(&self) -> bool {
        is_mate(self.own())
    }

    /// True if whoever is on turn on the other board mates at once.
    pub(crate) fn other_mates_at_once(&self) -> bool {
        mates_at_once(self.other())
    }

    /// True if whoever is on turn on the other board has a mate by checks.
    pub(crate) fn other_mates(&self) -> bool {
        is_mate(self.other())
    }

    /// True if one of the other team would mate at once if it were on turn now.
    pub(crate) fn is_threatened(&self) -> bool {
        let opponent = turn_given_away(self.own());
        let diagonal = match self.partner_is_on_turn() {
            true => turn_given_away(self.other()),
            false => Some(self.other().clone()),
        };
        [opponent, diagonal].into_iter().flatten().any(|board| mates_at_once(&board))
    }

    /// The moves that are mated within this many moves, whatever arrives for us.
    pub(crate) fn mated(&self, within: u32) -> Vec<Move> {
        self.moves().into_iter().filter(|&m| self.is_mated_after(m, within)).collect()
    }

    /// True if every move is mated within this many moves, whatever arrives for us.
    pub(crate) fn is_mated(&self, within: u32) -> bool {
        let moves = self.moves();
        !moves.is_empty() && moves.iter().all(|&m| self.is_mated_after(m, within))
    }

    pub(crate) fn is_mated_after(&self, m: Move, within: u32) -> bool {
        plain().mates_in(self.after(m).own(), within).expect("enough nodes")
    }

    /// The boards after a move of ours, seen by the opponent.
    pub(crate) fn after(&self, m: Move) -> Self {
        let mut boards = self.boards.clone();
        boards.play(self.seat, m).expect("a legal move");
        Self { boards, seat: self.seat.opponent() }
    }
}

/// True if the side to move mates at once, whatever arrives for the other.
pub(crate) fn mates_at_once(position: &Position) -> bool {
    plain().mates_in(position, 1).expect("enough nodes")
}

/// True if this move mates by checks alone, whatever arrives for the opponent.
pub(crate) fn forces_mate(position: &Position, m: Move) -> bool {
    let mut next = position.clone();
    let _partner_elsewhere = next.make(m, &mut ());
    help(&mut next, Supply::ANY);
    next.in_check() && answers(&next).iter().all(|&m| is_mate_after(&next, m))
}

fn is_mate_after(position: &Position, m: Move) -> bool {
    let mut next = position.clone();
    let _partner_elsewhere = next.make(m, &mut ());
    is_mate(&next)
}

pub(crate) fn is_mate(position: &Position) -> bool {
    matches!(verdict(position), Verdict::Mate(_))
}

pub(crate) fn verdict(position: &Position) -> Verdict {
    MateSolver::new(4).solve(position, Supply::ANY, MateLimits::nodes(SOLVER_NODES))
}

fn plain() -> Exhaustive {
    Exhaustive::new(Supply::ANY, NODES)
}
