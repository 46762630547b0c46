//! Inference with NEON, which every 64-bit ARM machine has: 8 numbers of 16 bits at a time.

use std::arch::aarch64::{
    int16x8_t as Vector, int32x4_t as Sums, vaddq_s16 as add, vaddq_s32, vaddvq_s32, vdupq_n_s16,
    vdupq_n_s32, vget_low_s16, vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16,
    vsubq_s16 as sub,
};

use crate::architecture::QA;

super::vectors::arithmetic_with!("neon");

#[target_feature(enable = "neon")]
fn no_sums() -> Sums {
    vdupq_n_s32(0)
}

#[target_feature(enable = "neon")]
fn weigh(value: Vector, weights: Vector, sums: Sums) -> Sums {
    let clipped = vminq_s16(vmaxq_s16(value, vdupq_n_s16(0)), vdupq_n_s16(QA as i16));
    let once = vmulq_s16(clipped, weights);
    let sums = vmlal_s16(sums, vget_low_s16(once), vget_low_s16(clipped));
    vmlal_high_s16(sums, once, clipped)
}

#[target_feature(enable = "neon")]
fn total(sums: [Sums; 2]) -> i32 {
    vaddvq_s32(vaddq_s32(sums[0], sums[1]))
}
