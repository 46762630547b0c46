//! All players of many games, with their results.

use std::collections::HashMap;

use tandem_rules::Seat;
use tandem_rules::notation::bpgn::GameRecord;

use super::folded;
use super::score::{Points, Score};
use crate::record::outcome::Outcome;
use crate::record::players;

/// The name of a player whom a record does not name.
const UNKNOWN: &str = "?";

/// The players of many games. Its size depends on the players and their partners, not on the games.
#[derive(Default)]
pub struct Roster {
    /// The numbers of players by their folded names.
    numbers: HashMap<String, usize>,
    players: Vec<Entry>,
    games: u64,
    of_one_board: u64,
}

#[derive(Default)]
struct Entry {
    name: String,
    score: Score,
    /// The results as White and as Black.
    colors: [Score; 2],
    /// The results with each partner, by number.
    partners: HashMap<usize, Score>,
}

/// A player with the results of all games.
#[derive(Clone, PartialEq, Debug)]
pub struct Player<'a> {
    /// The name, as the first record writes it.
    pub name: &'a str,
    /// The results of all games; a player in two seats of a game has two.
    pub score: Score,
    /// The results as White and as Black.
    pub colors: [Score; 2],
    /// The partner of the most games, and the results with this partner.
    pub partner: Option<(&'a str, Score)>,
}

impl Roster {
    /// Adds a game on two boards; one on one board is only counted.
    pub fn add(&mut self, record: &GameRecord) {
        if record.start().in_play().len() < 2 {
            self.of_one_board += 1;
            return;
        }
        self.games += 1;
        let outcome = Outcome::of(record);
        let numbers = players(record).map(|name| self.number(name));
        for seat in Seat::ALL {
            let Some(number) = numbers[seat.index()] else { continue };
            let points = outcome.and_then(|outcome| Points::of(outcome.result, seat.team()));
            let entry = &mut self.players[number];
            entry.score.add(points);
            entry.colors[seat.color.index()].add(points);
            if let Some(partner) = numbers[seat.partner().index()] {
                entry.partners.entry(partner).or_default().add(points);
            }
        }
    }

    fn number(&mut self, name: String) -> Option<usize> {
        if name == UNKNOWN || name.is_empty() {
            return None;
        }
        let next = self.players.len();
        let number = *self.numbers.entry(folded(&name)).or_insert(next);
        if number == next {
            self.players.push(Entry { name, ..Entry::default() });
        }
        Some(number)
    }

    /// Number of games on two boards.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Number of games on one board, which count for nothing.
    pub const fn of_one_board(&self) -> u64 {
        self.of_one_board
    }

    /// All players, those with the most games first, then by name.
    pub fn players(&self) -> Vec<Player<'_>> {
        let mut players: Vec<Player<'_>> =
            self.players.iter().map(|entry| self.player(entry)).collect();
        players.sort_by(|one, other| {
            other.score.games.cmp(&one.score.games).then_with(|| one.name.cmp(other.name))
        });
        players
    }

    fn player<'a>(&'a self, entry: &'a Entry) -> Player<'a> {
        let partners = entry.partners.iter();
        let named = partners.map(|(&number, &score)| (self.players[number].name.as_str(), score));
        let partner =
            named.max_by(|(one, a), (other, b)| a.games.cmp(&b.games).then_with(|| other.cmp(one)));
        Player { name: &entry.name, score: entry.score, colors: entry.colors, partner }
    }
}

#[cfg(test)]
mod tests {
    use tandem_rules::notation::bpgn::{ReadOptions, Reader};

    use super::*;

    fn add(roster: &mut Roster, text: &str) {
        for game in Reader::with_options(text.as_bytes(), ReadOptions::default()) {
            roster.add(&game.expect("it is sound").record);
        }
    }

    fn game(names: [&str; 4], result: &str) -> String {
        let tags = ["WhiteA", "BlackA", "WhiteB", "BlackB"].into_iter().zip(names);
        let tags: Vec<String> = tags.map(|(tag, name)| format!("[{tag} \"{name}\"]\n")).collect();
        format!("[Event \"a game\"]\n{}\n1A. e4 {result}\n\n", tags.concat())
    }

    #[test]
    fn players_are_known_by_their_names_in_any_case() {
        let mut roster = Roster::default();
        add(&mut roster, &game(["Anna", "Bert", "Carl", "Dora"], "1-0"));
        add(&mut roster, &game(["bert", "ANNA", "dora", "?"], "1-0"));
        add(&mut roster, &game(["Anna", "Bert", "Carl", "Dora"], "*"));
        let players = roster.players();
        let shown = players.iter().map(|Player { name, score, partner, .. }| {
            let partner = partner.map_or("", |(partner, _)| partner);
            (*name, [score.games, score.won, score.lost], partner)
        });
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [
                ("Anna", [3, 1, 1], "Dora"),
                ("Bert", [3, 1, 1], "Carl"),
                ("Dora", [3, 1, 1], "Anna"),
                ("Carl", [2, 0, 1], "Bert"),
            ]
        );
        assert_eq!(roster.games(), 3);
    }

    #[test]
    fn who_plays_both_seats_of_a_team_has_two_results() {
        let mut roster = Roster::default();
        add(&mut roster, &game(["Anna", "Bert", "Bert", "Anna"], "0-1"));
        let players = roster.players();
        assert_eq!(players.iter().map(|player| player.score.lost).collect::<Vec<_>>(), [2, 0]);
        assert_eq!(players[0].partner.map(|(name, score)| (name, score.games)), Some(("Anna", 2)));
    }
}
