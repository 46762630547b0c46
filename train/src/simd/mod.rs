//! The arithmetic of training, on strips of floating-point numbers. The SIMD counterparts add in
//! the same order as [`scalar`], so training gives the same result on machines with and without
//! them.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod scalar;

use tandem_nets::Arithmetic;

use crate::weights::Strip;

/// The arithmetic of training, in the implementation that is also that of inference.
pub(crate) trait FloatArithmetic: Copy {
    /// Adds the strips of `table` at the indices `picks` to `to`.
    fn add(self, to: &mut Strip, table: &[Strip], picks: &[u16]);

    /// Sum over the neurons of their value, clipped to 0 to 1 and squared, times their weight.
    fn neurons(self, seen: &Strip, weights: &Strip) -> f32;

    /// Backpropagates through [`Self::neurons`]; `slope` is the gradient of the loss with respect
    /// to its result. Replaces the neurons' inputs in `seen` by their gradients and adds those of
    /// the weights to `gradient`.
    fn back(self, seen: &mut Strip, weights: &Strip, slope: f32, gradient: &mut Strip);
}

impl FloatArithmetic for Arithmetic {
    #[inline]
    fn add(self, to: &mut Strip, table: &[Strip], picks: &[u16]) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2() {
            // SAFETY: `has_avx2` is only true if the machine has AVX2.
            return unsafe { avx2::add(to, table, picks) };
        }
        scalar::add(to, table, picks);
    }

    #[inline]
    fn neurons(self, seen: &Strip, weights: &Strip) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2() {
            // SAFETY: `has_avx2` is only true if the machine has AVX2.
            return unsafe { avx2::neurons(seen, weights) };
        }
        scalar::neurons(seen, weights)
    }

    #[inline]
    fn back(self, seen: &mut Strip, weights: &Strip, slope: f32, gradient: &mut Strip) {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2() {
            // SAFETY: `has_avx2` is only true if the machine has AVX2.
            return unsafe { avx2::back(seen, weights, slope, gradient) };
        }
        scalar::back(seen, weights, slope, gradient);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimizer::Block;
    use crate::weights::STRIP;

    /// Strips with numbers within and beyond the clipping range.
    fn table() -> Vec<Strip> {
        let mut bits = 1_u32;
        let mut number = || {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (bits >> 8) as f32 / (1 << 23) as f32 - 0.7
        };
        (0..40).map(|_| Strip(std::array::from_fn(|_| number()))).collect()
    }

    #[test]
    fn every_arithmetic_gives_the_same_numbers() {
        let table = table();
        let scalar = Arithmetic::SCALAR;
        for way in Arithmetic::all() {
            for picks in [&[][..], &[3], &[39, 0, 7, 7, 12, 1]] {
                let [mut one, mut other] = [table[1]; 2];
                scalar.add(&mut one, &table, picks);
                way.add(&mut other, &table, picks);
                assert_eq!(one, other, "{way:?} {picks:?}");
            }
            for (seen, weights) in table.iter().zip(&table[7..]) {
                let sums = [scalar, way].map(|way| way.neurons(seen, weights).to_bits());
                assert_eq!(sums[0], sums[1], "{way:?}");
                let [one, other] = [scalar, way].map(|way| {
                    let (mut seen, mut slopes) = (*seen, table[2]);
                    way.back(&mut seen, weights, 0.3, &mut slopes);
                    (seen, slopes)
                });
                assert_eq!(one, other, "{way:?}");
            }
        }
    }

    #[test]
    fn sums_and_slopes_are_those_of_clipped_squares() {
        let [mut sums, mut seen, mut slopes] = [Strip::ZERO; 3];
        Arithmetic::best().add(&mut sums, &[Strip([1.0; STRIP]), Strip([0.5; STRIP])], &[0, 1, 1]);
        assert_eq!(sums, Strip([2.0; STRIP]));
        (seen.0[..4]).copy_from_slice(&[-0.5, 0.5, 1.0, 1.5]);
        let weights = Strip([2.0; STRIP]);
        assert!((Arithmetic::best().neurons(&seen, &weights) - 4.5).abs() < 1e-6);
        Arithmetic::best().back(&mut seen, &weights, 3.0, &mut slopes);
        assert_eq!(seen.0[..5], [0.0, 6.0, 0.0, 0.0, 0.0]);
        assert_eq!(slopes.0[..5], [0.0, 0.75, 3.0, 3.0, 0.0]);
    }
}
