//! Counts of reasons.

use std::fmt;

use super::reasons::Kind;

/// Counts of reasons over all games, for the table at the end.
pub struct Tally {
    /// True if games are judged from the view of a team, so that some are won.
    has_team: bool,
    /// Lost and won games of each kind.
    counts: [[usize; 2]; Kind::ALL.len()],
    /// Games without a winner.
    pub(super) undecided: usize,
    /// Games without the team.
    pub(super) of_others: usize,
}

impl Tally {
    pub(super) fn new(has_team: bool) -> Self {
        let counts = [[0; 2]; Kind::ALL.len()];
        Self { has_team, counts, undecided: 0, of_others: 0 }
    }

    pub(super) fn add(&mut self, kind: Kind, has_won: bool) {
        self.counts[kind as usize][usize::from(has_won)] += 1;
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, name: &str, counts: [usize; 2]) -> fmt::Result {
        match (self.has_team, counts) {
            (true, [lost, won]) => writeln!(f, "{name:<18}{lost:>6}{won:>6}"),
            (false, [lost, _]) => writeln!(f, "{name:<18}{lost:>6}"),
        }
    }
}

/// Formats one reason a line, for each that occurred, and then the sum of all games.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.has_team {
            true => writeln!(f, "{:<18}{:>6}{:>6}", "reason", "lost", "won")?,
            false => writeln!(f, "{:<18}{:>6}", "reason", "games")?,
        }
        let mut sum = [0; 2];
        for (kind, counts) in Kind::ALL.into_iter().zip(self.counts) {
            sum = [sum[0] + counts[0], sum[1] + counts[1]];
            if counts != [0; 2] {
                self.row(f, kind.name(), counts)?;
            }
        }
        self.row(f, "all", sum)?;
        for (name, count) in [("not decided", self.undecided), ("of others", self.of_others)] {
            if count > 0 {
                writeln!(f, "{name:<18}{count:>6}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_the_reasons_that_occurred() {
        let mut tally = Tally::new(true);
        tally.add(Kind::Standoff, false);
        tally.add(Kind::Standoff, true);
        tally.add(Kind::Fault, true);
        tally.undecided = 2;
        let lines = [
            "reason              lost   won",
            "standoff               1     1",
            "fault                  0     1",
            "all                    1     2",
            "not decided            2",
        ];
        assert_eq!(tally.to_string().lines().collect::<Vec<_>>(), lines);
        let mut tally = Tally::new(false);
        tally.add(Kind::Other, false);
        let lines =
            ["reason             games", "other                  1", "all                    1"];
        assert_eq!(tally.to_string().lines().collect::<Vec<_>>(), lines);
    }
}
