//! What a search says.

use tandem_rules::{Millis, Move};

use crate::Score;

/// Names one call of [`Searcher::start`](crate::Searcher::start), so that a late answer is not
/// taken for a new one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SearchId(pub u64);

/// Something a search says.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// What it has found so far.
    Info(SearchId, Info),
    /// It has ended. Always said once, and last, for each search.
    Done(SearchId, Decision, Info),
}

/// What a seat does when its search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Plays this move.
    Play(Move),
    /// Sits: there is no move, or none that it wants to play.
    Sit,
}

/// The state of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Plies searched in full.
    pub depth: u32,
    /// Which of the best moves this is about, from 1.
    pub rank: usize,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Since the search began.
    pub time: Millis,
    /// Positions visited.
    pub nodes: u64,
    /// How much of the transposition table this search has filled, in permill.
    pub table_use: u32,
    /// True if after every move the opponent can capture a piece with which its partner mates at once.
    pub gives_mate: bool,
    /// The line expected, best move first.
    pub pv: Vec<Move>,
}
