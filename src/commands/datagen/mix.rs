//! The shares of games that are not bughouse from the usual start.

use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tandem_rules::Variant;

/// Percentages of games of unusual kinds, each independent of the others.
#[derive(Args, Clone, Copy)]
pub(super) struct Mix {
    /// Percentage of games that are crazyhouse, on one board
    #[arg(long, default_value_t = 20, value_name = "PERCENT", value_parser = percent())]
    crazyhouse: u32,
    /// Percentage of games that begin from a Chess960 start; in bughouse, half of them from the
    /// same one on both boards
    #[arg(long, default_value_t = 10, value_name = "PERCENT", value_parser = percent())]
    chess960: u32,
    /// Percentage of games that begin with additional pieces in the holdings, for both teams alike
    #[arg(long, default_value_t = 10, value_name = "PERCENT", value_parser = percent())]
    gifts: u32,
    /// Percentage of games whose first moves are chosen among the best by a short search instead of random: 24
    /// to 56 on both boards together, half as many on one
    #[arg(long, default_value_t = 0, value_name = "PERCENT", value_parser = percent())]
    chosen: u32,
}

/// The kind of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) variant: Variant,
    pub(super) chess960: bool,
    pub(super) gifts: bool,
    /// True if a search chooses the moves of its opening.
    pub(super) chosen: bool,
}

fn percent() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(..=100)
}

/// Mask for the seed, so that the kind of a game does not depend on its opening, which is drawn
/// from the same seed.
const OTHER_THAN_OPENINGS: u64 = 0x6d69_7800_6d69_7800;

impl Mix {
    /// The kind of the game with this number.
    pub(super) fn kind(&self, seed: u64, game: u64) -> Kind {
        let mut random = ChaCha8Rng::seed_from_u64(seed ^ OTHER_THAN_OPENINGS);
        random.set_stream(game);
        let mut is_one_of = |percent: u32| random.next_u64() % 100 < u64::from(percent);
        let is_crazyhouse = is_one_of(self.crazyhouse);
        Kind {
            variant: if is_crazyhouse { Variant::Crazyhouse } else { Variant::Bughouse },
            chess960: is_one_of(self.chess960),
            gifts: is_one_of(self.gifts),
            chosen: is_one_of(self.chosen),
        }
    }

    /// Names and values for the header of a file.
    pub(super) fn lines(&self) -> [(&'static str, String); 4] {
        let lines = [
            ("Crazyhouse", self.crazyhouse),
            ("Chess960", self.chess960),
            ("Gifts", self.gifts),
            ("Chosen", self.chosen),
        ];
        lines.map(|(name, percent)| (name, percent.to_string()))
    }
}

#[cfg(test)]
impl Mix {
    /// A mix with the same percentage of each kind.
    pub(super) const fn even(percent: u32) -> Self {
        Self { crazyhouse: percent, chess960: percent, gifts: percent, chosen: percent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_as_frequent_as_asked_whatever_else_is_true() {
        let mix = Mix { crazyhouse: 20, chess960: 50, gifts: 0, chosen: 0 };
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
        let usual =
            Kind { variant: Variant::Bughouse, chess960: false, gifts: false, chosen: false };
        let other =
            Kind { variant: Variant::Crazyhouse, chess960: true, gifts: true, chosen: true };
        assert!((0..1_000).all(|game| Mix::even(0).kind(1, game) == usual));
        assert!((0..1_000).all(|game| Mix::even(100).kind(1, game) == other));
        let kinds =
            |seed| -> Vec<Kind> { (0..100).map(|game| Mix::even(50).kind(seed, game)).collect() };
        assert_eq!(kinds(1), kinds(1));
        assert_ne!(kinds(1), kinds(2));
    }
}
