//! The habits that players are compared by, and the words for them.

use serde::Serialize;

use super::mean::Mean;

/// A habit: something that is counted in each game of each seat. `docs/players.md` defines them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Habit {
    /// Waits while the other board goes on.
    Sat,
    /// Is mated with time to sit.
    MatedAhead,
    /// Loses by the own flag.
    Flagged,
    /// Loses a lead on the clock.
    LeadLost,
    /// The time of a move.
    MoveTime,
    /// Queens that the opponent takes.
    QueensLost,
    /// Queens that the opponent takes without one in return.
    QueensGiven,
    /// Rooks, bishops and knights that the opponent takes.
    PiecesLost,
    /// Loses the piece that mates the partner.
    GaveMate,
    /// The share of moves that are drops.
    Drops,
    /// The share of drops that give check.
    CheckDrops,
    /// The share of drops beside the opponent's king.
    KingDrops,
    /// Pieces in hand.
    Held,
    /// Castles.
    Castled,
    /// The share of moves that give check.
    Checks,
    /// The part of a game that a move costs.
    Loss,
    /// The share of moves that are mistakes.
    Mistakes,
}

/// The unit of a mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A number of times or of pieces.
    Count,
    /// A share, 0 to 1.
    Share,
    /// Seconds.
    Seconds,
}

/// The words for a habit. `{}` stands for the mean with its unit.
struct Words {
    habit: Habit,
    /// The name of what is measured.
    measure: &'static str,
    unit: Unit,
    /// Words for the player.
    own: &'static str,
    /// Words for the others.
    others: &'static str,
}

/// The words for all habits, in their order.
const WORDS: [Words; Habit::ALL.len()] = [
    Words::new(
        Habit::Sat,
        Unit::Count,
        ["times sat a game", "Sat {} times a game", "sat {} times a game"],
    ),
    Words::new(
        Habit::MatedAhead,
        Unit::Share,
        ["games mated with time to sit", "Was mated with time to sit in {} of the games", "in {}"],
    ),
    Words::new(
        Habit::Flagged,
        Unit::Share,
        ["games lost by the own flag", "Lost {} of the games by the own flag", "lost {}"],
    ),
    Words::new(
        Habit::LeadLost,
        Unit::Share,
        ["leads on the clock lost", "Lost {} of the leads on the clock of half time", "lost {}"],
    ),
    Words::new(Habit::MoveTime, Unit::Seconds, ["time of a move", "Took {} for a move", "took {}"]),
    Words::new(
        Habit::QueensLost,
        Unit::Count,
        ["queens lost a game", "Lost {} queens a game", "lost {}"],
    ),
    Words::new(
        Habit::QueensGiven,
        Unit::Count,
        [
            "queens given a game, none in return",
            "Gave {} queens a game and got none in return",
            "gave {}",
        ],
    ),
    Words::new(
        Habit::PiecesLost,
        Unit::Count,
        [
            "rooks, bishops, knights lost a game",
            "Lost {} rooks, bishops and knights a game",
            "lost {}",
        ],
    ),
    Words::new(
        Habit::GaveMate,
        Unit::Share,
        [
            "games given to the other board",
            "Lost a piece that mated the partner at once in {} of the games",
            "in {}",
        ],
    ),
    Words::new(
        Habit::Drops,
        Unit::Share,
        ["moves that are drops", "Dropped in {} of the moves", "in {}"],
    ),
    Words::new(
        Habit::CheckDrops,
        Unit::Share,
        ["drops with check", "Gave check with {} of the drops", "with {}"],
    ),
    Words::new(
        Habit::KingDrops,
        Unit::Share,
        [
            "drops beside the opponent's king",
            "Dropped beside the opponent's king with {} of the drops",
            "with {}",
        ],
    ),
    Words::new(
        Habit::Held,
        Unit::Count,
        ["pieces in hand", "Held {} pieces when on turn", "held {}"],
    ),
    Words::new(
        Habit::Castled,
        Unit::Share,
        ["games castled", "Castled in {} of the games", "in {}"],
    ),
    Words::new(
        Habit::Checks,
        Unit::Share,
        ["moves with check", "Gave check with {} of the moves", "with {}"],
    ),
    Words::new(
        Habit::Loss,
        Unit::Share,
        [
            "part of a game that a move costs",
            "A move cost {} of a game, by the engine's forecast",
            "lost {} with a move",
        ],
    ),
    Words::new(
        Habit::Mistakes,
        Unit::Share,
        [
            "moves that are mistakes",
            "Made a mistake with {} of the moves, by the engine's forecast",
            "with {}",
        ],
    ),
];

impl Words {
    const fn new(habit: Habit, unit: Unit, [measure, own, others]: [&'static str; 3]) -> Self {
        Self { habit, measure, unit, own, others }
    }
}

impl Habit {
    /// All habits, in the order of reports.
    pub const ALL: [Self; 17] = [
        Self::Sat,
        Self::MatedAhead,
        Self::Flagged,
        Self::LeadLost,
        Self::MoveTime,
        Self::QueensLost,
        Self::QueensGiven,
        Self::PiecesLost,
        Self::GaveMate,
        Self::Drops,
        Self::CheckDrops,
        Self::KingDrops,
        Self::Held,
        Self::Castled,
        Self::Checks,
        Self::Loss,
        Self::Mistakes,
    ];

    fn words(self) -> &'static Words {
        let words = &WORDS[self.index()];
        debug_assert_eq!(words.habit, self, "the words are in the order of the habits");
        words
    }

    /// The habit whose finding says this one as well.
    pub(super) const fn follows_from(self) -> Option<Self> {
        match self {
            Self::QueensLost => Some(Self::QueensGiven),
            Self::Mistakes => Some(Self::Loss),
            _ => None,
        }
    }

    /// The name in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::MatedAhead => "mated_ahead",
            Self::Flagged => "flagged",
            Self::LeadLost => "lead_lost",
            Self::MoveTime => "move_time",
            Self::QueensLost => "queens_lost",
            Self::QueensGiven => "queens_given",
            Self::PiecesLost => "pieces_lost",
            Self::GaveMate => "gave_mate",
            Self::Drops => "drops",
            Self::CheckDrops => "check_drops",
            Self::KingDrops => "king_drops",
            Self::Held => "held",
            Self::Castled => "castled",
            Self::Checks => "checks",
            Self::Loss => "loss",
            Self::Mistakes => "mistakes",
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// The name of what is measured.
    pub fn measure(self) -> &'static str {
        self.words().measure
    }

    /// The unit of its means.
    pub fn unit(self) -> Unit {
        self.words().unit
    }

    /// The finding as a sentence: what the player did, and what the others did.
    pub(super) fn sentence(self, own: &Mean, others: &Mean) -> String {
        let words = self.words();
        let shown = |mean: &Mean| words.unit.text(mean.value().unwrap_or_default());
        let (mut told, theirs) = (words.own.replace("{}", &shown(own)), shown(others));
        if words.unit == Unit::Count && own.value() == Some(0.0) {
            told = told.replace(" a game", &format!(" in {} games", own.count()));
        }
        format!("{told}; the others {}.", words.others.replace("{}", &theirs))
    }
}

impl Unit {
    /// A mean in this unit, as a person reads it.
    pub fn text(self, value: f64) -> String {
        match self {
            Self::Count if value == 0.0 => "0".to_owned(),
            Self::Count if value < 0.995 => format!("{value:.2}"),
            Self::Count => format!("{value:.1}"),
            Self::Share if value.abs() < 0.0995 => format!("{:.1} %", 100.0 * value),
            Self::Share => format!("{:.0} %", 100.0 * value),
            Self::Seconds if value.abs() < 0.995 => format!("{value:.2} s"),
            Self::Seconds => format!("{value:.1} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(of: &[f64]) -> Mean {
        let mut mean = Mean::default();
        for &number in of {
            mean.add(number);
        }
        mean
    }

    #[test]
    fn each_habit_has_its_place_and_both_of_its_numbers_in_a_sentence() {
        for (at, habit) in Habit::ALL.into_iter().enumerate() {
            assert_eq!(habit.index(), at);
            let told = habit.sentence(&mean(&[0.25]), &mean(&[3.0]));
            assert!(told.contains(&habit.unit().text(0.25)), "{told}");
            assert!(told.contains("the others "), "{told}");
            assert!(told.contains(&habit.unit().text(3.0)) && !told.contains("{}"), "{told}");
        }
    }

    #[test]
    fn a_habit_that_a_player_lacks_is_told_with_the_number_of_games() {
        for (habit, own, others, expected) in [
            (
                Habit::Sat,
                [0.0; 2],
                [1.0, 1.6],
                "Sat 0 times in 2 games; the others sat 1.3 times a game.",
            ),
            (
                Habit::QueensLost,
                [2.0; 2],
                [0.5, 0.4],
                "Lost 2.0 queens a game; the others lost 0.45.",
            ),
            (
                Habit::Castled,
                [0.0; 2],
                [0.5, 0.4],
                "Castled in 0.0 % of the games; the others in 45 %.",
            ),
        ] {
            assert_eq!(habit.sentence(&mean(&own), &mean(&others)), expected);
        }
    }
}
