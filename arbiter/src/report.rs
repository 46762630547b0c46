//! Match reports: standings, endings of games, and statistics of the teams.

use std::collections::BTreeMap;
use std::fmt;

use tandem_rules::{Seat, Team};

use crate::excerpt::shown;
use crate::ledger::{Entry, SeatEntry};
use crate::statistics::{
    Estimate, InWords, PairResult, Sprt, SprtState, Summary, Tally, TeamResult, elo,
};

/// A report on the games of a match, in text for people.
///
/// The text does not depend on the order in which the games were played and added; only the nodes
/// per second depend on the machine.
#[derive(Clone, Debug)]
pub struct Report {
    teams: Vec<String>,
    sprt: Option<Sprt>,
    games: usize,
    /// Complete pairs of two teams, seen by the one with the lower index.
    tallies: BTreeMap<[usize; 2], Tally>,
    /// Pairs of which one game is present, by number: the teams, and the result of that game for
    /// the first.
    halves: BTreeMap<usize, ([usize; 2], TeamResult)>,
    endings: BTreeMap<String, usize>,
    totals: Vec<Totals>,
}

impl Report {
    /// Makes a report without games; the `sprt` is of the first two teams.
    pub fn new(teams: Vec<String>, sprt: Option<Sprt>) -> Self {
        Self {
            totals: vec![Totals::default(); teams.len()],
            teams: teams.into_iter().map(|name| shown(&name)).collect(),
            sprt,
            games: 0,
            tallies: BTreeMap::new(),
            halves: BTreeMap::new(),
            endings: BTreeMap::new(),
        }
    }

    /// Number of teams.
    pub fn teams(&self) -> usize {
        self.teams.len()
    }

    /// Name of the team with this index; empty if there is none.
    pub fn team(&self, team: usize) -> &str {
        self.teams.get(team).map_or("", String::as_str)
    }

    /// Adds a game; each must be added only once.
    pub fn add(&mut self, entry: &Entry) {
        self.games += 1;
        *self.endings.entry(entry.ending.clone()).or_default() += 1;
        for (side, &team) in [Team::One, Team::Two].into_iter().zip(&entry.teams) {
            if let Some(totals) = self.totals.get_mut(team) {
                totals.add(side, entry);
            }
        }
        let [one, two] = entry.teams;
        let (teams, first) = match one <= two {
            true => ([one, two], Team::One),
            false => ([two, one], Team::Two),
        };
        let result = TeamResult::of(first, entry.winner());
        match self.halves.remove(&entry.pair) {
            None => drop(self.halves.insert(entry.pair, (teams, result))),
            Some((_, other)) => {
                self.tallies.entry(teams).or_default().add_pair(PairResult::new(other, result));
            }
        }
    }

    /// Number of games.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// True once the SPRT has accepted a hypothesis.
    pub fn is_decided(&self) -> bool {
        let state = self.sprt.as_ref().map(|sprt| sprt.state(&self.tally(0, Some(1))));
        state.is_some_and(|state| state != SprtState::Running)
    }

    /// The results of a team against one opponent, or against all.
    pub fn tally(&self, team: usize, opponent: Option<usize>) -> Tally {
        let is_meant = |teams: &[usize; 2]| {
            let side = teams.iter().position(|&entrant| entrant == team)?;
            let other = teams[1 - side];
            opponent.is_none_or(|opponent| opponent == other).then_some(side)
        };
        let halves = self.halves.values().map(|&(teams, result)| {
            let mut half = Tally::default();
            half.add_unpaired(result);
            (teams, half)
        });
        let pairs = self.tallies.iter().map(|(&teams, &tally)| (teams, tally));
        let seen = pairs.chain(halves).filter_map(|(teams, tally)| match is_meant(&teams)? {
            0 => Some(tally),
            _ => Some(tally.reversed()),
        });
        seen.sum()
    }

    /// One line for a match in progress: score, Elo and state of the SPRT.
    pub fn line(&self) -> String {
        let tally = self.tally(0, (self.teams.len() == 2).then_some(1));
        let [losses, draws, wins] = TeamResult::ALL.map(|result| tally.games_with(result));
        let mut parts = vec![format!("{}: +{wins} ={draws} -{losses}", self.teams[0])];
        if let Some(elo) = elo(&tally).filter(|elo| elo.margin().is_finite()) {
            parts.push(format!("Elo {:+.0} ± {:.0}", elo.value, elo.margin()));
        }
        if let Some(sprt) = &self.sprt {
            let ratio = sprt.log_likelihood_ratio(&tally);
            parts.push(format!("LLR {ratio:.2} ({})", sprt.state(&tally)));
        }
        parts.join(", ")
    }

    fn write_standings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranks: Vec<_> = (0..self.teams.len()).map(|t| (t, self.tally(t, None))).collect();
        // The sort is stable: equal teams stay in the order in which they were named.
        let points = |tally: &Tally| tally.score().unwrap_or_default();
        ranks.sort_by(|(_, a), (_, b)| points(b).total_cmp(&points(a)));
        let width = self.width();
        writeln!(f, "{:<width$}  games     +     =     -   score  Elo (95%)", "team")?;
        for &(team, ref tally) in &ranks {
            let [losses, draws, wins] = TeamResult::ALL.map(|result| tally.games_with(result));
            let elo = interval(tally);
            let (name, score) = (&self.teams[team], 100.0 * points(tally));
            let games = tally.games();
            writeln!(
                f,
                "{name:<width$} {games:>6} {wins:>5} {draws:>5} {losses:>5} {score:>6.1}%  {elo}"
            )?;
        }
        self.write_crosstable(f, &ranks.iter().map(|(team, _)| *team).collect::<Vec<_>>())
    }

    /// Writes the points of each team against each other one, in this order of the teams.
    fn write_crosstable(&self, f: &mut fmt::Formatter<'_>, ranks: &[usize]) -> fmt::Result {
        let cell = |team: usize, other: usize| {
            let tally = self.tally(team, Some(other));
            let [losses, draws, wins] = TeamResult::ALL.map(|result| tally.games_with(result));
            let points = |wins: u64| wins as f64 + draws as f64 / 2.0;
            match tally.games() {
                0 => "-".to_owned(),
                _ => format!("{}:{}", points(wins), points(losses)),
            }
        };
        let rows: Vec<Vec<String>> = ranks
            .iter()
            .map(|&team| ranks.iter().map(|&other| cell(team, other)).collect())
            .collect();
        let name = self.width().max("against".len());
        let column = |at: usize| {
            let cells = rows.iter().map(|row| row[at].len());
            cells.chain([self.teams[ranks[at]].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..ranks.len()).map(column).collect();
        write!(f, "{:<name$}", "against")?;
        for (&team, width) in ranks.iter().zip(&widths) {
            write!(f, "  {:>width$}", self.teams[team])?;
        }
        writeln!(f)?;
        for (&team, row) in ranks.iter().zip(&rows) {
            write!(f, "{:<name$}", self.teams[team])?;
            for (cell, width) in row.iter().zip(&widths) {
                write!(f, "  {cell:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// Writes the number of games that ended by a fault of an engine, and the scores without them;
    /// nothing if there are none.
    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = self.faults();
        if faults == 0 {
            return Ok(());
        }
        let teams = || self.teams.iter().zip(&self.totals);
        let at_fault = teams().filter(|(_, totals)| totals.faults > 0);
        let at_fault: Vec<_> =
            at_fault.map(|(name, totals)| format!("{name} {}", totals.faults)).collect();
        let without = teams().map(|(name, totals)| match totals.sound.score() {
            Some(score) => format!("{name} {:.1}% of {}", 100.0 * score, totals.sound.games()),
            None => format!("{name} - of 0"),
        });
        let (games, at_fault) = (self.games, at_fault.join(", "));
        let without = without.collect::<Vec<_>>().join(", ");
        writeln!(f, "Faults: {faults} of {games} games ({at_fault}); score without them: {without}")
    }

    /// Number of games that ended by a fault of an engine.
    fn faults(&self) -> u64 {
        self.totals.iter().map(|totals| totals.faults).sum()
    }

    /// A sentence that warns of the result, if more than one game in fifty ended by a fault.
    pub fn doubt(&self) -> Option<String> {
        let (faults, games) = (self.faults(), self.games);
        (50 * faults > games as u64).then(|| {
            format!(
                "{faults} of {games} games ended by an engine's fault, more than one in fifty: \
                 the score without them tells more about strength"
            )
        })
    }

    fn width(&self) -> usize {
        self.teams.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4)
    }
}

/// The Elo of a tally with its interval.
fn interval(tally: &Tally) -> String {
    match elo(tally) {
        Some(Estimate { value, low, high }) if low.is_finite() && high.is_finite() => {
            format!("{value:+.1} [{low:+.1}, {high:+.1}]")
        }
        estimate => InWords { tally, estimate }.to_string(),
    }
}

/// Statistics of a team over all its games.
#[derive(Clone, Copy, Default, Debug)]
struct Totals {
    games: u64,
    seats: SeatEntry,
    /// Games lost by a flag, with and without a legal move available.
    flags: [u64; 2],
    /// Games lost by a fault: a failure or an illegal move.
    faults: u64,
    /// Games that no fault has ended, as games without siblings.
    sound: Tally,
}

impl Totals {
    /// Adds a game in which the team played as `side`.
    fn add(&mut self, side: Team, entry: &Entry) {
        self.games += 1;
        for seat in Seat::ALL.into_iter().filter(|seat| seat.team() == side) {
            self.seats += entry.seats[seat.index()];
        }
        match entry.is_fault() {
            true => self.faults += u64::from(entry.winner().is_some_and(|winner| winner != side)),
            false => self.sound.add_unpaired(TeamResult::of(side, entry.winner())),
        }
        if let (Some(winner), Some(with_move)) = (entry.winner(), entry.flag_with_move)
            && winner != side
        {
            self.flags[usize::from(!with_move)] += 1;
        }
    }
}

/// Writes the report as several lines, without a line break at the end.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.teams[..] {
            [first, second] => {
                writeln!(f, "{first} against {second}")?;
                let (tally, sprt) = (self.tally(0, Some(1)), self.sprt.as_ref());
                writeln!(f, "{}", Summary { tally: &tally, sprt })?;
            }
            _ => self.write_standings(f)?,
        }
        self.write_faults(f)?;
        let mut endings: Vec<_> = self.endings.iter().collect();
        endings.sort_by_key(|&(_, count)| std::cmp::Reverse(*count));
        let endings = endings.iter().map(|(kind, count)| format!("{kind} {count}"));
        writeln!(f, "Endings: {}", endings.collect::<Vec<_>>().join(", "))?;
        let width = self.width();
        write!(
            f,
            "{:<width$}   sat s/game  flags with/without a move  messages/game  depth    nodes/s",
            "team"
        )?;
        for (name, totals) in self.teams.iter().zip(&self.totals) {
            let Totals { games, seats, flags: [able, unable], .. } = *totals;
            let sat = mean(seats.sat_ms as f64 / 1000.0, games);
            let messages = mean(seats.messages as f64, games);
            let depth = mean(seats.depths.1 as f64, seats.depths.0);
            let rate = mean(seats.nodes as f64 * 1e6, seats.spent_us);
            let flags = format!("{able}/{unable}");
            write!(
                f,
                "\n{name:<width$} {sat:>12.1} {flags:>26} {messages:>14.1} {depth:>6.1} {rate:>10.0}"
            )?;
        }
        Ok(())
    }
}

fn mean(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(game: usize, teams: [usize; 2], winner: Option<u8>) -> Entry {
        let seat = SeatEntry {
            moves: 10,
            depths: (10, 80),
            nodes: 1000,
            spent_us: 500,
            sat_ms: 250,
            messages: 3,
        };
        Entry {
            game,
            pair: (game - 1) / 2,
            teams,
            winner,
            ending: if winner.is_some() { "flag" } else { "agreement" }.to_owned(),
            reason: String::new(),
            plies: 40,
            lasted_ms: 1000,
            flag_with_move: winner.map(|winner| winner == 1),
            seats: [seat; 4],
            record: "a long text".to_owned(),
        }
    }

    fn report(teams: &[&str], games: &[([usize; 2], Option<u8>)]) -> Report {
        let mut report = Report::new(teams.iter().map(|&name| name.to_owned()).collect(), None);
        for (number, &(teams, winner)) in (1..).zip(games) {
            report.add(&entry(number, teams, winner));
        }
        report
    }

    #[test]
    fn names_of_teams_can_be_shown() {
        let report = report(&["us\u{1b}[2J", "th\r\nem"], &[]);
        assert!(report.to_string().starts_with("us\u{fffd}[2J against th  em\n"), "{report}");
    }

    #[test]
    fn two_teams_are_summed_up() {
        let games = [([0, 1], Some(1)), ([1, 0], Some(2)), ([0, 1], Some(2)), ([1, 0], None)];
        let report = report(&["ours", "theirs"], &games);
        assert_eq!(
            report.to_string(),
            "\
ours against theirs
Elo: 88.7, at least -371.7 (95%), LOS: 68.1%
nElo: 81.9 ± 340.5 (95%)
Games: 4, W: 2, D: 1, L: 1, score: 62.5%
Pairs: 2, Ptnml(0-2): [0, 1, 0, 0, 1], decisive: 100.0%
Endings: flag 3, agreement 1
team     sat s/game  flags with/without a move  messages/game  depth    nodes/s
ours            0.5                        0/1            6.0    8.0    2000000
theirs          0.5                        1/1            6.0    8.0    2000000"
        );
        assert!(report.line().starts_with("ours: +2 =1 -1"), "{}", report.line());
    }

    #[test]
    fn more_teams_are_ranked() {
        let games = [
            ([0, 1], Some(2)),
            ([1, 0], Some(1)),
            ([0, 2], Some(1)),
            ([2, 0], None),
            ([1, 2], Some(1)),
            ([2, 1], Some(2)),
        ];
        let text = report(&["a", "b", "c"], &games).to_string();
        let ranks: Vec<&str> = text.lines().skip(1).take(3).map(|line| &line[..1]).collect();
        assert_eq!(ranks, ["b", "a", "c"], "{text}");
        let against: Vec<&str> = text.lines().skip(4).take(4).collect();
        let expected = [
            "against    b        a        c",
            "b          -      2:0      2:0",
            "a        0:2        -  1.5:0.5",
            "c        0:2  0.5:1.5        -",
        ];
        assert_eq!(against, expected, "{text}");
    }

    #[test]
    fn games_that_ended_by_a_fault_are_counted_and_shown_apart() {
        let report = |faults: usize, games: usize| {
            let mut report = report(&["a", "b"], &[]);
            for game in 1..=games {
                let mut entry = entry(game, [0, 1], Some(if game <= faults + 1 { 1 } else { 2 }));
                if game <= faults {
                    entry.ending = ["fault", "illegal move"][game % 2].to_owned();
                }
                report.add(&entry);
            }
            report
        };
        let told = |report: &Report| {
            let text = report.to_string();
            text.lines().find(|line| line.starts_with("Faults: ")).map(str::to_owned)
        };
        for (faults, games, line, is_doubtful) in [
            (0, 4, None, false),
            (
                3,
                4,
                Some("3 of 4 games (b 3); score without them: a 100.0% of 1, b 0.0% of 1"),
                true,
            ),
            (4, 4, Some("4 of 4 games (b 4); score without them: a - of 0, b - of 0"), true),
            (
                1,
                50,
                Some("1 of 50 games (b 1); score without them: a 2.0% of 49, b 98.0% of 49"),
                false,
            ),
            (
                1,
                49,
                Some("1 of 49 games (b 1); score without them: a 2.1% of 48, b 97.9% of 48"),
                true,
            ),
        ] {
            let report = report(faults, games);
            assert_eq!(told(&report), line.map(|line| format!("Faults: {line}")));
            let doubt = report.doubt();
            assert_eq!(doubt.is_some(), is_doubtful, "{faults} of {games}");
            let begins = format!("{faults} of {games} games ended by an engine's fault");
            assert!(doubt.is_none_or(|doubt| doubt.starts_with(&begins)));
        }
    }

    #[test]
    fn the_order_in_which_games_are_added_makes_no_difference() {
        let games: Vec<Entry> =
            (1..=6).map(|game| entry(game, [0, 1], Some((game % 2 + 1) as u8))).collect();
        let of = |games: &mut dyn Iterator<Item = &Entry>| {
            let mut report = report(&["a", "b"], &[]);
            games.for_each(|game| report.add(game));
            report.to_string()
        };
        assert_eq!(of(&mut games.iter()), of(&mut games.iter().rev()));
    }
}
