//! Captures that decide the other board: gifts to the partner, leaks to the diagonal opponent.

use tandem_engine::Verdict;
use tandem_rules::{Handoff, Move, MoveKind, PieceType, Position};

use super::boards::{Scene, forces_mate, is_mate, mates_at_once, verdict};
use super::exhaustive::answers;

/// The length of the mate that a captured piece makes possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// The player who gets it mates at once.
    AtOnce,
    /// The player who gets it mates by checks, in two moves or more.
    ByChecks,
}

impl Length {
    pub(crate) const ALL: [Self; 2] = [Self::AtOnce, Self::ByChecks];

    pub(crate) fn other(self) -> Self {
        match self {
            Self::AtOnce => Self::ByChecks,
            Self::ByChecks => Self::AtOnce,
        }
    }
}

impl Scene {
    /// The moves that hand over a piece with which the partner, on turn, mates in this way; none
    /// if it does without.
    pub(crate) fn gifts(&self, length: Length) -> Vec<Move> {
        match length {
            _ if !self.partner_is_on_turn() => Vec::new(),
            Length::AtOnce => self.short_gifts(),
            Length::ByChecks => self.long_gifts(),
        }
    }

    /// The partner's captures of a piece with which we mate in this way; none if we do without.
    pub(crate) fn awaited(&self, length: Length) -> Vec<Move> {
        match self.partner_is_on_turn() {
            true => self.by_partner().gifts(length),
            false => Vec::new(),
        }
    }

    fn short_gifts(&self) -> Vec<Move> {
        let mates = |m: Move| mates_at_once(self.after(m).other());
        match self.other_mates_at_once() {
            true => Vec::new(),
            false => self.moves().into_iter().filter(|&m| mates(m)).collect(),
        }
    }

    /// A mate in several moves takes time: meanwhile the opponent must have none of its own, nor one
    /// with a piece that the diagonal opponent captures in its defence.
    fn long_gifts(&self) -> Vec<Move> {
        let sent = self.own().possible_handoffs();
        if sent.is_empty() || verdict(self.other()) != Verdict::NoMate {
            return Vec::new();
        }
        let useful: Vec<PieceType> =
            sent.iter().filter(|&piece| mates_from(self.other(), piece)).collect();
        let gives = |&m: &Move| self.own().captured(m).is_some_and(|piece| useful.contains(&piece));
        let is_safe = |&m: &Move| {
            let next = self.after(m);
            let helps = |&piece: &PieceType| mates_at_once(&with(next.own(), piece));
            !is_mate(next.own()) && !PieceType::DROPPABLE.iter().any(helps)
        };
        self.moves().into_iter().filter(gives).filter(is_safe).collect()
    }

    /// The moves after which the opponent can capture a piece with which the diagonal, on turn,
    /// mates at once; none if it does without.
    pub(crate) fn leaking(&self) -> Vec<Move> {
        match self.partner_is_on_turn() || self.other_mates_at_once() {
            true => Vec::new(),
            false => self.moves().into_iter().filter(|&m| self.leaks(m)).collect(),
        }
    }

    pub(crate) fn leaks(&self, m: Move) -> bool {
        let next = self.after(m);
        let replies = next.moves();
        !self.partner_is_on_turn() && replies.into_iter().any(|reply| next.takes_what_mates(reply))
    }

    fn takes_what_mates(&self, m: Move) -> bool {
        self.own().captured(m).is_some() && mates_at_once(self.after(m).other())
    }

    /// The captures that hand over a piece with which the partner, in check and without a legal
    /// move, has one.
    pub(crate) fn saving(&self) -> Vec<Move> {
        let is_in_check = self.partner_is_on_turn() && self.other().in_check();
        let saves = |&m: &Move| !answers(self.after(m).other()).is_empty();
        match is_in_check && answers(self.other()).is_empty() {
            true => self.moves().into_iter().filter(saves).collect(),
            false => Vec::new(),
        }
    }

    /// True for a capture that loses material here: the capturing piece is worth more than what it
    /// takes, and can be taken in turn.
    pub(crate) fn is_sacrifice(&self, m: Move) -> bool {
        let piece = m.from().and_then(|from| self.own().piece_at(from));
        let (Some(piece), Some(taken)) = (piece, self.own().captured(m)) else { return false };
        let next = self.after(m);
        let is_taken = next
            .moves()
            .into_iter()
            .any(|reply| reply.to() == m.to() && next.own().captured(reply).is_some());
        is_taken && worth(piece.piece_type) > worth(taken)
    }

    fn by_partner(&self) -> Self {
        Self { boards: self.boards.clone(), seat: self.seat.partner() }
    }
}

/// True if the side to move mates by checks once it has this piece, in two moves or more, and has
/// to begin with its drop. Otherwise it would not wait for the piece, but begin.
fn mates_from(position: &Position, piece: PieceType) -> bool {
    let next = with(position, piece);
    let begins_otherwise = |&m: &Move| {
        let is_its_drop = matches!(m.kind(), MoveKind::Drop { piece: p, .. } if p == piece);
        !is_its_drop && forces_mate(&next, m)
    };
    is_mate(&next) && !mates_at_once(&next) && !next.legal_moves().iter().any(begins_otherwise)
}

/// The position with one more piece in the hand of the side to move.
fn with(position: &Position, piece: PieceType) -> Position {
    let mut next = position.clone();
    next.receive(Handoff { color: position.side_to_move(), piece }, &mut ());
    next
}

/// The usual values; a knight and a bishop are worth the same.
fn worth(piece: PieceType) -> u32 {
    match piece {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => u32::MAX,
    }
}
