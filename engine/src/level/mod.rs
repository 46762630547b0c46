//! Levels: strengths below the full one.
//!
//! A limited level searches little and chooses among what it has found as a person of that
//! strength would: it overlooks moves, misjudges them, and at times plays one without a look at
//! the replies. The search itself is the same; everything here is done at the root.

mod attention;
mod choice;
mod dice;
mod habits;
mod safety;

pub(crate) use attention::noticed;
pub(crate) use choice::{at_a_glance, in_order_of_liking};
pub(crate) use dice::Dice;
pub(crate) use habits::Shortcomings;
pub(crate) use safety::allows_mate_in_one;

/// A strength in Elo, as the UCI option `UCI_Elo` counts it.
///
/// Invariant: from [`Elo::LEAST`] to [`Elo::MOST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Elo(u16);

impl Elo {
    /// The lowest strength.
    pub const LEAST: Self = Self(500);
    /// The highest strength that is still limited.
    pub const MOST: Self = Self(2850);

    /// A strength; `None` if the number is out of range.
    pub const fn new(elo: u16) -> Option<Self> {
        if Self::LEAST.0 <= elo && elo <= Self::MOST.0 { Some(Self(elo)) } else { None }
    }

    /// The strength as a number.
    pub const fn number(self) -> u16 {
        self.0
    }
}

/// The strength at which to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// As well as possible.
    #[default]
    Full,
    /// About as well as a player of this strength.
    Limited(Elo),
}

impl Level {
    /// The skill level of the full strength; each one below it is worth 117.5 Elo.
    pub const FULL_SKILL: u8 = 20;

    /// The level of a skill level: 0 is 500 Elo, 19 is 2732, and from 20 on the strength is full.
    pub const fn of_skill(skill: u8) -> Self {
        if skill >= Self::FULL_SKILL {
            return Self::Full;
        }
        let (least, most) = (Elo::LEAST.0, Elo::MOST.0);
        Self::Limited(Elo(least + (most - least) * skill as u16 / Self::FULL_SKILL as u16))
    }

    /// True below the full strength.
    pub const fn is_limited(self) -> bool {
        matches!(self, Self::Limited(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_skill_level_is_stronger_than_the_one_below_it() {
        let elo = |skill| match Level::of_skill(skill) {
            Level::Limited(elo) => elo.number(),
            Level::Full => 2850,
        };
        assert_eq!([0, 10, 19, 20].map(elo), [500, 1675, 2732, 2850]);
        assert!((0..20).all(|skill| elo(skill) < elo(skill + 1)));
        assert_eq!(Level::of_skill(u8::MAX), Level::Full);
    }

    #[test]
    fn an_elo_is_within_its_range() {
        let known = [499, 500, 2850, 2851].map(|elo| Elo::new(elo).map(Elo::number));
        assert_eq!(known, [None, Some(500), Some(2850), None]);
    }
}
