//! The forecast of a game: the share of such games that a team wins, from the scores of both
//! boards and the four clocks.
//!
//! It is a logistic regression on four facts, each of which changes its sign if the teams change
//! sides, so that a forecast for one team is that against the other. The weights are fitted to
//! recorded games by `tandem calibrate --fit`; `docs/analyze.md` has the tables.

mod scale;

use tandem_engine::{Score, ScoreKind, moves_in};
use tandem_rules::{BoardId, Millis, Seat, Team};

pub use scale::Scale;

/// Number of facts that the forecast weighs.
pub(crate) const FACTS: usize = 4;

/// The facts about a moment of a game, or the weights of them.
pub(crate) type Facts = [f64; FACTS];

/// A score that counts half of the most that a score can, in pawns.
const HALF_PAWNS: f64 = 3.0;
/// Scores count no more than this, in pawns.
const MOST_PAWNS: f64 = 20.0;
/// Seconds added to each clock before logarithms are taken, so that a clock at zero has one.
const SPARE_SECONDS: f64 = 1.0;
/// The least absolute value of an evaluation that stands for a mate with a piece still to come.
const EXPECTED_MATE: i32 = 19_000;
/// The length of a mate, in moves, whose weight is half of that of a mate at once.
const HALF_MOVES: f64 = 4.0;
/// Change of the logarithm of the odds by a point of rating, where ratings are all that is known.
const BY_RATING: f64 = std::f64::consts::LN_10 / 400.0;

/// A side of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Mover,
    Opponent,
}

/// The state of a game, as far as the forecast depends on it; from the point of view of team one.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outlook {
    /// The score of each board for the player of team one there; zero for a board not in play.
    pub scores: [Score; 2],
    /// The clocks, in the order of [`Seat::ALL`]; `None` if they are not known.
    pub clocks: Option<[Millis; 4]>,
    /// Mean rating of team one minus that of team two; zero if not known.
    pub rating_lead: f64,
}

impl Outlook {
    /// The same moment with another score on a board, for the player of team one there.
    #[must_use]
    pub fn with_score(mut self, board: BoardId, score: Score) -> Self {
        self.scores[board.index()] = score;
        self
    }

    /// The facts that are weighed: the scores of both boards, the shorter clocks of the teams, the
    /// diagonal leads, and decided boards. Each is positive if it favours team one.
    pub(crate) fn facts(&self) -> Facts {
        let [shortest, leads] = self.clocks.map_or([0.0; 2], |clocks| clock_facts(&clocks));
        let scores = self.scores.iter().copied();
        [scores.clone().map(bounded).sum(), shortest, leads, scores.map(decided).sum()]
    }

    /// The logarithm of the odds that ratings give at any time of the game.
    ///
    /// Half of the difference that the Elo formula says counts: the boards show the other half.
    pub(crate) fn odds_by_rating(&self) -> f64 {
        self.rating_lead * BY_RATING / 2.0
    }

    /// The share of such games, 0 to 1, that a team wins.
    pub fn wins(&self, team: Team, scale: Scale) -> f64 {
        let one = match scale.weights() {
            Some(weights) => share(odds(&weights, &self.facts()) + self.odds_by_rating()),
            None => self.scores[0].win_rate(),
        };
        if team == Team::One { one } else { 1.0 - one }
    }
}

/// The logarithm of the odds from the facts.
pub(crate) fn odds(weights: &Facts, facts: &Facts) -> f64 {
    weights.iter().zip(facts).map(|(weight, fact)| weight * fact).sum()
}

/// The share that belongs to the logarithm of odds.
pub(crate) fn share(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The score of a seat as a score of team one.
pub fn for_team_one(seat: Seat, score: Score) -> Score {
    if seat.team() == Team::One { score } else { -score }
}

/// A score as a number from -1 to 1 that grows ever more slowly.
fn bounded(score: Score) -> f64 {
    let pawns = f64::from(score.value()) / 100.0;
    let pawns = pawns.clamp(-MOST_PAWNS, MOST_PAWNS);
    pawns / (pawns.abs() + HALF_PAWNS)
}

/// The side that a score has won the board for, as the search has seen to its end: the side to move
/// or its opponent; `None` for any other score.
pub(crate) fn decided_for(score: Score) -> Option<Side> {
    let is_decided = match score.kind() {
        ScoreKind::Mate(_) | ScoreKind::Conditional(_) => true,
        ScoreKind::Evaluation(value) => value.abs() >= EXPECTED_MATE,
    };
    let side = if score.value() > 0 { Side::Mover } else { Side::Opponent };
    is_decided.then_some(side)
}

/// A win that the search has seen to its end as a number up to 1, a loss as one down to -1, and 0 for
/// any other score. A longer win counts less: it is easier to miss.
fn decided(score: Score) -> f64 {
    let best = Score::evaluation(i32::MAX).value();
    let Some(side) = decided_for(score) else { return 0.0 };
    let plies = match score.kind() {
        ScoreKind::Mate(plies) | ScoreKind::Conditional(plies) => plies.abs(),
        ScoreKind::Evaluation(value) => best - value.abs(),
    };
    let sign = if side == Side::Mover { 1.0 } else { -1.0 };
    sign / (1.0 + f64::from(moves_in(plies)) / HALF_MOVES)
}

/// Logarithms of ratios of clocks: the shorter clock of team one to that of team two, and the clock
/// of each player of team one to that of the diagonal.
fn clock_facts(clocks: &[Millis; 4]) -> [f64; 2] {
    let long = |seat: Seat| (clocks[seat.index()].seconds().max(0.0) + SPARE_SECONDS).ln();
    let of = |team: Team| BoardId::ALL.map(|board| long(team.seat(board)));
    let shorter = |team| of(team).into_iter().fold(f64::INFINITY, f64::min);
    let leads = BoardId::ALL.map(|board| {
        let seat = Team::One.seat(board);
        long(seat) - long(seat.diagonal())
    });
    [shorter(Team::One) - shorter(Team::Two), leads.iter().sum()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn outlook() -> impl Strategy<Value = Outlook> {
        let score = prop_oneof![
            (-3000..3000).prop_map(Score::evaluation),
            (0usize..40).prop_map(Score::mated),
            (0usize..40).prop_map(|plies| -Score::mated(plies)),
            (0usize..40).prop_map(Score::lost_unless_helped),
        ];
        let clocks = proptest::option::of(proptest::array::uniform4(-2000i64..300_000));
        (proptest::array::uniform2(score), clocks, -500.0..500.0).prop_map(
            |(scores, clocks, rating_lead)| Outlook {
                scores,
                clocks: clocks.map(|clocks| clocks.map(Millis)),
                rating_lead,
            },
        )
    }

    /// The same moment after the teams have changed sides: colors on both boards.
    fn mirrored(outlook: &Outlook) -> Outlook {
        let seats = Seat::ALL.map(|seat| seat.opponent().index());
        Outlook {
            scores: outlook.scores.map(|score| -score),
            clocks: outlook.clocks.map(|clocks| seats.map(|seat| clocks[seat])),
            rating_lead: -outlook.rating_lead,
        }
    }

    /// The same moment with the boards renamed, so that each team is the other one.
    fn renamed(outlook: &Outlook) -> Outlook {
        let seats = Seat::ALL.map(|seat| seat.board.other().seat(seat.color).index());
        let [a, b] = outlook.scores;
        Outlook {
            scores: [-b, -a],
            clocks: outlook.clocks.map(|clocks| seats.map(|seat| clocks[seat])),
            rating_lead: -outlook.rating_lead,
        }
    }

    proptest! {
        #[test]
        fn a_forecast_is_a_share_and_those_of_both_teams_add_up_to_one(outlook in outlook()) {
            for scale in Scale::ALL {
                let [one, two] = Team::ALL.map(|team| outlook.wins(team, scale));
                prop_assert!((0.0..=1.0).contains(&one) && (one + two - 1.0).abs() < 1e-12);
            }
        }

        #[test]
        fn teams_that_change_sides_change_their_forecasts(outlook in outlook()) {
            for scale in [Scale::People, Scale::Engines] {
                let one = outlook.wins(Team::One, scale);
                for other in [mirrored(&outlook), renamed(&outlook)] {
                    prop_assert!((one - other.wins(Team::Two, scale)).abs() < 1e-12);
                }
            }
        }

        #[test]
        fn more_time_a_better_evaluation_or_a_higher_rating_never_lowers_a_forecast(
            outlook in outlook(),
            seat in 0usize..4,
            more in 1i64..60_000,
            better in 1i32..500,
        ) {
            for scale in Scale::ALL {
                let one = outlook.wins(Team::One, scale);
                let mut longer = outlook;
                if let Some(clocks) = &mut longer.clocks {
                    clocks[seat] = clocks[seat] + Millis(more);
                }
                let team = Seat::ALL[seat].team();
                prop_assert!(longer.wins(team, scale) >= outlook.wins(team, scale) - 1e-12);
                for board in BoardId::ALL {
                    let score = outlook.scores[board.index()];
                    let higher = score.plus(better);
                    if !score.is_decided() {
                        let higher = outlook.with_score(board, higher);
                        prop_assert!(higher.wins(Team::One, scale) >= one - 1e-12);
                    }
                }
                let rated = Outlook { rating_lead: outlook.rating_lead + 50.0, ..outlook };
                prop_assert!(rated.wins(Team::One, scale) >= one - 1e-12);
            }
        }
    }

    #[test]
    fn a_sooner_mate_counts_more_and_any_mate_more_than_an_evaluation() {
        let wins = |score| Outlook { scores: [score, Score::DRAW], ..Outlook::default() };
        let rising =
            [Score::evaluation(1500), -Score::mated(9), -Score::mated(3), -Score::mated(1)];
        for scale in [Scale::People, Scale::Engines] {
            let shares = rising.map(|score| wins(score).wins(Team::One, scale));
            assert!(shares.is_sorted_by(|a, b| a < b), "{shares:?}");
        }
    }

    #[test]
    fn what_is_not_known_favours_no_team() {
        assert!(Outlook::default().facts().iter().all(|fact| fact.abs() < 1e-12));
        for scale in Scale::ALL {
            assert!((Outlook::default().wins(Team::One, scale) - 0.5).abs() < 1e-12);
        }
    }

    #[test]
    fn facts_say_whom_they_favour() {
        let clocks = |seconds: [i64; 4]| Some(seconds.map(Millis::from_seconds));
        let scores = |a: i32, b: i32| [a, b].map(Score::evaluation);
        let even = Outlook { clocks: clocks([60; 4]), ..Outlook::default() };
        // (the moment, the sign of each fact for team one)
        for (outlook, expected) in [
            (even, [0, 0, 0, 0]),
            (Outlook { scores: scores(100, 0), ..even }, [1, 0, 0, 0]),
            (Outlook { scores: scores(100, -300), ..even }, [-1, 0, 0, 0]),
            (Outlook { scores: [-Score::mated(3), Score::DRAW], ..even }, [1, 0, 0, 1]),
            (Outlook { scores: [Score::DRAW, Score::mated(2)], ..even }, [-1, 0, 0, -1]),
            // White on A and Black on B are one team.
            (Outlook { clocks: clocks([60, 60, 60, 9]), ..even }, [0, -1, -1, 0]),
            (Outlook { clocks: clocks([60, 9, 60, 60]), ..even }, [0, 1, 1, 0]),
            (Outlook { clocks: clocks([9, 9, 60, 60]), ..even }, [0, 0, 0, 0]),
            (Outlook { clocks: clocks([90, 9, 60, 9]), ..even }, [0, 0, 1, 0]),
        ] {
            let signs = outlook.facts().map(|fact| if fact.abs() < 1e-12 { 0.0 } else { fact });
            let signs = signs.map(|fact| i32::from(fact > 0.0) - i32::from(fact < 0.0));
            assert_eq!(signs, expected, "{outlook:?}");
        }
    }
}
