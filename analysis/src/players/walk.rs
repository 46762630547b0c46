//! The moves of a game, walked through once: what each took, dropped and handed over.

use std::collections::VecDeque;

use tandem_rules::notation::bpgn::GameRecord;
use tandem_rules::{MoveKind, PieceType, Seat, Square};

use crate::record::is_of_book;

/// A move with what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) seat: Seat,
    /// The type in which a piece that it took comes to the partner's hand.
    pub(super) took: Option<PieceType>,
    pub(super) dropped: Option<Dropped>,
    /// True if it gave check.
    pub(super) checks: bool,
    /// True if it castled.
    pub(super) castles: bool,
    /// Number of pieces in the mover's hand before it.
    pub(super) held: usize,
    /// False for a move of the book, which no player chose.
    pub(super) is_own: bool,
}

/// A piece that a move dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dropped {
    pub(super) piece: PieceType,
    pub(super) to: Square,
    /// The index of the capture that it came from; `None` if it was in hand at the start.
    pub(super) from: Option<usize>,
    /// True if the opponent's king stood at most two squares away.
    pub(super) is_near_king: bool,
}

/// Squares within which a drop is beside a king.
const NEAR: u8 = 2;

/// The steps of a game.
pub(super) fn walk(record: &GameRecord) -> Vec<Step> {
    let mut boards = record.start().clone();
    let mut hands = Hands::default();
    let mut steps = Vec::with_capacity(record.plies().len());
    for (at, ply) in record.plies().iter().enumerate() {
        let position = boards.position(ply.seat.board);
        let king = position.king(!ply.seat.color);
        let dropped = match ply.m.kind() {
            MoveKind::Drop { piece, to } => Some(Dropped {
                piece,
                to,
                from: hands.take(ply.seat, piece),
                is_near_king: distance(to, king) <= NEAR,
            }),
            _ => None,
        };
        let held = position.holdings(ply.seat.color).total();
        let castles = ply.m.is_castle();
        let Ok(handoff) = boards.play(ply.seat, ply.m) else { break }; // a record has accepted moves only
        let took = handoff.map(|handoff| handoff.piece);
        if let Some(piece) = took {
            hands.put(ply.seat.partner(), piece, at);
        }
        let checks = boards.position(ply.seat.board).in_check();
        let is_own = !is_of_book(ply);
        steps.push(Step { seat: ply.seat, took, dropped, checks, castles, held, is_own });
    }
    steps
}

/// The squares that a king needs from one square to another.
fn distance(one: Square, other: Square) -> u8 {
    let apart = |a: usize, b: usize| a.abs_diff(b) as u8;
    let files = apart(one.file().index(), other.file().index());
    files.max(apart(one.rank().index(), other.rank().index()))
}

/// The captures that the pieces in the hands came from, oldest first.
#[derive(Default)]
struct Hands([[VecDeque<usize>; PieceType::DROPPABLE.len()]; 4]);

impl Hands {
    fn put(&mut self, seat: Seat, piece: PieceType, capture: usize) {
        if let Some(kept) = self.0[seat.index()].get_mut(piece.index()) {
            kept.push_back(capture);
        }
    }

    /// The oldest capture that such a piece came from. Those of the start are used up last, since it is
    /// not known how many there are.
    fn take(&mut self, seat: Seat, piece: PieceType) -> Option<usize> {
        self.0[seat.index()].get_mut(piece.index())?.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::bpgn::Reader;

    use super::*;

    #[test]
    fn a_dropped_piece_is_known_by_the_capture_that_it_came_from() {
        let text = "[Event \"a game\"]\n\n1A. e4 1a. d5 2A. exd5 2a. Qxd5 1B. e4 1b. P@e3 2B. P@d4 3A. Nc3 *\n";
        let read = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
        let steps = walk(&read.record);
        assert_eq!(steps.len(), 8);
        let from: Vec<_> =
            steps.iter().filter_map(|step| step.dropped).map(|dropped| dropped.from).collect();
        assert_eq!(from, [Some(2), Some(3)]);
        let near: Vec<_> =
            steps.iter().filter_map(|step| step.dropped).map(|drop| drop.is_near_king).collect();
        assert_eq!(near, [true, false]);
        assert_eq!(steps.iter().map(|step| step.held).sum::<usize>(), 3);
    }
}
