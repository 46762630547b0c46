//! Random orders that follow from a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::RngCore;

/// Shuffles a slice (Fisher and Yates).
pub fn shuffle<T>(order: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..order.len()).rev() {
        let other = (random.next_u64() % (last as u64 + 1)) as usize;
        order.swap(last, other);
    }
}
