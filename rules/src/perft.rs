//! Leaf counts: the check of a move generator, and the measure of its speed.

use rayon::prelude::*;

use crate::{BoardId, Boards, Move, MoveList, Position, Stage};

/// Positions reached after `depth` plies, each line of moves counted once.
///
/// The last ply is counted by listing its moves with the generator the search uses.
pub fn perft(position: &Position, depth: u32) -> u64 {
    leaves(position, depth, &|position| {
        let mut list = MoveList::new();
        position.generate(Stage::All, &mut list);
        list.len()
    })
}

/// The same number, the last ply counted without listing its moves.
pub fn perft_counting(position: &Position, depth: u32) -> u64 {
    leaves(position, depth, &Position::count_legal)
}

/// [`perft`] of each move, in the generator's order, the moves spread over all cores.
pub fn perft_split(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let moves = if depth == 0 { MoveList::new() } else { position.legal_moves() };
    moves.par_iter().map(|&m| (m, perft(&after(position, m), depth - 1))).collect()
}

/// Sequences of `depth` plies on two boards, counting as different those that interleave the
/// boards otherwise. Only the boards in `movers` move; captures feed the other one.
pub fn perft_boards(boards: &Boards, movers: &[BoardId], depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => movers.iter().map(|&board| boards.position(board).count_legal() as u64).sum(),
        _ => boards_after(boards, movers)
            .map(|(_, next)| perft_boards(&next, movers, depth - 1))
            .sum(),
    }
}

/// [`perft_boards`] of each move, the moves spread over all cores.
pub fn perft_boards_split(
    boards: &Boards,
    movers: &[BoardId],
    depth: u32,
) -> Vec<((BoardId, Move), u64)> {
    let first: Vec<_> =
        if depth == 0 { Vec::new() } else { boards_after(boards, movers).collect() };
    let count = |next: &Boards| perft_boards(next, movers, depth - 1);
    first.into_par_iter().map(|(played, next)| (played, count(&next))).collect()
}

fn boards_after<'a>(
    boards: &'a Boards,
    movers: &'a [BoardId],
) -> impl Iterator<Item = ((BoardId, Move), Boards)> + 'a {
    movers.iter().flat_map(move |&board| {
        let legal: Vec<Move> = boards.position(board).legal_moves().to_vec();
        legal.into_iter().map(move |m| {
            let mut next = boards.clone();
            if let Some(handoff) = next.make(board, m, &mut ()) {
                next.hand_over(board.other(), handoff);
            }
            ((board, m), next)
        })
    })
}

fn leaves(position: &Position, depth: u32, count: &impl Fn(&Position) -> usize) -> u64 {
    match depth {
        0 => 1,
        1 => count(position) as u64,
        _ => {
            let mut list = MoveList::new();
            position.generate(Stage::All, &mut list);
            list.into_iter().map(|m| leaves(&after(position, m), depth - 1, count)).sum()
        }
    }
}

fn after(position: &Position, m: Move) -> Position {
    let mut next = position.clone();
    let _partner_elsewhere = next.make(m, &mut ());
    next
}
