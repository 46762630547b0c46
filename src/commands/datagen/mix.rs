//! Which games are no bughouse from the usual start.

use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tandem_rules::Variant;

/// Of how many games in a hundred each thing is true, whatever else is.
#[derive(Args, Clone, Copy)]
pub(super) struct Mix {
    /// How many games in a hundred are crazyhouse, on one board
    #[arg(long, default_value_t = 20, value_name = "PERCENT", value_parser = percent())]
    crazyhouse: u32,
    /// How many games in a hundred begin with a Chess960 start, half of those in bughouse with the
    /// same on both boards
    #[arg(long, default_value_t = 10, value_name = "PERCENT", value_parser = percent())]
    chess960: u32,
    /// In how many games in a hundred pieces are put into the hands before it begins, for both teams
    /// alike
    #[arg(long, default_value_t = 10, value_name = "PERCENT", value_parser = percent())]
    gifts: u32,
}

/// What one game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) variant: Variant,
    pub(super) chess960: bool,
    pub(super) gifts: bool,
}

fn percent() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(..=100)
}

/// Tells what a game is from what it begins with: both follow from one seed.
const OTHER_THAN_OPENINGS: u64 = 0x6d69_7800_6d69_7800;

impl Mix {
    /// What the game with this number is.
    pub(super) fn kind(&self, seed: u64, game: u64) -> Kind {
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ OTHER_THAN_OPENINGS);
        random.set_stream(game);
        let mut is_one_of = |percent: u32| random.next_u64() % 100 < u64::from(percent);
        let is_crazyhouse = is_one_of(self.crazyhouse);
        Kind {
            variant: if is_crazyhouse { Variant::Crazyhouse } else { Variant::Bughouse },
            chess960: is_one_of(self.chess960),
            gifts: is_one_of(self.gifts),
        }
    }

    /// As a header has it.
    pub(super) fn lines(&self) -> [(&'static str, String); 3] {
        [("Crazyhouse", self.crazyhouse), ("Chess960", self.chess960), ("Gifts", self.gifts)]
            .map(|(name, percent)| (name, percent.to_string()))
    }
}

#[cfg(test)]
impl Mix {
    /// As many of each.
    pub(super) const fn even(percent: u32) -> Self {
        Self { crazyhouse: percent, chess960: percent, gifts: percent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_as_frequent_as_asked_whatever_else_is_true() {
        let mix = Mix { crazyhouse: 20, chess960: 50, gifts: 0 };
        let kinds: Vec<Kind> = (0..10_000).map(|game| mix.kind(7, game)).collect();
        let count = |holds: fn(&&Kind) -> bool| kinds.iter().filter(holds).count();
        assert!((1_800..2_200).contains(&count(|kind| kind.variant == Variant::Crazyhouse)));
        assert!((4_700..5_300).contains(&count(|kind| kind.chess960)));
        let both = count(|kind| kind.variant == Variant::Crazyhouse && kind.chess960);
        assert!((850..1_150).contains(&both), "{both}");
        assert_eq!(count(|kind| kind.gifts), 0);
    }

    #[test]
    fn all_or_none_is_exact_and_the_kind_follows_from_the_seed_and_the_game() {
        let usual = Kind { variant: Variant::Bughouse, chess960: false, gifts: false };
        let other = Kind { variant: Variant::Crazyhouse, chess960: true, gifts: true };
        assert!((0..1_000).all(|game| Mix::even(0).kind(1, game) == usual));
        assert!((0..1_000).all(|game| Mix::even(100).kind(1, game) == other));
        let kinds =
            |seed| -> Vec<Kind> { (0..100).map(|game| Mix::even(50).kind(seed, game)).collect() };
        assert_eq!(kinds(1), kinds(1));
        assert_ne!(kinds(1), kinds(2));
    }
}
