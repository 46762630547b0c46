//! Inference with WebAssembly's vectors: 8 numbers of 16 bits at a time. The whole module is built
//! for machines that have them, or for those that lack them.

use std::arch::wasm32::{
    i16x8_add as add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub as sub, i32x4_add,
    i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128 as Vector, v128 as Sums,
};

use crate::architecture::QA;

super::vectors::arithmetic_with!("simd128");

#[target_feature(enable = "simd128")]
fn no_sums() -> Sums {
    i32x4_splat(0)
}

#[target_feature(enable = "simd128")]
fn weigh(value: Vector, weights: Vector, sums: Sums) -> Sums {
    let clipped = i16x8_min(i16x8_max(value, i16x8_splat(0)), i16x8_splat(QA as i16));
    let once = i16x8_mul(clipped, weights);
    i32x4_add(sums, i32x4_dot_i16x8(once, clipped))
}

#[target_feature(enable = "simd128")]
fn total(sums: [Sums; 2]) -> i32 {
    let four = i32x4_add(sums[0], sums[1]);
    let lanes = [
        i32x4_extract_lane::<0>(four),
        i32x4_extract_lane::<1>(four),
        i32x4_extract_lane::<2>(four),
        i32x4_extract_lane::<3>(four),
    ];
    lanes.into_iter().fold(0, i32::wrapping_add)
}
