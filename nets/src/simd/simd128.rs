//! Inference with WebAssembly's vectors: eight 16-bit numbers at a time.

use std::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_splat, v128, v128_load, v128_store,
};

use crate::architecture::{QA, WIDTH};
use crate::difference::Difference;
use crate::network::Row;

const LANES: usize = 8;
/// Half of the vector registers of most machines: sums stay in them while rows are added.
const HELD_AT_ONCE: usize = 8;
const BLOCK: usize = HELD_AT_ONCE * LANES;
const _: () = assert!(WIDTH.is_multiple_of(BLOCK));

pub(super) fn update(from: &Row, to: &mut Row, rows: &[Row], difference: &Difference) {
    for block in (0..WIDTH).step_by(BLOCK) {
        let at = |index: usize| block + index * LANES;
        let mut sums: [v128; HELD_AT_ONCE] = std::array::from_fn(|index| load(from, at(index)));
        for feature in &difference.added {
            let row = &rows[feature.index()];
            for (index, sum) in sums.iter_mut().enumerate() {
                *sum = i16x8_add(*sum, load(row, at(index)));
            }
        }
        for feature in &difference.removed {
            let row = &rows[feature.index()];
            for (index, sum) in sums.iter_mut().enumerate() {
                *sum = i16x8_sub(*sum, load(row, at(index)));
            }
        }
        for (index, sum) in sums.into_iter().enumerate() {
            let numbers = &mut to.0[at(index)..][..LANES];
            // SAFETY: these are `LANES` numbers; a store needs no alignment.
            unsafe { v128_store(numbers.as_mut_ptr().cast(), sum) };
        }
    }
}

pub(super) fn output(seen: [&Row; 2], weights: &[Row; 2]) -> i32 {
    let (zero, most) = (i16x8_splat(0), i16x8_splat(QA as i16));
    let mut sums = [i32x4_splat(0); 2]; // one for each perspective: two independent dependency chains
    for at in (0..WIDTH).step_by(LANES) {
        for (sum, (seen, weights)) in sums.iter_mut().zip(seen.into_iter().zip(weights)) {
            let clipped = i16x8_min(i16x8_max(load(seen, at), zero), most);
            let once = i16x8_mul(clipped, load(weights, at));
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(once, clipped));
        }
    }
    let sum = i32x4_add(sums[0], sums[1]);
    i32x4_extract_lane::<0>(sum)
        .wrapping_add(i32x4_extract_lane::<1>(sum))
        .wrapping_add(i32x4_extract_lane::<2>(sum))
        .wrapping_add(i32x4_extract_lane::<3>(sum))
}

/// The `LANES` numbers of a row from `at` on.
fn load(row: &Row, at: usize) -> v128 {
    let numbers = &row.0[at..][..LANES];
    // SAFETY: these are `LANES` numbers; a load needs no alignment.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}
