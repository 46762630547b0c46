//! Inference with AVX2: sixteen 16-bit numbers at a time.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

use crate::architecture::{QA, WIDTH};
use crate::difference::Difference;
use crate::network::Row;

const LANES: usize = 16;
/// Half of the vector registers: sums stay in them while rows are added.
const HELD_AT_ONCE: usize = 8;
const BLOCK: usize = HELD_AT_ONCE * LANES;
const _: () = assert!(WIDTH.is_multiple_of(BLOCK));

/// # Safety
/// The machine must have AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn update(from: &Row, to: &mut Row, rows: &[Row], difference: &Difference) {
    for block in (0..WIDTH).step_by(BLOCK) {
        let at = |index: usize| block + index * LANES;
        // SAFETY: rows are aligned to 64 bytes and hold WIDTH numbers, a multiple of BLOCK; `at` is
        // a multiple of `LANES`, the numbers of one load or store, and below WIDTH.
        unsafe {
            let mut sums: [__m256i; HELD_AT_ONCE] =
                std::array::from_fn(|index| load(from, at(index)));
            for feature in &difference.added {
                let row = &rows[feature.index()];
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = _mm256_add_epi16(*sum, load(row, at(index)));
                }
            }
            for feature in &difference.removed {
                let row = &rows[feature.index()];
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = _mm256_sub_epi16(*sum, load(row, at(index)));
                }
            }
            for (index, sum) in sums.into_iter().enumerate() {
                _mm256_store_si256(to.0.as_mut_ptr().add(at(index)).cast(), sum);
            }
        }
    }
}

/// # Safety
/// The machine must have AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn output(seen: [&Row; 2], weights: &[Row; 2]) -> i32 {
    let (zero, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    let mut sums = [zero; 2]; // one for each perspective: two independent dependency chains
    for at in (0..WIDTH).step_by(LANES) {
        for (sum, (seen, weights)) in sums.iter_mut().zip(seen.into_iter().zip(weights)) {
            // SAFETY: as in `update`.
            let (value, weight) = unsafe { (load(seen, at), load(weights, at)) };
            let clipped = _mm256_min_epi16(_mm256_max_epi16(value, zero), most);
            let once = _mm256_mullo_epi16(clipped, weight);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(once, clipped));
        }
    }
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b0100_1110>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b1011_0001>(two)))
}

/// # Safety
/// The machine must have AVX2, and `at` must be a multiple of `LANES` below WIDTH.
#[target_feature(enable = "avx2")]
unsafe fn load(row: &Row, at: usize) -> __m256i {
    // SAFETY: the caller guarantees `at`; rows are aligned to 64 bytes.
    unsafe { _mm256_load_si256(row.0.as_ptr().add(at).cast()) }
}
