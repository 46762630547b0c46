//! The definition of the arithmetic, one number at a time.

use crate::architecture::{QA, THREATS};
use crate::difference::Difference;
use crate::network::{Row, ThreatRow};

/// See [`Arithmetic::update`](super::Arithmetic::update). Sums wrap around; trained weights are
/// limited such that those of real positions do not.
pub(super) fn update(from: &Row, to: &mut Row, rows: &[Row], difference: &Difference) {
    to.0 = from.0;
    for feature in &difference.added {
        for (sum, weight) in to.0.iter_mut().zip(&rows[feature.index()].0) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for feature in &difference.removed {
        for (sum, weight) in to.0.iter_mut().zip(&rows[feature.index()].0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// See [`Arithmetic::add_threats`](super::Arithmetic::add_threats).
pub(super) fn add_threats(sums: &mut Row, rows: &[ThreatRow], kinds: [&[u8]; 2]) {
    for (rows, kinds) in rows.chunks_exact(THREATS).zip(kinds) {
        for &kind in kinds {
            for (sum, weight) in sums.0.iter_mut().zip(rows[usize::from(kind)].0) {
                *sum = sum.wrapping_add(weight);
            }
        }
    }
}

/// See [`Arithmetic::output`](super::Arithmetic::output).
pub(super) fn output(seen: [&Row; 2], weights: &[Row; 2]) -> i32 {
    let perspectives = seen.into_iter().zip(weights);
    let neurons = perspectives.flat_map(|(seen, weights)| seen.0.iter().zip(&weights.0));
    neurons.fold(0, |sum, (&value, &weight)| {
        let clipped = i32::from(value).clamp(0, QA);
        // Weights are below 128, so the first product fits 16 bits, as the vector code needs it.
        let once = (clipped * i32::from(weight)) as i16;
        sum.wrapping_add(i32::from(once) * clipped)
    })
}
