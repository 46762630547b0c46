//! The arithmetic of inference. `scalar` is its definition; counterparts with vector instructions
//! give the same numbers, bit for bit, and the fastest that the processor has is chosen at run time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choice;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_family = "wasm", target_feature = "simd128")
))]
mod vectors;

use crate::difference::Difference;
use crate::network::Row;
use crate::threats::WeightedThreats;

pub use choice::ArithmeticError;

/// An implementation of the arithmetic that this machine supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arithmetic(Instructions);

/// Sets of instructions that the program has code for. One that the machine may lack becomes an
/// [`Arithmetic`] only in `choice.rs`, after a look at the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instructions {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    Simd128,
}

/// Calls a function of the module of these instructions.
macro_rules! call {
    ($instructions:expr, $function:ident($($argument:expr),*)) => {
        match $instructions {
            Instructions::Scalar => scalar::$function($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Arithmetic` only has instructions that the machine has.
            Instructions::Sse2 => unsafe { sse2::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Instructions::Avx2 => unsafe { avx2::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Instructions::Avx512 => unsafe { avx512::$function($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Instructions::Neon => unsafe { neon::$function($($argument),*) },
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Instructions::Simd128 => simd128::$function($($argument),*),
        }
    };
}

impl Arithmetic {
    /// The scalar implementation, which defines the results.
    pub const SCALAR: Self = Self(Instructions::Scalar);

    /// Sets `to` to `from` plus the rows of added features minus those of removed ones.
    pub(crate) fn update(self, from: &Row, to: &mut Row, rows: &[Row], difference: &Difference) {
        call!(self.0, update(from, to, rows, difference));
    }

    /// Sum over the neurons of both perspectives of their value, clipped to 0 to `QA` and squared,
    /// times their weight. The value of a neuron is its sum and the weights of the threats that it sees.
    pub(crate) fn output(
        self,
        sums: [&Row; 2],
        threats: &WeightedThreats<'_>,
        weights: &[Row; 2],
    ) -> i32 {
        call!(self.0, output(sums, threats, weights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::architecture::{FEATURES, QA, THREATS};
    use crate::feature::Feature;
    use crate::network::ThreatRow;

    /// Numbers up to the ends of their range, around the limits of clipping, and between.
    fn row(seed: usize) -> Row {
        const ENDS: [i16; 8] = [i16::MIN, i16::MAX, -1, 0, 1, QA as i16, QA as i16 + 1, -QA as i16];
        Row(std::array::from_fn(|at| match (at + seed) % 3 {
            0 => ENDS[(at / 3 + seed) % ENDS.len()],
            _ => ((at * 40_503 + seed * 30_011) % 65_536) as u16 as i16,
        }))
    }

    /// Kinds of threats against the own side and against the other one.
    const KINDS: [[&[u8]; 2]; 3] = [[&[], &[]], [&[4, 0, 4], &[38]], [&[], &[7, 7, 7, 1]]];

    fn weights(seed: usize) -> Row {
        Row(std::array::from_fn(|at| ((at * 97 + seed * 31) % 255) as i16 - 127))
    }

    #[test]
    fn every_set_of_instructions_gives_the_numbers_of_the_definition() {
        eprintln!("this machine lacks {:?}", Arithmetic::lacking());
        let rows: Vec<Row> = (0..FEATURES).map(row).collect();
        let threats = rows.iter().map(|row| ThreatRow(*row.0.first_chunk().expect("a wider row")));
        let threats: Vec<ThreatRow> = threats.take(2 * THREATS).collect();
        let mut differences = vec![Difference::default()];
        for features in [&[0][..], &[3, 3, 7], &[FEATURES - 1, 5, 1, 0, 2, 8]] {
            let features = || features.iter().map(|at| Feature::at(*at));
            let [mut adds, mut removes] = [Difference::default(), Difference::default()];
            adds.added.extend(features());
            removes.removed.extend(features());
            let both =
                Difference { added: adds.added.clone(), removed: features().skip(1).collect() };
            differences.extend([adds, removes, both]);
        }
        for arithmetic in Arithmetic::all() {
            for difference in &differences {
                let [mut expected, mut found] = [Row::ZERO; 2];
                Arithmetic::SCALAR.update(&rows[9], &mut expected, &rows, difference);
                arithmetic.update(&rows[9], &mut found, &rows, difference);
                assert_eq!(found.0, expected.0, "{arithmetic}");
            }
            for seed in 0..FEATURES - 1 {
                let sums = [&rows[seed], &rows[seed + 1]];
                let weights = [weights(seed), weights(seed + 5)];
                let threats = WeightedThreats {
                    rows: [&threats[..THREATS], &threats[THREATS..]],
                    kinds: KINDS[seed % KINDS.len()],
                };
                let expected = Arithmetic::SCALAR.output(sums, &threats, &weights);
                assert_eq!(
                    arithmetic.output(sums, &threats, &weights),
                    expected,
                    "{arithmetic}, row {seed}"
                );
            }
        }
    }
}
