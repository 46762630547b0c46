//! The choice among the sets of instructions: the fastest that the machine has, or the one that the
//! user names.

use std::env;
use std::fmt;
use std::sync::LazyLock;

use super::{Arithmetic, Instructions};

/// The environment variable that names a set of instructions.
const VARIABLE: &str = "TANDEM_SIMD";

/// The reason why the instructions that the environment names cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{VARIABLE}: `{named}` is not among {had}, which this machine has")]
pub struct ArithmeticError {
    named: String,
    had: String,
}

impl Instructions {
    /// All that the program has code for, the fastest last.
    const ALL: &[Self] = &[
        Self::Scalar,
        #[cfg(target_arch = "x86_64")]
        Self::Sse2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "aarch64")]
        Self::Neon,
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        Self::Simd128,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => "sse2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Self::Neon => "neon",
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Self::Simd128 => "simd128",
        }
    }

    /// True if this machine has the instructions.
    fn are_here(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => true, // part of every x86-64
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            // Processors with AVX-512 but without VNNI lower their frequency for wide vectors.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.are_here()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
            Self::Simd128 => true, // the program could not have been started without them
        }
    }
}

impl Arithmetic {
    /// All implementations that this machine supports, the fastest last.
    pub fn all() -> Vec<Self> {
        let all = Instructions::ALL.iter().copied();
        all.filter(|instructions| instructions.are_here()).map(Self).collect()
    }

    /// Names of the implementations that the program has for this kind of processor and that this
    /// machine does not support.
    pub fn lacking() -> Vec<&'static str> {
        let all = Instructions::ALL.iter().copied();
        all.filter(|instructions| !instructions.are_here()).map(Instructions::name).collect()
    }

    /// The implementation that the environment variable `TANDEM_SIMD` names; if it is empty or not
    /// set, the fastest that this machine supports. The variable is read once.
    ///
    /// # Errors
    /// This machine does not support the named one.
    pub fn chosen() -> Result<Self, ArithmeticError> {
        static CHOSEN: LazyLock<Result<Arithmetic, ArithmeticError>> = LazyLock::new(|| {
            let named = env::var_os(VARIABLE).unwrap_or_default();
            Arithmetic::named(&named.to_string_lossy())
        });
        CHOSEN.clone()
    }

    /// The implementation that is [chosen](Self::chosen), or the fastest if that is an error.
    pub fn best() -> Self {
        Self::chosen().unwrap_or_else(|_| Self::fastest())
    }

    /// The implementation of this name; the fastest if there is none.
    fn named(name: &str) -> Result<Self, ArithmeticError> {
        if name.is_empty() {
            return Ok(Self::fastest());
        }
        let found = Self::all().into_iter().find(|arithmetic| arithmetic.0.name() == name);
        found.ok_or_else(|| ArithmeticError { named: name.to_owned(), had: list(&Self::all()) })
    }

    fn fastest() -> Self {
        Self::all().last().copied().unwrap_or(Self::SCALAR)
    }

    /// True if the instructions of AVX2 may be used beside this implementation.
    #[inline]
    pub const fn has_avx2(self) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 | Instructions::Avx512 => true,
            _ => false,
        }
    }

    /// The name of this implementation, and those that the machine supports, in one line.
    pub fn describe(self) -> String {
        format!("{self} (this machine has {})", list(&Self::all()))
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.0.name())
    }
}

fn list(all: &[Arithmetic]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_that_the_machine_has_is_chosen_unless_another_one_is_named() {
        assert_eq!(Arithmetic::named("").expect("no name"), Arithmetic::fastest());
        for arithmetic in Arithmetic::all() {
            let named = Arithmetic::named(&arithmetic.to_string());
            assert_eq!(named.expect("the machine has it"), arithmetic);
        }
    }

    #[test]
    fn instructions_that_the_machine_lacks_are_refused_by_name() {
        for name in Arithmetic::lacking().into_iter().chain(["avx3", "AVX2 "]) {
            let error = Arithmetic::named(name).expect_err("the machine lacks it").to_string();
            let begin = format!("TANDEM_SIMD: `{name}` is not among scalar");
            assert!(error.starts_with(&begin), "{error}");
        }
    }
}
