//! The arithmetic of inference. `scalar` is its definition; SIMD counterparts give
//! the same numbers, bit for bit, and are selected at run time.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod scalar;
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod simd128;

use crate::difference::Difference;
use crate::network::Row;

/// An implementation of the arithmetic that this machine supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arithmetic(Way);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Scalar,
    /// Constructed only if the machine has AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The whole program needs it, or has none of it.
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    Simd128,
}

impl Arithmetic {
    /// The scalar implementation, which defines the results.
    pub const SCALAR: Self = Self(Way::Scalar);

    /// The fastest implementation that this machine supports.
    pub fn best() -> Self {
        Self::all().last().copied().unwrap_or(Self::SCALAR)
    }

    /// All implementations that this machine supports, the fastest last.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            all.push(Self(Way::Avx2));
        }
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        all.push(Self(Way::Simd128));
        all
    }

    /// True if this is the implementation with AVX2, which exists only on machines that have it.
    #[inline]
    pub const fn has_avx2(self) -> bool {
        match self.0 {
            Way::Scalar => false,
            #[cfg(target_arch = "x86_64")]
            Way::Avx2 => true,
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Way::Simd128 => false,
        }
    }

    /// Sets `to` to `from` plus the rows of added features minus those of removed ones.
    pub(crate) fn update(self, from: &Row, to: &mut Row, rows: &[Row], difference: &Difference) {
        match self.0 {
            Way::Scalar => scalar::update(from, to, rows, difference),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Avx2` is only constructed if the machine has AVX2.
            Way::Avx2 => unsafe { avx2::update(from, to, rows, difference) },
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Way::Simd128 => simd128::update(from, to, rows, difference),
        }
    }

    /// Sum over the neurons of both perspectives of their value, clipped to 0 to `QA` and squared,
    /// times their weight.
    pub(crate) fn output(self, seen: [&Row; 2], weights: &[Row; 2]) -> i32 {
        match self.0 {
            Way::Scalar => scalar::output(seen, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Avx2` is only constructed if the machine has AVX2.
            Way::Avx2 => unsafe { avx2::output(seen, weights) },
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Way::Simd128 => simd128::output(seen, weights),
        }
    }
}
