//! Inference with AVX-512 and VNNI: 32 numbers of 16 bits at a time.

use std::arch::x86_64::{
    __m512i as Vector, __m512i as Sums, _mm512_add_epi16 as add, _mm512_add_epi32,
    _mm512_dpwssd_epi32, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16,
    _mm512_reduce_add_epi32, _mm512_set1_epi16, _mm512_setzero_si512 as no_sums,
    _mm512_sub_epi16 as sub,
};

use crate::architecture::QA;

super::vectors::arithmetic_with!("avx512f,avx512bw,avx512vnni");

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn weigh(value: Vector, weights: Vector, sums: Sums) -> Sums {
    let most = _mm512_set1_epi16(QA as i16);
    let clipped = _mm512_min_epi16(_mm512_max_epi16(value, no_sums()), most);
    let once = _mm512_mullo_epi16(clipped, weights);
    _mm512_dpwssd_epi32(sums, once, clipped)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn total(sums: [Sums; 2]) -> i32 {
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}
