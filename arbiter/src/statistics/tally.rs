//! Counts of results, of games and of pairs of games.

use std::ops::{Add, AddAssign};

use tandem_rules::Team;

/// Result of one game for our team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TeamResult {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl TeamResult {
    /// All three, the worst first.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The result of a game for `team`, given the team that won it.
    pub fn of(team: Team, winner: Option<Team>) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == team => Self::Win,
            Some(_) => Self::Loss,
        }
    }
}

/// Results of the two games of a pair for our team, in any order.
///
/// A win and a loss score as much as two draws; they are distinguished for the counts of games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PairResult {
    /// Two losses: no point.
    LossLoss,
    /// A loss and a draw: half a point.
    LossDraw,
    /// Two draws: one point.
    DrawDraw,
    /// A win and a loss: one point.
    WinLoss,
    /// A win and a draw: one and a half points.
    WinDraw,
    /// Two wins: two points.
    WinWin,
}

impl PairResult {
    /// All six, the worst first.
    pub const ALL: [Self; 6] = [
        Self::LossLoss,
        Self::LossDraw,
        Self::DrawDraw,
        Self::WinLoss,
        Self::WinDraw,
        Self::WinWin,
    ];

    /// Makes the result of a pair from its two games, both seen by the same team.
    pub const fn new(first: TeamResult, second: TeamResult) -> Self {
        use TeamResult::{Draw, Loss, Win};
        match (first, second) {
            (Loss, Loss) => Self::LossLoss,
            (Loss, Draw) | (Draw, Loss) => Self::LossDraw,
            (Draw, Draw) => Self::DrawDraw,
            (Win, Loss) | (Loss, Win) => Self::WinLoss,
            (Win, Draw) | (Draw, Win) => Self::WinDraw,
            (Win, Win) => Self::WinWin,
        }
    }

    /// The results of the two games, the better one first.
    pub const fn games(self) -> [TeamResult; 2] {
        use TeamResult::{Draw, Loss, Win};
        match self {
            Self::LossLoss => [Loss, Loss],
            Self::LossDraw => [Draw, Loss],
            Self::DrawDraw => [Draw, Draw],
            Self::WinLoss => [Win, Loss],
            Self::WinDraw => [Win, Draw],
            Self::WinWin => [Win, Win],
        }
    }

    /// Half points, 0 to 4: the index in [`Tally::pentanomial`].
    pub const fn half_points(self) -> usize {
        let [better, worse] = self.games();
        better as usize + worse as usize
    }
}

/// Numbers of pairs and unpaired games by result. The default is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Tally {
    pairs: [u64; PairResult::ALL.len()],
    unpaired: [u64; TeamResult::ALL.len()],
}

impl Tally {
    /// Counts one pair.
    pub fn add_pair(&mut self, pair: PairResult) {
        self.add_pairs(pair, 1);
    }

    /// Counts `count` pairs with the same result.
    pub fn add_pairs(&mut self, pair: PairResult, count: u64) {
        self.pairs[pair as usize] += count;
    }

    /// Counts a game whose sibling was not played or did not count.
    ///
    /// Two such games never become a pair, so divide a match into shards between pairs, not within
    /// them.
    pub fn add_unpaired(&mut self, game: TeamResult) {
        self.unpaired[game as usize] += 1;
    }

    /// Number of pairs with this result.
    pub const fn count(&self, pair: PairResult) -> u64 {
        self.pairs[pair as usize]
    }

    /// Numbers of pairs by our points: 0, ½, 1, 1½ and 2 (LL, LD, DD or WL, WD, WW).
    pub fn pentanomial(&self) -> [u64; 5] {
        let mut counts = [0; 5];
        for pair in PairResult::ALL {
            counts[pair.half_points()] += self.count(pair);
        }
        counts
    }

    /// Number of games with this result, paired or not.
    pub fn games_with(&self, result: TeamResult) -> u64 {
        let of_pair = |pair: PairResult| {
            let games = pair.games().into_iter().filter(|&game| game == result).count();
            games as u64 * self.count(pair)
        };
        self.unpaired[result as usize] + PairResult::ALL.into_iter().map(of_pair).sum::<u64>()
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs() + self.unpaired()
    }

    /// Number of complete pairs.
    pub fn pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Number of games without a sibling.
    pub fn unpaired(&self) -> u64 {
        self.unpaired.iter().sum()
    }

    /// Our share of the points of all games, 0 to 1; `None` before the first game.
    pub fn score(&self) -> Option<f64> {
        let half_points = 2 * self.games_with(TeamResult::Win) + self.games_with(TeamResult::Draw);
        share(half_points, 2 * self.games())
    }

    /// The share of decisive pairs, 0 to 1: those in which the teams did not score one point each.
    /// `None` before the first pair.
    pub fn decisive_pairs(&self) -> Option<f64> {
        share(self.pairs() - self.pentanomial()[2], self.pairs())
    }

    /// The same games, seen by the other team.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let Self { pairs: [ll, ld, dd, wl, wd, ww], unpaired: [l, d, w] } = *self;
        Self { pairs: [ww, wd, dd, wl, ld, ll], unpaired: [w, d, l] }
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Merges the tallies of two shards; their order does not matter.
impl Add for Tally {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        let add = |mine: &mut [u64], theirs: &[u64]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        add(&mut self.pairs, &other.pairs);
        add(&mut self.unpaired, &other.unpaired);
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

impl Extend<PairResult> for Tally {
    fn extend<I: IntoIterator<Item = PairResult>>(&mut self, pairs: I) {
        pairs.into_iter().for_each(|pair| self.add_pair(pair));
    }
}

impl FromIterator<PairResult> for Tally {
    fn from_iter<I: IntoIterator<Item = PairResult>>(pairs: I) -> Self {
        let mut tally = Self::default();
        tally.extend(pairs);
        tally
    }
}
