//! Random choices from a range.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::RngCore;

/// A random number from `least` to `most`, both included.
pub(super) fn between(random: &mut ChaCha8Rng, least: i64, most: i64) -> i64 {
    let span = (most - least).unsigned_abs() + 1;
    least + (random.next_u64() % span) as i64
}
