//! The arithmetic on vectors, written once for all sets of instructions.

/// Defines `update` and `output` with a set of instructions.
///
/// The module that calls it names the instructions on one vector:
/// - `Vector`, of 16-bit numbers, and `Sums`, of 32-bit numbers;
/// - `add` and `sub`, which wrap around;
/// - `no_sums`, sums of zero;
/// - `weigh`, which adds to sums the numbers clipped to 0 to `QA` and squared, times their weights;
/// - `total`, the sum of all numbers in two vectors of sums.
///
/// A macro, since only a function that states the instructions may use them, and no generic
/// parameter can state them.
macro_rules! arithmetic_with {
    ($instructions:literal) => {
        use crate::architecture::THREAT_WIDTH;
        use crate::difference::Difference;
        use crate::network::{Row, ThreatRow};
        use crate::threats::WeightedThreats;

        /// Vectors in a row.
        const VECTORS: usize = size_of::<Row>() / size_of::<Vector>();
        const _: () = assert!(align_of::<Vector>() <= align_of::<Row>());

        /// Vectors whose sums stay in registers while rows are added: half of the registers that
        /// most machines have.
        const HELD_AT_ONCE: usize = 8;
        const _: () = assert!(VECTORS.is_multiple_of(HELD_AT_ONCE));

        fn vectors(row: &Row) -> &[Vector; VECTORS] {
            // SAFETY: a row has the size and at least the alignment, and any bits are numbers.
            unsafe { &*std::ptr::from_ref(row).cast() }
        }

        fn vectors_mut(row: &mut Row) -> &mut [Vector; VECTORS] {
            // SAFETY: as in `vectors`.
            unsafe { &mut *std::ptr::from_mut(row).cast() }
        }

        /// Vectors in a row of the weights of threats, which is all weights, without a gap at its end.
        const OF_THREATS: usize = size_of::<ThreatRow>() / size_of::<Vector>();
        const _: () = assert!(align_of::<Vector>() <= align_of::<ThreatRow>());
        const _: () =
            assert!(OF_THREATS <= HELD_AT_ONCE && size_of::<ThreatRow>() == 2 * THREAT_WIDTH);

        fn threat_vectors(row: &ThreatRow) -> &[Vector; OF_THREATS] {
            // SAFETY: as in `vectors`.
            unsafe { &*std::ptr::from_ref(row).cast() }
        }

        /// See [`Arithmetic::update`](super::Arithmetic::update).
        #[target_feature(enable = $instructions)]
        pub(super) fn update(from: &Row, to: &mut Row, rows: &[Row], difference: &Difference) {
            let (from, to) = (vectors(from), vectors_mut(to));
            for block in (0..VECTORS).step_by(HELD_AT_ONCE) {
                let mut sums: [Vector; HELD_AT_ONCE] = std::array::from_fn(|at| from[block + at]);
                for feature in &difference.added {
                    let row = vectors(&rows[feature.index()]);
                    for (at, sum) in sums.iter_mut().enumerate() {
                        *sum = add(*sum, row[block + at]);
                    }
                }
                for feature in &difference.removed {
                    let row = vectors(&rows[feature.index()]);
                    for (at, sum) in sums.iter_mut().enumerate() {
                        *sum = sub(*sum, row[block + at]);
                    }
                }
                to[block..][..HELD_AT_ONCE].copy_from_slice(&sums);
            }
        }

        /// Vectors of each perspective that stay in registers while rows of threats are added.
        const HELD_OF_EACH: usize =
            if OF_THREATS < HELD_AT_ONCE / 2 { OF_THREATS } else { HELD_AT_ONCE / 2 };
        const _: () = assert!(OF_THREATS.is_multiple_of(HELD_OF_EACH));

        /// The sums of the neurons that see threats, with these threats.
        #[target_feature(enable = $instructions)]
        fn threatened(
            sums: [&[Vector; VECTORS]; 2],
            threats: &WeightedThreats<'_>,
        ) -> [[Vector; OF_THREATS]; 2] {
            let mut heads = sums.map(|sums| std::array::from_fn(|at| sums[at]));
            for block in (0..OF_THREATS).step_by(HELD_OF_EACH) {
                let held = |of: [Vector; OF_THREATS]| std::array::from_fn(|at| of[block + at]);
                let mut held: [[Vector; HELD_OF_EACH]; 2] = heads.map(held);
                // Both perspectives at once: they see the same threats, from either side.
                for (against, kinds) in threats.kinds.into_iter().enumerate() {
                    let rows = [&threats.rows[against], &threats.rows[1 - against]];
                    for &kind in kinds {
                        for (held, rows) in held.iter_mut().zip(rows) {
                            let row = threat_vectors(&rows[usize::from(kind)]);
                            for (at, sum) in held.iter_mut().enumerate() {
                                *sum = add(*sum, row[block + at]);
                            }
                        }
                    }
                }
                for (head, held) in heads.iter_mut().zip(held) {
                    head[block..][..HELD_OF_EACH].copy_from_slice(&held);
                }
            }
            heads
        }

        /// See [`Arithmetic::output`](super::Arithmetic::output).
        #[target_feature(enable = $instructions)]
        pub(super) fn output(
            sums: [&Row; 2],
            threats: &WeightedThreats<'_>,
            weights: &[Row; 2],
        ) -> i32 {
            let (sums, weights) = (sums.map(vectors), weights.each_ref().map(vectors));
            let heads = threatened(sums, threats);
            // Sums for each perspective: two independent dependency chains.
            let mut total_of = [no_sums(); 2];
            for at in 0..VECTORS {
                for side in 0..2 {
                    let value = if at < OF_THREATS { heads[side][at] } else { sums[side][at] };
                    total_of[side] = weigh(value, weights[side][at], total_of[side]);
                }
            }
            total(total_of)
        }
    };
}
pub(super) use arithmetic_with;
