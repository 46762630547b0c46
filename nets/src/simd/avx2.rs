//! Inference with AVX2: 16 numbers of 16 bits at a time.

use std::arch::x86_64::{
    __m256i as Vector, __m256i as Sums, _mm256_add_epi16 as add, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi16,
    _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256 as no_sums,
    _mm256_sub_epi16 as sub,
};

use super::sse2;
use crate::architecture::QA;

super::vectors::arithmetic_with!("avx2");

#[target_feature(enable = "avx2")]
fn weigh(value: Vector, weights: Vector, sums: Sums) -> Sums {
    let most = _mm256_set1_epi16(QA as i16);
    let clipped = _mm256_min_epi16(_mm256_max_epi16(value, no_sums()), most);
    let once = _mm256_mullo_epi16(clipped, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(once, clipped))
}

#[target_feature(enable = "avx2")]
fn total(sums: [Sums; 2]) -> i32 {
    let eight = _mm256_add_epi32(sums[0], sums[1]);
    sse2::total([_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight)])
}
