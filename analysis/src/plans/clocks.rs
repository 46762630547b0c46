//! The clocks of a question: who may wait for whom.

use tandem_rules::{Millis, Seat, Team};

/// The lead of a team on both diagonals, where the clocks are not known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lead {
    /// The team can sit longer than its opponents.
    Ahead,
    /// The clocks let nobody sit longer.
    Level,
    /// The opponents can sit longer.
    Behind,
}

/// The clocks of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clocks {
    /// All four, in the order of [`Seat::ALL`].
    Known([Millis; 4]),
    /// The lead of the team that is asked about.
    Assumed(Lead),
}

/// A minute on each clock, where nothing is known of them.
const USUAL: Millis = Millis::from_seconds(60);
/// The lead that stands for any lead, where only its sign is known: some thirty moves of an engine,
/// or three of a person.
const SOME: Millis = Millis::from_seconds(10);

/// The least lead that counts: less is lost with the next move.
const LEAST: Millis = Millis(500);

impl Lead {
    /// All leads.
    pub const ALL: [Self; 3] = [Self::Ahead, Self::Level, Self::Behind];

    /// The lead as a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ahead => "ahead",
            Self::Level => "level",
            Self::Behind => "behind",
        }
    }
}

impl Clocks {
    /// The clocks, in the order of [`Seat::ALL`]; those of an assumed lead are an example of it.
    pub fn example(self, team: Team) -> [Millis; 4] {
        let (ours, theirs) = match self {
            Self::Known(clocks) => return clocks,
            Self::Assumed(Lead::Ahead) => (USUAL, USUAL - SOME),
            Self::Assumed(Lead::Level) => (USUAL, USUAL),
            Self::Assumed(Lead::Behind) => (USUAL - SOME, USUAL),
        };
        Seat::ALL.map(|seat| if seat.team() == team { ours } else { theirs })
    }

    /// The lead of a seat of `team` or of its opponents: its clock minus that of its diagonal; zero where
    /// it is too small to wait by.
    pub fn lead(self, seat: Seat, team: Team) -> Millis {
        let clocks = self.example(team);
        let lead = clocks[seat.index()] - clocks[seat.diagonal().index()];
        if lead.0.abs() < LEAST.0 { Millis::ZERO } else { lead }
    }

    /// True if a seat can sit longer than its diagonal.
    pub fn can_wait(self, seat: Seat, team: Team) -> bool {
        self.lead(seat, team) > Millis::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_that_is_ahead_can_wait_on_both_diagonals_and_its_opponents_on_none() {
        for team in Team::ALL {
            for (lead, ours, theirs) in [
                (Lead::Ahead, true, false),
                (Lead::Level, false, false),
                (Lead::Behind, false, true),
            ] {
                for seat in Seat::ALL {
                    let expected = if seat.team() == team { ours } else { theirs };
                    assert_eq!(Clocks::Assumed(lead).can_wait(seat, team), expected, "{lead:?}");
                }
            }
        }
    }

    #[test]
    fn with_an_increment_the_diagonals_may_differ() {
        let clocks = Clocks::Known([9, 5, 7, 8].map(Millis::from_seconds));
        let waits = Seat::ALL.map(|seat| clocks.can_wait(seat, Team::One));
        assert_eq!(waits, [true, false, false, true]);
    }
}
