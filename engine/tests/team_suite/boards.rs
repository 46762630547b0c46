//! Consequences of the rules on two boards: every move, no evaluation. Mates in more than two are
//! left to the mate solver, whose proofs have their own tests.

use tandem_engine::{MateLimits, MateSolver, Supply, Verdict, turn_given_away};
use tandem_rules::{Boards, Handoff, Move, Position, Seat};

use crate::exhaustive::{Exhaustive, answers, help};

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
        let mut next = self.after(m).own().clone();
        help(&mut next, Supply::ANY);
        let is_lost = next.in_check() && answers(&next).iter().all(|&m| is_mate_after(&next, m));
        is_lost && (self.mates(m) || !self.leaks(m))
    }

    /// True if there is no such mate, by a search of all checks.
    pub(crate) fn has_no_mate(&self) -> bool {
        verdict(self.own()) == Verdict::NoMate
    }

    /// True if such a mate is found.
    pub(crate) fn has_mate(&self) -> bool {
        is_mate(self.own())
    }

    /// True if the partner is on turn and has such a mate already.
    pub(crate) fn partner_mates(&self) -> bool {
        self.partner_is_on_turn() && is_mate(self.other())
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

    /// The moves that hand over a piece with which the partner, on turn, mates at once.
    pub(crate) fn gifts(&self) -> Vec<Move> {
        let mates = |m: Move| mates_at_once(self.after(m).other());
        match self.partner_is_on_turn() && !mates_at_once(self.other()) {
            true => self.moves().into_iter().filter(|&m| mates(m)).collect(),
            false => Vec::new(),
        }
    }

    /// The moves after which the opponent can capture a piece with which the diagonal, on turn,
    /// mates at once.
    pub(crate) fn leaking(&self) -> Vec<Move> {
        match self.partner_is_on_turn() || mates_at_once(self.other()) {
            true => Vec::new(),
            false => self.moves().into_iter().filter(|&m| self.leaks(m)).collect(),
        }
    }

    fn leaks(&self, m: Move) -> bool {
        let next = self.after(m);
        let replies = next.moves();
        !self.partner_is_on_turn() && replies.into_iter().any(|reply| next.takes_what_mates(reply))
    }

    fn takes_what_mates(&self, m: Move) -> bool {
        let hands_over = handoff(self.own(), m).is_some();
        hands_over && mates_at_once(self.after(m).other())
    }

    /// True if the partner, on turn, can capture at once a piece with which we mate.
    pub(crate) fn awaits(&self) -> bool {
        let partner = Self { boards: self.boards.clone(), seat: self.seat.partner() };
        self.partner_is_on_turn()
            && partner.moves().into_iter().any(|m| partner.takes_what_mates(m))
    }

    /// True if every move is mated within this many moves, whatever arrives for us.
    pub(crate) fn is_mated(&self, within: u32) -> bool {
        let moves = self.moves();
        let is_mated = |&m: &Move| {
            let next = self.after(m);
            plain().mates_in(next.own(), within).expect("enough nodes")
        };
        !moves.is_empty() && moves.iter().all(is_mated)
    }

    /// The boards after a move of ours, seen by the opponent.
    pub(crate) fn after(&self, m: Move) -> Self {
        let mut boards = self.boards.clone();
        boards.play(self.seat, m).expect("a legal move");
        Self { boards, seat: self.seat.opponent() }
    }
}

fn handoff(position: &Position, m: Move) -> Option<Handoff> {
    position.clone().make(m, &mut ())
}

/// True if the side to move mates at once, whatever arrives for the other.
pub(crate) fn mates_at_once(position: &Position) -> bool {
    plain().mates_in(position, 1).expect("enough nodes")
}

fn is_mate_after(position: &Position, m: Move) -> bool {
    let mut next = position.clone();
    let _partner_elsewhere = next.make(m, &mut ());
    is_mate(&next)
}

fn is_mate(position: &Position) -> bool {
    matches!(verdict(position), Verdict::Mate(_))
}

fn verdict(position: &Position) -> Verdict {
    MateSolver::new(4).solve(position, Supply::ANY, MateLimits::nodes(SOLVER_NODES))
}

fn plain() -> Exhaustive {
    Exhaustive::new(Supply::ANY, NODES)
}
