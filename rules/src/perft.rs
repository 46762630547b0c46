//! Perft: leaf counts of the move tree, which verify a move generator and measure its speed.

use crate::{BoardId, Boards, Move, MoveList, Position, Stage};

/// Number of leaves after `depth` plies on one board: each sequence of moves counts once.
///
/// The last ply is counted by listing its moves with the generator that the search uses. In
/// bughouse, captured pieces leave the board.
pub fn perft(position: &Position, depth: u32) -> u64 {
    leaves(position, depth, &|position| {
        let mut list = MoveList::new();
        position.generate(Stage::All, &mut list);
        list.len()
    })
}

/// The same number as [`perft`], with the last ply counted without listing its moves.
pub fn perft_counting(position: &Position, depth: u32) -> u64 {
    leaves(position, depth, &Position::count_legal)
}

/// The [`perft`] of each root move, in the generator's order. Empty at depth 0. With the feature
/// `rayon` the root moves are shared among all cores.
///
/// ```
/// use tandem_rules::perft::{perft, perft_split};
/// use tandem_rules::{MoveRules, Position, Variant};
///
/// let start = Position::start(Variant::Bughouse, MoveRules::default());
/// assert_eq!(perft(&start, 3), 8902);
/// let split = perft_split(&start, 3);
/// assert_eq!(split.iter().map(|(_, leaves)| leaves).sum::<u64>(), 8902);
/// ```
pub fn perft_split(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let moves = if depth == 0 { MoveList::new() } else { position.legal_moves() };
    map_all(moves.to_vec(), |m| (m, perft(&after(position, m), depth - 1)))
}

/// Number of sequences of `depth` plies on two boards. Sequences that differ only in how the
/// boards interleave count as different.
///
/// Moves are made on the boards in `movers` only; captured pieces go to the holdings on the
/// other board.
pub fn perft_boards(boards: &Boards, movers: &[BoardId], depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => movers.iter().map(|&board| boards.position(board).count_legal() as u64).sum(),
        _ => boards_after(boards, movers)
            .map(|(_, next)| perft_boards(&next, movers, depth - 1))
            .sum(),
    }
}

/// The [`perft_boards`] of each root move. Empty at depth 0. With the feature `rayon` the root moves
/// are shared among all cores.
pub fn perft_boards_split(
    boards: &Boards,
    movers: &[BoardId],
    depth: u32,
) -> Vec<((BoardId, Move), u64)> {
    let first: Vec<_> =
        if depth == 0 { Vec::new() } else { boards_after(boards, movers).collect() };
    let count = |next: &Boards| perft_boards(next, movers, depth - 1);
    map_all(first, |(played, next)| (played, count(&next)))
}

/// Maps all items, in their order: on all cores with the feature `rayon`, else one by one.
#[cfg(feature = "rayon")]
fn map_all<T: Send, R: Send>(items: Vec<T>, map: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    items.into_par_iter().map(map).collect()
}

#[cfg(not(feature = "rayon"))]
fn map_all<T, R>(items: Vec<T>, map: impl Fn(T) -> R) -> Vec<R> {
    items.into_iter().map(map).collect()
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
            list.iter().copied().map(|m| leaves(&after(position, m), depth - 1, count)).sum()
        }
    }
}

fn after(position: &Position, m: Move) -> Position {
    let mut next = position.clone();
    let _partner_elsewhere = next.make(m, &mut ());
    next
}
