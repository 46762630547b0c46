//! Training with AVX2: eight floating-point numbers at a time.

use std::arch::x86_64::{
    __m256, _CMP_LT_OQ, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_movehl_ps, _mm_shuffle_ps,
    _mm256_add_ps, _mm256_and_ps, _mm256_castps256_ps128, _mm256_cmp_ps, _mm256_extractf128_ps,
    _mm256_load_ps, _mm256_max_ps, _mm256_min_ps, _mm256_mul_ps, _mm256_set1_ps, _mm256_setzero_ps,
    _mm256_store_ps,
};

use super::scalar::LANES;
use crate::weights::{STRIP, Strip};

/// Vectors in a strip.
const VECTORS: usize = STRIP / LANES;

/// # Safety
/// The machine must have AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn add(to: &mut Strip, table: &[Strip], picks: &[u16]) {
    let mut sums = [_mm256_setzero_ps(); VECTORS];
    for (at, sum) in sums.iter_mut().enumerate() {
        // SAFETY: a strip holds `VECTORS` vectors of `LANES` numbers.
        *sum = unsafe { load(to, at * LANES) };
    }
    for &pick in picks {
        let strip = &table[usize::from(pick)];
        for (at, sum) in sums.iter_mut().enumerate() {
            // SAFETY: as above.
            *sum = _mm256_add_ps(*sum, unsafe { load(strip, at * LANES) });
        }
    }
    for (at, sum) in sums.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { store(to, at * LANES, sum) };
    }
}

/// # Safety
/// The machine must have AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn neurons(seen: &Strip, weights: &Strip) -> f32 {
    let mut sum = _mm256_setzero_ps();
    for at in (0..STRIP).step_by(LANES) {
        // SAFETY: `STRIP` is a multiple of `LANES`.
        let (seen, weights) = unsafe { (load(seen, at), load(weights, at)) };
        let clipped = clip(seen);
        let squared = _mm256_mul_ps(clipped, clipped);
        sum = _mm256_add_ps(sum, _mm256_mul_ps(squared, weights));
    }
    let four = _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps::<1>(sum));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
}

/// # Safety
/// The machine must have AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn back(seen: &mut Strip, weights: &Strip, slope: f32, slopes: &mut Strip) {
    let (once, twice) = (_mm256_set1_ps(slope), _mm256_set1_ps(slope + slope));
    for at in (0..STRIP).step_by(LANES) {
        // SAFETY: `STRIP` is a multiple of `LANES`.
        let (value, weight, known) =
            unsafe { (load(seen, at), load(weights, at), load(slopes, at)) };
        let clipped = clip(value);
        let of_weight = _mm256_mul_ps(_mm256_mul_ps(clipped, clipped), once);
        let of_neuron = _mm256_mul_ps(_mm256_mul_ps(twice, weight), clipped);
        let is_below = _mm256_cmp_ps::<_CMP_LT_OQ>(value, _mm256_set1_ps(1.0));
        // SAFETY: as above.
        unsafe {
            store(slopes, at, _mm256_add_ps(known, of_weight));
            store(seen, at, _mm256_and_ps(of_neuron, is_below));
        }
    }
}

/// Clips each number to 0 to 1.
#[target_feature(enable = "avx2")]
fn clip(value: __m256) -> __m256 {
    _mm256_min_ps(_mm256_max_ps(value, _mm256_setzero_ps()), _mm256_set1_ps(1.0))
}

/// # Safety
/// The machine must have AVX2, and `at` must be a multiple of `LANES` below STRIP.
#[target_feature(enable = "avx2")]
unsafe fn load(strip: &Strip, at: usize) -> __m256 {
    // SAFETY: the caller guarantees `at`; strips are aligned to 64 bytes.
    unsafe { _mm256_load_ps(strip.0.as_ptr().add(at)) }
}

/// # Safety
/// The same as for [`load`].
#[target_feature(enable = "avx2")]
unsafe fn store(strip: &mut Strip, at: usize, value: __m256) {
    // SAFETY: as in `load`.
    unsafe { _mm256_store_ps(strip.0.as_mut_ptr().add(at), value) }
}
