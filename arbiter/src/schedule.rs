//! Who meets whom, from which opening, in which game.

use std::str::FromStr;

use tandem_rules::{Seat, Team};

/// One side of a match: as an entrant, whichever seats it has in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entrant {
    /// The team named first.
    First,
    /// The team named second.
    Second,
}

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixture {
    /// Its number in the match, from 1.
    pub number: usize,
    /// The pair it belongs to, from 0. Both games of a pair begin with the same opening.
    pub pair: usize,
    /// Who plays as team 1, with White on A and Black on B. It is the first team in the first
    /// game of a pair and the second in the other, so that no team gains by its seats.
    pub team_one: Entrant,
}

impl Fixture {
    /// Who sits here.
    pub fn entrant(&self, seat: Seat) -> Entrant {
        match (seat.team(), self.team_one) {
            (Team::One, entrant) => entrant,
            (Team::Two, Entrant::First) => Entrant::Second,
            (Team::Two, Entrant::Second) => Entrant::First,
        }
    }

    /// The team as which the entrant named first plays.
    pub fn team_of_first(&self) -> Team {
        match self.team_one {
            Entrant::First => Team::One,
            Entrant::Second => Team::Two,
        }
    }
}

/// A part of a schedule: the pairs whose number leaves `index` when divided by `count`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shard {
    index: usize,
    count: usize,
}

/// Text that names no shard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no shard, expected I/N with I from 1 to N")]
pub struct ShardError(pub String);

impl Default for Shard {
    /// Everything.
    fn default() -> Self {
        Self { index: 0, count: 1 }
    }
}

/// As in `2/5`, the second of five parts.
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

/// The games of a match of two teams that belong to `shard`, in order. Pairs stay together.
pub fn fixtures(games: usize, shard: Shard) -> impl Iterator<Item = Fixture> {
    let all = (0..games).map(|at| Fixture {
        number: at + 1,
        pair: at / 2,
        team_one: if at % 2 == 0 { Entrant::First } else { Entrant::Second },
    });
    all.filter(move |fixture| fixture.pair % shard.count == shard.index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_is_one_opening_with_the_teams_swapped() {
        let games: Vec<Fixture> = fixtures(6, Shard::default()).collect();
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].pair, pair[1].pair);
            for seat in Seat::ALL {
                assert_ne!(pair[0].entrant(seat), pair[1].entrant(seat));
                assert_eq!(pair[0].entrant(seat), pair[0].entrant(seat.partner()));
                assert_ne!(pair[0].entrant(seat), pair[0].entrant(seat.opponent()));
            }
            assert_eq!(
                pair[0].entrant(pair[0].team_of_first().seat(Seat::ALL[0].board)),
                Entrant::First
            );
        }
    }

    #[test]
    fn shards_divide_a_match_and_tear_no_pair_apart() {
        for (games, count) in [(1, 1), (7, 2), (20, 3), (5, 9)] {
            let mut together: Vec<Fixture> = (1..=count)
                .flat_map(|i| fixtures(games, format!("{i}/{count}").parse().expect("a shard")))
                .collect();
            together.sort_by_key(|fixture| fixture.number);
            assert_eq!(together, fixtures(games, Shard::default()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_names_no_part_is_refused() {
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError(text.to_owned())));
        }
    }
}
