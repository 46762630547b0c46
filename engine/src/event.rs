//! Events that a search sends to its caller.

use tandem_rules::{Millis, Move};

use crate::Score;

/// The number of one call of [`Searcher::start`](crate::Searcher::start), so that a late event is
/// not attributed to a newer search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SearchId(pub u64);

/// A message from a search.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// An intermediate result: one ranked line of a finished iteration, or a proved mate.
    Info(SearchId, Info),
    /// The final result. Sent exactly once for each search, as its last event.
    Done(SearchId, Decision, Info),
}

/// The decision of a seat at the end of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Play this move.
    Play(Move),
    /// Sit: no move is both legal and, if the limits name moves, among those.
    Sit,
}

/// One line of a search, with the search's statistics.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Depth of the iteration that found the line, in plies; 0 before the first has finished.
    pub depth: u32,
    /// Seldepth: the greatest ply that the iteration has reached, qsearch included.
    pub selective_depth: u32,
    /// Rank of this line among the best moves, from 1.
    pub rank: usize,
    /// Score of the line, from the side to move's point of view.
    pub score: Score,
    /// Time since the search began.
    pub time: Millis,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Share of the transposition table that this search has filled, in permill.
    pub table_use: u32,
    /// Lead over the next best line in centipawns, where a limited level has searched it too.
    pub margin: Option<i32>,
    /// True if every move lets the opponent capture a piece with which its partner mates at once.
    pub gives_mate: bool,
    /// Score of the partner's board for our team, by a short search; zero if that board is not seen.
    pub elsewhere: Score,
    /// The principal variation (PV), best move first.
    pub pv: Vec<Move>,
}
