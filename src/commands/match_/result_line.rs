//! The result of a game in one line, with the names of teams and engines.

use tandem_arbiter::ledger::Entry;
use tandem_rules::Seat;

use super::teams::Team;

/// Names of the teams, and of their players on A and on B.
pub(super) struct Names(Vec<(String, [String; 2])>);

impl Names {
    pub(super) fn of(teams: &[Team]) -> Self {
        let player = |team: &Team, board: usize| match &team.players {
            [a, b] if a.name == b.name => team.name.clone(),
            players => players[board].name.clone(),
        };
        Self(teams.iter().map(|t| (t.name.clone(), [0, 1].map(|board| player(t, board)))).collect())
    }

    /// Result, teams, reason and length of a game, as in
    /// `0-1 fsf beats tandem: White on B (tandem) is mated, 73 plies`.
    pub(super) fn line(&self, entry: &Entry) -> String {
        let [one, two] = entry.teams.map(|team| self.team(team));
        let told = match (entry.winner, entry.ending.as_str()) {
            (Some(1), _) => format!("1-0 {one} beats {two}"),
            (Some(_), _) => format!("0-1 {two} beats {one}"),
            (None, "broken off") => format!("* {one} against {two}"),
            (None, _) => format!("1/2-1/2 {one} draws with {two}"),
        };
        format!("{told}: {}, {} plies", self.reason(entry), entry.plies)
    }

    fn team(&self, team: usize) -> &str {
        self.0.get(team).map_or("", |(name, _)| name)
    }

    /// The reason of the ending, in which each seat has the name of its player.
    fn reason(&self, entry: &Entry) -> String {
        // The words of an engine may follow a colon: they are left as they are.
        let words = entry.reason.find(':').unwrap_or(entry.reason.len());
        let (told, rest) = entry.reason.split_at(words);
        let named = Seat::ALL.into_iter().fold(told.to_owned(), |told, seat| {
            let team = entry.teams[seat.team().index()];
            let player = self.0.get(team).map_or("", |(_, players)| &players[seat.board.index()]);
            told.replace(&seat.to_string(), &format!("{seat} ({player})"))
        });
        named + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_winner_and_the_player_whom_the_reason_is_about() {
        let team = |name: &str, [a, b]: [&str; 2]| (name.to_owned(), [a.to_owned(), b.to_owned()]);
        let names = Names(vec![team("e", ["e", "e"]), team("f+g", ["f", "g"])]);
        for (teams, winner, ending, reason, told) in [
            (
                [0, 1],
                Some(1),
                "mate",
                "White on B is mated",
                "1-0 e beats f+g: White on B (g) is mated",
            ),
            (
                [1, 0],
                Some(2),
                "flag",
                "White on A forfeits on time",
                "0-1 e beats f+g: White on A (f) forfeits on time",
            ),
            (
                [0, 1],
                None,
                "agreement",
                "a draw is agreed",
                "1/2-1/2 e draws with f+g: a draw is agreed",
            ),
            (
                [0, 1],
                None,
                "broken off",
                "broken off after 9 plies",
                "* e against f+g: broken off after 9 plies",
            ),
            (
                [0, 1],
                Some(2),
                "fault",
                "White on A failed: White on A quits",
                "0-1 f+g beats e: White on A (e) failed: White on A quits",
            ),
        ] {
            let entry = Entry {
                game: 1,
                pair: 0,
                teams,
                winner,
                ending: ending.to_owned(),
                reason: reason.to_owned(),
                plies: 9,
                lasted_ms: 0,
                flag_with_move: None,
                seats: Default::default(),
                record: String::new(),
            };
            assert_eq!(names.line(&entry), format!("{told}, 9 plies"));
        }
    }
}
