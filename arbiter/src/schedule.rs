//! Schedules: the pairings, openings and numbers of the games of a match.

use std::iter::StepBy;
use std::ops::Range;
use std::str::FromStr;

use tandem_rules::{Seat, Team};

/// Tournament format: the rule by which teams are paired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// Every team plays every other.
    #[default]
    RoundRobin,
    /// The first team plays all others.
    Gauntlet,
}

/// Parse error of [`Format`], with the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid format `{0}`, expected round-robin or gauntlet")]
pub struct FormatError(pub String);

/// Writes the form that [`FromStr`] reads.
impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

/// Reads `round-robin` or `gauntlet`.
impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        match text {
            "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet),
            _ => Err(FormatError(text.to_owned())),
        }
    }
}

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixture {
    /// Number of the game in the match, from 1. It stays the same when the match is made longer; if
    /// the last round is not full, numbers have gaps.
    pub number: usize,
    /// Number of its opening, from 0; there is one for each round.
    pub opening: usize,
    /// Number of its pair, from 0: two games with the same opening and the teams swapped, so that
    /// no team gains by its seats.
    pub pair: usize,
    /// Indices in the list of teams: the team that plays as team one, with White on A and Black on
    /// B, then the one that plays as team two.
    pub teams: [usize; 2],
    /// True if the boards of the opening are exchanged.
    pub mirrored: bool,
}

impl Fixture {
    /// Index in the list of teams of the team that has this seat.
    pub fn entrant(&self, seat: Seat) -> usize {
        self.teams[usize::from(seat.team() == Team::Two)]
    }
}

/// The schedule of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Number of teams, two or more.
    pub teams: usize,
    /// Tournament format.
    pub format: Format,
    /// Number of games for each pairing.
    pub games: usize,
    /// True if each opening is also played with the boards exchanged: four games instead of two.
    pub quads: bool,
}

impl Schedule {
    /// All pairings, as indices in the list of teams.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let hosts = match self.format {
            Format::RoundRobin => self.teams,
            Format::Gauntlet => self.teams.min(1),
        };
        (0..hosts).flat_map(|a| (a + 1..self.teams).map(move |b| [a, b])).collect()
    }

    /// The games of a shard, in order. Games of one pairing with one opening stay together.
    pub fn fixtures(&self, shard: Shard) -> impl Iterator<Item = Fixture> + Send + use<> {
        let Self { games, quads, .. } = *self;
        let pairings = self.pairings();
        let each = if quads { 4 } else { 2 };
        let groups = games.div_ceil(each) * pairings.len();
        let mine = shard.places().take_while(move |&group| group < groups);
        mine.flat_map(move |group| {
            let (round, [a, b]) = (group / pairings.len(), pairings[group % pairings.len()]);
            (0..each.min(games - round * each)).map(move |k| Fixture {
                number: group * each + k + 1,
                opening: round,
                pair: group * (each / 2) + k / 2,
                teams: if k % 2 == 0 { [a, b] } else { [b, a] },
                mirrored: k >= 2,
            })
        })
    }
}

/// A part of a schedule: every `count`-th group of games of one pairing with one opening, from the
/// group at `index` on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shard {
    index: usize,
    count: usize,
}

/// Parse error of [`Shard`], with the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid shard `{0}`, expected I/N with I from 1 to N")]
pub struct ShardError(pub String);

impl Default for Shard {
    /// The whole schedule.
    fn default() -> Self {
        Self { index: 0, count: 1 }
    }
}

impl Shard {
    /// True if this is not the whole schedule.
    pub const fn is_part(&self) -> bool {
        self.count > 1
    }

    /// Indices of its groups, from 0, in a schedule without an end.
    pub fn places(&self) -> StepBy<Range<usize>> {
        (self.index..usize::MAX).step_by(self.count)
    }
}

/// Writes the form that [`FromStr`] reads.
impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

/// Reads a shard such as `2/5`, the second of five.
impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => {
                Ok(Self { index: index - 1, count })
            }
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(teams: usize, games: usize, quads: bool) -> Schedule {
        Schedule { teams, format: Format::RoundRobin, games, quads }
    }

    fn all(schedule: Schedule) -> Vec<Fixture> {
        schedule.fixtures(Shard::default()).collect()
    }

    #[test]
    fn each_pair_is_one_opening_with_the_teams_swapped() {
        for (teams, quads) in [(2, false), (2, true), (5, false), (3, true)] {
            let games = all(schedule(teams, 8, quads));
            assert_eq!(games.len(), 8 * teams * (teams - 1) / 2);
            assert!(games.iter().zip(1..).all(|(game, number)| game.number == number));
            for pair in games.chunks(2) {
                assert_eq!(pair[0].pair, pair[1].pair);
                assert_eq!(pair[0].opening, pair[1].opening);
                assert_eq!(pair[0].mirrored, pair[1].mirrored);
                for seat in Seat::ALL {
                    assert_ne!(pair[0].entrant(seat), pair[1].entrant(seat));
                    assert_eq!(pair[0].entrant(seat), pair[0].entrant(seat.partner()));
                    assert_eq!(pair[0].entrant(seat), pair[1].entrant(seat.opponent()));
                }
            }
        }
    }

    #[test]
    fn a_quad_is_one_opening_on_either_board() {
        for quad in all(schedule(2, 8, true)).chunks(4) {
            assert!(quad.iter().all(|game| game.opening == quad[0].opening));
            assert_eq!([0, 1, 2, 3].map(|at| quad[at].mirrored), [false, false, true, true]);
        }
    }

    #[test]
    fn everybody_meets_everybody_or_the_first_all_others() {
        let pairings = |format| Schedule { format, ..schedule(4, 2, false) }.pairings();
        let everybody = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(pairings(Format::RoundRobin), everybody);
        assert_eq!(pairings(Format::Gauntlet), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!("gauntlet".parse(), Ok(Format::Gauntlet));
        assert_eq!("swiss".parse::<Format>(), Err(FormatError("swiss".to_owned())));
    }

    #[test]
    fn a_longer_match_begins_with_all_games_of_the_shorter() {
        for (teams, quads) in [(2, false), (3, false), (4, true)] {
            for games in 0..9 {
                let longer = all(schedule(teams, games + 3, quads));
                assert!(
                    all(schedule(teams, games, quads)).iter().all(|game| longer.contains(game))
                );
            }
        }
    }

    #[test]
    fn shards_divide_a_match_and_tear_no_opening_apart() {
        for (teams, games, count) in [(2, 1, 1), (2, 7, 2), (3, 20, 3), (2, 5, 9)] {
            let schedule = schedule(teams, games, games > 10);
            let mut together: Vec<Fixture> = (1..=count)
                .flat_map(|i| schedule.fixtures(format!("{i}/{count}").parse().expect("a shard")))
                .collect();
            together.sort_by_key(|fixture| fixture.number);
            assert_eq!(together, all(schedule));
        }
    }

    #[test]
    fn an_invalid_shard_is_refused() {
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError(text.to_owned())));
        }
    }
}
