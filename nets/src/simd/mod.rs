//! The arithmetic of inference, and of training. `scalar` is its definition; faster twins give the
//! same numbers, bit for bit, and are chosen when the program runs.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(feature = "train")]
mod floats;
mod scalar;

use crate::difference::Difference;
use crate::network::Row;

/// A way to do the arithmetic on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arithmetic(Way);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Scalar,
    /// Only made where the machine has it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Arithmetic {
    /// The definition.
    pub const SCALAR: Self = Self(Way::Scalar);

    /// The fastest that this machine has.
    pub fn best() -> Self {
        Self::all().last().copied().unwrap_or(Self::SCALAR)
    }

    /// All that this machine has, the fastest last.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            all.push(Self(Way::Avx2));
        }
        all
    }

    /// `to` becomes `from` with the rows of what has come, and without those of what has gone.
    pub(crate) fn update(self, from: &Row, to: &mut Row, rows: &[Row], difference: &Difference) {
        match self.0 {
            Way::Scalar => scalar::update(from, to, rows, difference),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this way is only made where the machine has AVX2.
            Way::Avx2 => unsafe { avx2::update(from, to, rows, difference) },
        }
    }

    /// The sum over both perspectives of what each neuron gives, clipped and squared, times its
    /// weight.
    pub(crate) fn output(self, seen: [&Row; 2], weights: &[Row; 2]) -> i32 {
        match self.0 {
            Way::Scalar => scalar::output(seen, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this way is only made where the machine has AVX2.
            Way::Avx2 => unsafe { avx2::output(seen, weights) },
        }
    }
}
