//! In which order moves are tried.

use arrayvec::ArrayVec;
use tandem_rules::{Color, Move, MoveKind, MoveList, PieceType, Position, attacks};

use super::exchange;
use super::params::{HISTORY_MOST, MAX_PLY};
use crate::eval;

/// Which moves have been good elsewhere in the tree.
pub(super) struct Memory {
    /// For each color, board moves by squares and drops by piece type and square.
    history: Box<[[i32; Self::MOVES]; 2]>,
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
}

const TABLE_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 28;
/// Behind all else.
const LOSING_CAPTURE: i32 = -(1 << 28);
const KILLER: i32 = 1 << 27;
const CHECKING_DROP: i32 = 1 << 26;

impl Memory {
    const MOVES: usize = 64 * 64 + 5 * 64;

    pub(super) fn new() -> Self {
        Self { history: Box::new([[0; Self::MOVES]; 2]), killers: [[None; 2]; MAX_PLY + 2] }
    }

    /// A new root: old habits fade.
    pub(super) fn fade(&mut self) {
        self.history.iter_mut().flatten().for_each(|value| *value /= 4);
        self.killers = [[None; 2]; MAX_PLY + 2];
    }

    /// Learns from a move that refuted its node, and from those tried before it.
    pub(super) fn refuted(
        &mut self,
        color: Color,
        ply: usize,
        (best, depth): (Move, u32),
        tried: &[Move],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let bonus = (depth * depth).min(400) as i32;
        self.learn(color, best, bonus);
        for &m in tried {
            self.learn(color, m, -bonus);
        }
    }

    /// Moves towards a bound the slower the nearer it is.
    fn learn(&mut self, color: Color, m: Move, bonus: i32) {
        let value = &mut self.history[color.index()][Self::index(m)];
        *value += bonus - *value * bonus.abs() / HISTORY_MOST;
    }

    fn history(&self, color: Color, m: Move) -> i32 {
        self.history[color.index()][Self::index(m)]
    }

    fn index(m: Move) -> usize {
        match m.kind() {
            MoveKind::Drop { piece, to } => 64 * 64 + piece.index() * 64 + to.index(),
            _ => m.from().map_or(0, |from| from.index() * 64 + m.to().index()),
        }
    }
}

/// A list of moves that gives the best of those left.
pub(super) struct Picker {
    moves: MoveList,
    worth: ArrayVec<i32, 512>,
    next: usize,
}

impl Picker {
    pub(super) fn new(
        position: &Position,
        moves: MoveList,
        memory: &Memory,
        ply: usize,
        table_move: Option<Move>,
    ) -> Self {
        let us = position.side_to_move();
        let killers = memory.killers[ply];
        let worth = |m: Move| {
            if Some(m) == table_move {
                TABLE_MOVE
            } else if let Some(gain) = gain(position, m) {
                if exchange::loses(position, m) { LOSING_CAPTURE + gain } else { CAPTURE + gain }
            } else if killers.contains(&Some(m)) {
                KILLER
            } else if is_checking_drop(position, m) {
                CHECKING_DROP + memory.history(us, m)
            } else {
                memory.history(us, m)
            }
        };
        let worth = moves.into_iter().map(worth).collect();
        Self { moves, worth, next: 0 }
    }

    /// True if the move given last loses material by what it takes; all captures after it do.
    pub(super) fn is_down_to_losing_captures(&self) -> bool {
        let given = self.next.checked_sub(1).and_then(|at| self.worth.get(at));
        given.is_some_and(|&worth| worth < LOSING_CAPTURE / 2)
    }
}

impl Iterator for Picker {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let left = self.worth.get(self.next..)?;
        let (best, _) =
            left.iter().enumerate().max_by_key(|&(at, worth)| (*worth, usize::MAX - at))?;
        self.moves.swap(self.next, self.next + best);
        self.worth.swap(self.next, self.next + best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}

/// The most valuable victim by the least valuable attacker; `None` for what takes nothing and
/// promotes nothing.
pub(super) fn gain(position: &Position, m: Move) -> Option<i32> {
    let variant = position.variant();
    let value = |piece| eval::value(variant, piece);
    let victim = captured(position, m).map(value);
    match m.kind() {
        MoveKind::Promotion { piece, .. } => Some(victim.unwrap_or(0) + value(piece) / 2),
        MoveKind::Normal { from, .. } => {
            let attacker = position.piece_at(from).map_or(0, |piece| value(piece.piece_type));
            victim.map(|victim| victim * 8 - attacker)
        }
        MoveKind::EnPassant { .. } => Some(value(PieceType::Pawn) * 7),
        MoveKind::Castle { .. } | MoveKind::Drop { .. } => None,
    }
}

/// What a move takes, as it will be in a hand.
pub(super) fn captured(position: &Position, m: Move) -> Option<PieceType> {
    match m.kind() {
        MoveKind::EnPassant { .. } => Some(PieceType::Pawn),
        MoveKind::Normal { to, .. } | MoveKind::Promotion { to, .. } => {
            let victim = position.piece_at(to)?.piece_type;
            Some(if position.promoted().contains(to) { PieceType::Pawn } else { victim })
        }
        MoveKind::Castle { .. } | MoveKind::Drop { .. } => None,
    }
}

pub(super) fn is_checking_drop(position: &Position, m: Move) -> bool {
    let MoveKind::Drop { piece, to } = m.kind() else { return false };
    let us = position.side_to_move();
    attacks::of(us, piece, to, position.occupied()).contains(position.king(!us))
}
