//! Leaf counts: the check of a move generator, and the measure of its speed.

use rayon::prelude::*;

use crate::{Move, MoveList, Position, Stage};

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
