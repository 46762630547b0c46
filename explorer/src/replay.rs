//! Replaying a board: its positions, and the rows by which they are found.

use tandem_rules::{Move, MoveKind, PieceType, Position, Variant};

use crate::board::{Arrivals, Board, BoardFault, PlayedMove};
use crate::edge::{Edge, Flags};
use crate::time::TimeCode;

/// The number of moves of each board that are indexed. Later positions are met by one board alone,
/// with few exceptions.
pub const DEPTH: usize = 30;

/// A move played in a position, as the index keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    pub(crate) placement: u64,
    pub(crate) edge: Edge,
    pub(crate) time: TimeCode,
}

/// The part of a position's key beside its placement: 32 bits of the key of its holdings.
pub(crate) fn holdings(position: &Position) -> u32 {
    position.holdings_key().0 as u32
}

/// The position before the first move of a board.
pub(crate) fn start(board: &Board) -> Result<Position, BoardFault> {
    Ok(match &board.start {
        Some(start) => Position::from_setup(start, Variant::Bughouse, board.rules.moves)?,
        None => Position::start(Variant::Bughouse, board.rules.moves),
    })
}

/// Replays a board and calls `visit` before each move with the position.
pub(crate) fn replay(
    board: &Board,
    mut visit: impl FnMut(&Position, PlayedMove),
) -> Result<(), BoardFault> {
    let mut position = start(board)?;
    let mut arrivals = Arriving::new(board)?;
    for (ply, &played) in board.moves.iter().enumerate() {
        arrivals.before(ply, played.m, &mut position);
        if !position.is_accepted(played.m) {
            return Err(BoardFault::Illegal { ply, m: played.m });
        }
        visit(&position, played);
        let _to_the_other_board = position.make(played.m, &mut ());
    }
    Ok(())
}

/// The pieces that are still to arrive; `None` if they are not known.
struct Arriving<'a>(Option<&'a [crate::Arrival]>);

impl<'a> Arriving<'a> {
    fn new(board: &'a Board) -> Result<Self, BoardFault> {
        let Arrivals::Known(all) = &board.arrivals else { return Ok(Self(None)) };
        let mut earliest = 0;
        for arrival in all {
            let in_order = (earliest..board.moves.len()).contains(&usize::from(arrival.ply));
            if !in_order || arrival.piece.piece == PieceType::King {
                return Err(BoardFault::Arrival(arrival.ply));
            }
            earliest = usize::from(arrival.ply);
        }
        Ok(Self(Some(all)))
    }

    /// Gives the position what arrives before a move.
    fn before(&mut self, ply: usize, m: Move, position: &mut Position) {
        if let Some(arrivals) = &mut self.0 {
            while let Some((next, rest)) = arrivals.split_first()
                && usize::from(next.ply) <= ply
            {
                position.receive(next.piece, &mut ());
                *arrivals = rest;
            }
        } else if let MoveKind::Drop { piece, .. } = m.kind() {
            position.supply(piece, &mut ());
        }
    }
}

/// Replays a board and collects its visits of the first [`DEPTH`] moves: one for each position and
/// move, the first.
pub(crate) fn visits(board: &Board, visits: &mut Vec<Visit>) -> Result<(), BoardFault> {
    visits.clear();
    let is_known = matches!(board.arrivals, Arrivals::Known(_));
    let mut ply = 0;
    replay(board, |position, played| {
        if ply < DEPTH {
            note(position, played, is_known, visits);
        }
        ply += 1;
    })
}

fn note(position: &Position, played: PlayedMove, is_known: bool, visits: &mut Vec<Visit>) {
    let holdings = if is_known { holdings(position) } else { 0 };
    let flags = Flags::of(position.side_to_move(), is_known);
    visits.extend(first_visit(position.placement_key().0, holdings, flags, played, visits));
}

/// The visit of a placement with these holdings, with flags about `earlier` ones; `None` if the same
/// move was played there with the same holdings.
pub(crate) fn first_visit(
    placement: u64,
    holdings: u32,
    mut flags: Flags,
    played: PlayedMove,
    earlier: &[Visit],
) -> Option<Visit> {
    for earlier in earlier.iter().filter(|earlier| earlier.placement == placement) {
        let same_move = earlier.edge.m() == played.m.bits();
        let same_holdings = earlier.edge.holdings() == holdings;
        if same_move && same_holdings {
            return None;
        }
        flags.set(Flags::PLACED_AGAIN, true);
        flags.set(Flags::MOVED_AGAIN, same_move);
        flags.set(Flags::HELD_AGAIN, same_holdings);
    }
    let edge = Edge::new(holdings, flags, played.m);
    Some(Visit { placement, edge, time: TimeCode::of(played.time) })
}
