//! Filters: the boards that a question is about.

use std::ops::RangeInclusive;

use tandem_rules::{Color, RuleSet};

use crate::board::BoardResult;

/// Conditions that boards have to meet, all of those that are set. The default has none.
///
/// ```
/// use tandem_explorer::Filter;
///
/// let strong = Filter { rating: Some(2200..=u16::MAX), ..Filter::default() };
/// assert!(!strong.is_empty() && Filter::default().is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// A player of the board.
    pub player: Option<PlayerFilter>,
    /// Mean rating of the two players, or the rating of one if the other's is unknown, rounded down.
    /// Boards without ratings do not pass.
    pub rating: Option<RangeInclusive<u16>>,
    /// Time at the start in whole seconds, rounded down. Boards without a time control do not pass.
    pub base_seconds: Option<RangeInclusive<u32>>,
    /// End of the game in seconds since 1970. Boards without a date do not pass.
    pub ended: Option<RangeInclusive<u32>>,
    /// The result.
    pub result: Option<BoardResult>,
    /// The rule set.
    pub rules: Option<RuleSet>,
}

/// A player, and the color that the player has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerFilter {
    /// Name of the player, in any case.
    pub name: String,
    /// Color of the player; `None` for either.
    pub color: Option<Color>,
}

impl Filter {
    /// True if every board passes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The mean of the ratings that are known, 0 if none is. A rating of zero is unknown.
    pub(crate) fn mean_rating(white: u16, black: u16) -> u16 {
        match (white, black) {
            (0, rating) | (rating, 0) => rating,
            (white, black) => white.midpoint(black),
        }
    }
}

/// The form of a name in which players are compared.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase()
}
