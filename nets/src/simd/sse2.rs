//! Inference with SSE2, which every x86-64 machine has: 8 numbers of 16 bits at a time.

use std::arch::x86_64::{
    __m128i as Vector, __m128i as Sums, _mm_add_epi16 as add, _mm_add_epi32, _mm_cvtsi128_si32,
    _mm_madd_epi16, _mm_max_epi16, _mm_min_epi16, _mm_mullo_epi16, _mm_set1_epi16,
    _mm_setzero_si128 as no_sums, _mm_shuffle_epi32, _mm_sub_epi16 as sub,
};

use crate::architecture::QA;

super::vectors::arithmetic_with!("sse2");

#[target_feature(enable = "sse2")]
fn weigh(value: Vector, weights: Vector, sums: Sums) -> Sums {
    let clipped = _mm_min_epi16(_mm_max_epi16(value, no_sums()), _mm_set1_epi16(QA as i16));
    let once = _mm_mullo_epi16(clipped, weights);
    _mm_add_epi32(sums, _mm_madd_epi16(once, clipped))
}

#[target_feature(enable = "sse2")]
pub(super) fn total(sums: [Sums; 2]) -> i32 {
    let four = _mm_add_epi32(sums[0], sums[1]);
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b0100_1110>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b1011_0001>(two)))
}
