//! Rule sets: a choice for each point on which the sources and the servers differ.
//!
//! Five of the presets follow written rules: the Bughouse extension to the FIDE Laws of Chess, the
//! bughouse rules of US Chess, the Hawaii rules, the scholastic rules of US Chess (2018), and the Laws
//! of Bughouse Chess of the World Bughouse Network (WBN, version 1.00). Comments name the article.

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

/// A rule set: the moves that are allowed, and how and when a game ends.
///
/// ```
/// use tandem_rules::{LastDrop, Preset, RuleSet};
///
/// let rules: RuleSet = "wbn last-drop=no".parse()?;
/// assert_eq!(rules.moves, Preset::Wbn.rules().moves);
/// assert_eq!(rules.outcomes.last_drop, LastDrop::No);
/// assert_eq!(rules.to_string(), "wbn last-drop=no");
///
/// let error = "wbn last-drop=maybe".parse::<RuleSet>().expect_err("no such value");
/// assert!(error.to_string().starts_with("invalid value `maybe` for last-drop, expected no, "));
/// # Ok::<(), tandem_rules::RuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RuleSet {
    /// Rules of moves, which belong to a position.
    pub moves: MoveRules,
    /// Rules of outcomes, which belong to a game.
    pub outcomes: OutcomeRules,
}

/// A named rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Preset {
    /// Bughouse by the "Bughouse extension to FIDE Laws of Chess".
    Fide,
    /// Bughouse by the rules of US Chess.
    Uscf,
    /// Bughouse by the Hawaii rules.
    Hawaii,
    /// Bughouse by the scholastic rules of US Chess.
    Scholastic,
    /// Bughouse by the "Laws of Bughouse Chess" of the World Bughouse Network (WBN).
    Wbn,
    /// Bughouse as played on servers of the FICS family (Free Internet Chess Server).
    #[default]
    Fics,
    /// Crazyhouse, on one board.
    Crazyhouse,
    /// Chess, on one board.
    Chess,
}

impl Preset {
    /// The presets of bughouse: those with a written source, then FICS.
    pub const BUGHOUSE: [Self; 6] =
        [Self::Fide, Self::Uscf, Self::Hawaii, Self::Scholastic, Self::Wbn, Self::Fics];
    /// All presets: those of bughouse, then crazyhouse and chess.
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

    /// Name of the preset in options and records, in lower case.
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

    /// The variant that is played by these rules.
    pub const fn variant(self) -> Variant {
        match self {
            Self::Crazyhouse => Variant::Crazyhouse,
            Self::Chess => Variant::Chess,
            Self::Fide | Self::Uscf | Self::Hawaii | Self::Scholastic | Self::Wbn | Self::Fics => {
                Variant::Bughouse
            }
        }
    }

    /// The preset of a variant that is meant where none is named.
    pub const fn usual(variant: Variant) -> Self {
        match variant {
            Variant::Bughouse => Self::Fics,
            Variant::Crazyhouse => Self::Crazyhouse,
            Variant::Chess => Self::Chess,
        }
    }

    /// The preset that a rule set as text begins with, as in `wbn last-drop=no`.
    pub fn leading(text: &str) -> Option<Self> {
        text.split_whitespace().next()?.parse().ok()
    }

    /// The rule set of this preset.
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

    /// The usual time control of the preset; that of its source, if it has one.
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
