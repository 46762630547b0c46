//! Random numbers that a seed gives.

use tandem_rules::Key;

/// A sequence of random numbers: `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

/// Standard deviation of the sum of four uniform numbers from -1000 to 1000.
const SPREAD_OF_FOUR: i64 = 1155;

impl Dice {
    /// The numbers for a position in games of this seed.
    pub(crate) const fn new(key: Key, seed: u64) -> Self {
        Self(key.0 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) const fn below(&mut self, end: u32) -> u32 {
        (((self.next() >> 32) * end as u64) >> 32) as u32
    }

    /// True in this many of a thousand cases.
    pub(crate) const fn chance(&mut self, permille: u32) -> bool {
        self.below(1000) < permille
    }

    /// A bell-shaped random number with mean 0 and this standard deviation.
    pub(crate) fn error(&mut self, deviation: i32) -> i32 {
        let sum: i64 = (0..4).map(|_| i64::from(self.below(2001)) - 1000).sum();
        (i64::from(deviation) * sum / SPREAD_OF_FOUR) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_deviation_asked_for() {
        let mut dice = Dice::new(Key(7), 1);
        let errors: Vec<i64> = (0..10_000).map(|_| i64::from(dice.error(100))).collect();
        let mean = errors.iter().sum::<i64>() / 10_000;
        let variance = errors.iter().map(|error| error * error).sum::<i64>() / 10_000;
        assert!(mean.abs() <= 3 && (9_500..=10_500).contains(&variance), "{mean} {variance}");
    }

    #[test]
    fn chances_are_met_and_follow_from_the_seed() {
        let hits = |seed| {
            let mut dice = Dice::new(Key(99), seed);
            (0..2000).map(|_| dice.chance(250)).collect::<Vec<_>>()
        };
        let count = hits(1).iter().filter(|&&hit| hit).count();
        assert!((430..570).contains(&count), "{count}");
        assert_eq!(hits(1), hits(1));
        assert_ne!(hits(1), hits(2));
    }
}
