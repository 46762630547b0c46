//! Sums over games, and the answers that are made of them.

use tandem_rules::{BoardId, Color, Move};

use crate::board::{BoardNumber, BoardResult};
use crate::time::TimeCode;
use crate::varint;

/// The key by which a position is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// Men, side to move, castling rights, holdings, promoted pieces and a usable en passant right.
    /// Only boards with known arrivals count.
    WithHoldings,
    /// Men, side to move and castling rights. All boards count.
    Structure,
}

/// The moves that were played in a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// Number of games, or of boards if one board was asked for, in which a move was played in the position.
    pub games: u64,
    /// The moves, the most frequent first. A game that came to the position twice counts for both
    /// moves if they differ, so the games of the moves can add up to more than `games`.
    pub moves: Vec<MoveStats>,
}

/// Statistics of a move in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveStats {
    /// The board on which it was played, of a pair of positions; A if one board was asked for, or if
    /// both positions are the same.
    pub on: BoardId,
    /// The move.
    pub m: Move,
    /// Number of games in which it was played.
    pub games: u64,
    /// Games that the team of the mover won.
    pub wins: u64,
    /// Games that were drawn.
    pub draws: u64,
    /// Games that the team of the mover lost. The other games have no result.
    pub losses: u64,
    /// Mean time that the move took, in seconds, over the games that tell it.
    pub mean_seconds: Option<f64>,
    /// Mean rating of the mover, over the games that tell it.
    pub mean_rating: Option<f64>,
    /// The first boards with this move, at most [`Self::MOST_EXAMPLES`], in the order of the file.
    pub examples: Vec<BoardNumber>,
}

impl MoveStats {
    /// Limit of the examples.
    pub const MOST_EXAMPLES: usize = 4;
}

/// A game that counts for a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) result: Option<BoardResult>,
    pub(crate) mover: Color,
    pub(crate) time: TimeCode,
    /// Rating of the mover, 0 if it is not known.
    pub(crate) rating: u16,
}

/// Sums over the games of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    timed: u64,
    tenths: u64,
    rated: u64,
    ratings: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, sample: Sample) {
        // Results follow no pattern that a processor could foresee, so these are sums, not branches.
        let is = |result| u64::from(sample.result == Some(result));
        self.games += 1;
        self.wins += is(BoardResult::Won(sample.mover));
        self.draws += is(BoardResult::Drawn);
        self.losses += is(BoardResult::Won(!sample.mover));
        let tenths = sample.time.tenths();
        self.timed += u64::from(tenths.is_some());
        self.tenths += u64::from(tenths.unwrap_or(0));
        self.rated += u64::from(sample.rating > 0);
        self.ratings += u64::from(sample.rating);
    }

    /// Adds other sums. Sums of a damaged file may be too large to add; they stay at the limit.
    pub(crate) fn join(&mut self, other: &Self) {
        let (mut sums, more) = (self.numbers(), other.numbers());
        sums.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.saturating_add(more));
        *self = Self::of_numbers(self.games.saturating_add(other.games), sums);
    }

    /// Appends all sums but the number of games.
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        self.numbers().into_iter().for_each(|number| varint::put(bytes, number));
    }

    /// The sums of [`Self::put`].
    pub(crate) fn of_numbers(games: u64, numbers: [u64; 7]) -> Self {
        let [wins, draws, losses, timed, tenths, rated, ratings] = numbers;
        Self { games, wins, draws, losses, timed, tenths, rated, ratings }
    }

    fn numbers(&self) -> [u64; 7] {
        let Self { games: _, wins, draws, losses, timed, tenths, rated, ratings } = *self;
        [wins, draws, losses, timed, tenths, rated, ratings]
    }

    /// The statistics of a move with these sums.
    pub(crate) fn stats(&self, (on, m): (BoardId, Move), examples: Vec<BoardNumber>) -> MoveStats {
        let mean = |sum: u64, count: u64| (count > 0).then(|| sum as f64 / count as f64);
        MoveStats {
            on,
            m,
            games: self.games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            mean_seconds: mean(self.tenths, self.timed).map(|tenths| tenths / 10.0),
            mean_rating: mean(self.ratings, self.rated),
            examples,
        }
    }
}

/// The sums of the moves of one position, while they are collected.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    games: u64,
    moves: Vec<Found>,
}

#[derive(Debug)]
struct Found {
    m: (BoardId, Move),
    tally: Tally,
    /// The lowest board numbers, in rising order.
    examples: Vec<BoardNumber>,
}

impl Collected {
    /// Counts games that came to the position.
    pub(crate) fn count(&mut self, games: u64) {
        self.games = self.games.saturating_add(games);
    }

    /// Adds the sums of a move on a board and examples of it.
    pub(crate) fn add(&mut self, m: (BoardId, Move), tally: &Tally, examples: &[BoardNumber]) {
        let at = self.moves.iter().position(|found| found.m == m).unwrap_or_else(|| {
            self.moves.push(Found { m, tally: Tally::default(), examples: Vec::new() });
            self.moves.len() - 1
        });
        let found = &mut self.moves[at];
        found.tally.join(tally);
        found.examples.extend(examples);
        found.examples.sort_unstable();
        found.examples.truncate(MoveStats::MOST_EXAMPLES);
    }

    /// The answer: moves by falling number of games, then by board and bits.
    pub(crate) fn answer(self) -> Answer {
        let stats = |found: Found| found.tally.stats(found.m, found.examples);
        let mut moves: Vec<_> =
            self.moves.into_iter().filter(|found| found.tally.games > 0).map(stats).collect();
        moves.sort_by_key(|stats| (std::cmp::Reverse(stats.games), stats.on, stats.m));
        Answer { games: self.games, moves }
    }
}
