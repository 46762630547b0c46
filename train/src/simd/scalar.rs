//! The definition of the arithmetic of training: eight sums side by side, as in a vector.

use crate::weights::{STRIP, Strip};

/// Numbers in a vector.
pub(super) const LANES: usize = 8;
const _: () = assert!(STRIP.is_multiple_of(LANES));

/// See [`FloatArithmetic::add`](super::FloatArithmetic::add).
pub(super) fn add(to: &mut Strip, table: &[Strip], picks: &[u16]) {
    for &pick in picks {
        for (sum, number) in to.0.iter_mut().zip(&table[usize::from(pick)].0) {
            *sum += number;
        }
    }
}

/// See [`FloatArithmetic::neurons`](super::FloatArithmetic::neurons).
pub(super) fn neurons(seen: &Strip, weights: &Strip) -> f32 {
    let mut sums = [0.0; LANES];
    for (seen, weights) in seen.0.chunks_exact(LANES).zip(weights.0.chunks_exact(LANES)) {
        for ((sum, seen), weight) in sums.iter_mut().zip(seen).zip(weights) {
            let clipped = seen.clamp(0.0, 1.0);
            *sum += clipped * clipped * weight;
        }
    }
    let four: [f32; 4] = std::array::from_fn(|lane| sums[lane] + sums[lane + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}

/// See [`FloatArithmetic::back`](super::FloatArithmetic::back).
pub(super) fn back(seen: &mut Strip, weights: &Strip, slope: f32, slopes: &mut Strip) {
    let neurons = seen.0.iter_mut().zip(&weights.0).zip(&mut slopes.0);
    for ((seen, weight), weight_slope) in neurons {
        let clipped = seen.clamp(0.0, 1.0);
        *weight_slope += clipped * clipped * slope;
        *seen = if *seen < 1.0 { (slope + slope) * weight * clipped } else { 0.0 };
    }
}
