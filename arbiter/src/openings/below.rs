//! Random choices among a number of things.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::RngCore;

/// A random number below `end`, or 0 if `end` is 0. The bias of the remainder is below 2⁻⁵⁰.
pub(super) fn below(random: &mut ChaCha8Rng, end: usize) -> usize {
    (random.next_u64() % (end.max(1) as u64)) as usize
}
