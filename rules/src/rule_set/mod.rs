//! Rule sets: for each point on which the sources and servers differ, what holds.

mod move_rules;
mod outcome_rules;
mod text;

pub use move_rules::{MoveRules, Permission, Promotions};
pub use outcome_rules::{
    BothEnd, BothFlags, Claimants, DrawAgreement, IllegalMoveRule, LastDrop, MateRule, NoMoveRule,
    OutcomeRules, Repetition,
};
pub use text::RuleError;

use crate::{FirstMove, Millis, TimeControl, Variant};

/// What may be moved, and how and when a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RuleSet {
    /// The part that belongs to a position.
    pub moves: MoveRules,
    /// The part that belongs to a game.
    pub outcomes: OutcomeRules,
}

/// A rule set with a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Preset {
    /// The bughouse extension of the FIDE laws.
    Fide,
    /// US Chess.
    Uscf,
    /// Hawaii.
    Hawaii,
    /// US Chess, scholastic.
    Scholastic,
    /// World Bughouse Network.
    Wbn,
    /// What a server of the FICS family does.
    #[default]
    Fics,
    /// Crazyhouse, on one board.
    Crazyhouse,
    /// Chess.
    Chess,
}

impl Preset {
    /// The six of bughouse, in the order of their sources.
    pub const BUGHOUSE: [Self; 6] =
        [Self::Fide, Self::Uscf, Self::Hawaii, Self::Scholastic, Self::Wbn, Self::Fics];
    /// All: the six of bughouse, then the games of one board.
    pub const ALL: [Self; 8] = [
        Self::Fide,
        Self::Uscf,
        Self::Hawaii,
        Self::Scholastic,
        Self::Wbn,
        Self::Fics,
        Self::Crazyhouse,
        Self::Chess,
    ];

    /// Its name in options and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fide => "fide",
            Self::Uscf => "uscf",
            Self::Hawaii => "hawaii",
            Self::Scholastic => "scholastic",
            Self::Wbn => "wbn",
            Self::Fics => "fics",
            Self::Crazyhouse => "crazyhouse",
            Self::Chess => "chess",
        }
    }

    /// Which game it is a rule set of.
    pub const fn variant(self) -> Variant {
        match self {
            Self::Crazyhouse => Variant::Crazyhouse,
            Self::Chess => Variant::Chess,
            Self::Fide | Self::Uscf | Self::Hawaii | Self::Scholastic | Self::Wbn | Self::Fics => {
                Variant::Bughouse
            }
        }
    }

    /// Its rules.
    pub const fn rules(self) -> RuleSet {
        let (moves, outcomes) = match self {
            Self::Fide => (MoveRules::FIDE, OutcomeRules::FIDE),
            Self::Uscf => (MoveRules::USCF, OutcomeRules::USCF),
            Self::Hawaii => (MoveRules::HAWAII, OutcomeRules::HAWAII),
            Self::Scholastic => (MoveRules::SCHOLASTIC, OutcomeRules::SCHOLASTIC),
            Self::Wbn => (MoveRules::WBN, OutcomeRules::WBN),
            Self::Fics => (MoveRules::FICS, OutcomeRules::FICS),
            Self::Crazyhouse => (MoveRules::CRAZYHOUSE, OutcomeRules::CRAZYHOUSE),
            Self::Chess => (MoveRules::CHESS, OutcomeRules::CHESS),
        };
        RuleSet { moves, outcomes }
    }

    /// The clock its source has in mind.
    pub fn usual_clock(self) -> TimeControl {
        let minutes = |count: i64| TimeControl::sudden_death(Millis::from_seconds(count * 60));
        match self {
            Self::Uscf => minutes(5).with_us_delay(Millis::from_seconds(2)),
            Self::Hawaii | Self::Scholastic => minutes(5),
            Self::Fide | Self::Wbn => minutes(3),
            Self::Crazyhouse | Self::Chess => minutes(3).with_increment(Millis::from_seconds(2)),
            Self::Fics => TimeControl { first_move: FirstMove::Free, ..minutes(3) },
        }
    }
}
