//! The definition of the arithmetic, one number at a time.

use crate::architecture::QA;
use crate::difference::Difference;
use crate::network::Row;
use crate::threats::WeightedThreats;

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

/// See [`Arithmetic::output`](super::Arithmetic::output). Sums wrap around, as in [`update`].
pub(super) fn output(sums: [&Row; 2], threats: &WeightedThreats<'_>, weights: &[Row; 2]) -> i32 {
    let mut seen = sums.map(|sums| *sums);
    for (perspective, seen) in seen.iter_mut().enumerate() {
        for (against, kinds) in threats.kinds.into_iter().enumerate() {
            let rows = threats.rows[usize::from(against != perspective)];
            for &kind in kinds {
                for (sum, weight) in seen.0.iter_mut().zip(rows[usize::from(kind)].0) {
                    *sum = sum.wrapping_add(weight);
                }
            }
        }
    }
    let perspectives = seen.iter().zip(weights);
    let neurons = perspectives.flat_map(|(seen, weights)| seen.0.iter().zip(&weights.0));
    neurons.fold(0, |sum, (&value, &weight)| {
        let clipped = i32::from(value).clamp(0, QA);
        // Weights are below 128, so the first product fits 16 bits, as the vector code needs it.
        let once = (clipped * i32::from(weight)) as i16;
        sum.wrapping_add(i32::from(once) * clipped)
    })
}
