//! Results of games, counted from the view of a player.

use serde::Serialize;
use tandem_rules::Team;
use tandem_rules::notation::bpgn::BpgnResult;

/// The result of a game for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Points {
    Won,
    Drawn,
    Lost,
}

impl Points {
    /// The result for a team; `None` if the game is unfinished.
    pub(super) fn of(result: BpgnResult, team: Team) -> Option<Self> {
        match result.winner() {
            Some(winner) if winner == team => Some(Self::Won),
            Some(_) => Some(Self::Lost),
            None => (result == BpgnResult::Draw).then_some(Self::Drawn),
        }
    }
}

/// Counts of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// Games, also those without a known result.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Score {
    pub(super) const fn add(&mut self, points: Option<Points>) {
        self.games += 1;
        match points {
            Some(Points::Won) => self.won += 1,
            Some(Points::Drawn) => self.drawn += 1,
            Some(Points::Lost) => self.lost += 1,
            None => {}
        }
    }

    /// The sum of two counts.
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    /// The points per game with a result, 0 to 1; `None` without one.
    pub fn share(&self) -> Option<f64> {
        let decided = self.won + self.drawn + self.lost;
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (decided > 0).then(|| points / decided as f64)
    }

    /// Half of the interval in which the share of an endless series would lie with a probability of
    /// 95 %, by Wilson's formula without its shift of the middle; `None` without a result.
    pub fn within(&self) -> Option<f64> {
        let (share, n) = (self.share()?, (self.won + self.drawn + self.lost) as f64);
        let z = 1.96_f64;
        let spread = share * (1.0 - share) / n + z * z / (4.0 * n * n);
        Some(z * spread.sqrt() / (1.0 + z * z / n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_counts_for_both_teams_and_an_unfinished_one_for_none() {
        for (result, one, two) in [
            (BpgnResult::TeamOne, Some(Points::Won), Some(Points::Lost)),
            (BpgnResult::TeamTwo, Some(Points::Lost), Some(Points::Won)),
            (BpgnResult::Draw, Some(Points::Drawn), Some(Points::Drawn)),
            (BpgnResult::Unfinished, None, None),
        ] {
            assert_eq!(Team::ALL.map(|team| Points::of(result, team)), [one, two]);
        }
    }

    #[test]
    fn the_share_is_that_of_the_games_with_a_result() {
        let mut score = Score::default();
        for points in [Some(Points::Won), Some(Points::Drawn), Some(Points::Lost), None] {
            score.add(points);
        }
        assert_eq!((score.games, score.share()), (4, Some(0.5)));
        assert!(score.within().is_some_and(|within| (0.3..0.5).contains(&within)));
        assert_eq!((Score::default().share(), Score::default().within()), (None, None));
    }
}
