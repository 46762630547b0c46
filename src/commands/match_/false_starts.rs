//! Detection of engines that cannot begin a game: such an engine loses at once, and would lose all
//! games of a match.

use tandem_arbiter::ledger::Entry;
use tandem_rules::Team;

/// Number of false starts in a row that ends a match: two pairs of games in a row are no accident.
const MOST: usize = 4;

/// The last games in a row in which one team failed before the first move.
#[derive(Default)]
pub(super) struct FalseStarts {
    team: Option<usize>,
    games: usize,
}

impl FalseStarts {
    /// Adds a game, and returns the team that has now failed to begin too often, if any.
    pub(super) fn add(&mut self, entry: &Entry) -> Option<usize> {
        let is_one = entry.plies == 0 && entry.ending == "fault";
        let loser = entry.winner().filter(|_| is_one).map(Team::other);
        let team = loser.map(|loser| entry.teams[loser.index()]);
        let before = if team == self.team { self.games } else { 0 };
        *self = Self { team, games: before + usize::from(team.is_some()) };
        team.filter(|_| self.games >= MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that a team of the match, 0 or 1, lost.
    fn lost_by(team: usize, ending: &str, plies: usize) -> Entry {
        Entry {
            game: 0,
            pair: 0,
            teams: [0, 1],
            winner: Some(if team == 0 { 2 } else { 1 }),
            ending: ending.to_owned(),
            reason: String::new(),
            plies,
            lasted_ms: 0,
            flag_with_move: None,
            seats: Default::default(),
            record: String::new(),
        }
    }

    #[test]
    fn only_four_games_in_a_row_that_one_team_could_not_begin_are_too_many() {
        type Kind = (usize, &'static str, usize);
        let start: Kind = (1, "fault", 0);
        let cases: &[(&[Kind], usize, bool)] = &[
            (&[start], 4, true),
            (&[start], 3, false),
            (&[start, (0, "fault", 0)], 9, false),
            (&[start, start, start, (1, "mate", 9)], 9, false),
            (&[(1, "fault", 1)], 9, false),
            (&[(1, "flag", 0)], 9, false),
        ];
        for &(kinds, games, is_too_many) in cases {
            let mut false_starts = FalseStarts::default();
            let games = kinds.iter().cycle().take(games).enumerate();
            let entries = games.map(|(at, &(team, ending, plies))| {
                let entry = lost_by(team, ending, plies);
                match at % 2 == 0 {
                    true => entry,
                    false => swapped(entry),
                }
            });
            let last = entries.filter_map(|entry| false_starts.add(&entry)).last();
            assert_eq!(last, is_too_many.then_some(1), "{kinds:?}");
        }
    }

    /// The same game with the same loser, in the seats of the other team.
    fn swapped(entry: Entry) -> Entry {
        Entry { teams: [1, 0], winner: entry.winner.map(|winner| 3 - winner), ..entry }
    }
}
