//! The variants of chess that are played here.

use std::fmt;
use std::str::FromStr;

use crate::BoardId;
use crate::name::NameError;

/// A variant of chess, which decides where a captured piece goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Bughouse: to the partner; [`Position::make`](crate::Position::make) returns the piece as a [`Handoff`](crate::Handoff).
    #[default]
    Bughouse,
    /// Crazyhouse: to the capturer's own holdings, with its color changed.
    Crazyhouse,
    /// Chess: out of the game.
    Chess,
}

impl Variant {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Bughouse, Self::Crazyhouse, Self::Chess];

    /// Name of the variant, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bughouse => "bughouse",
            Self::Crazyhouse => "crazyhouse",
            Self::Chess => "chess",
        }
    }

    /// The boards on which a game is played: both in bughouse, otherwise A alone.
    pub const fn boards(self) -> &'static [BoardId] {
        match self {
            Self::Bughouse => &BoardId::ALL,
            Self::Crazyhouse | Self::Chess => &[BoardId::A],
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses the name of a variant, in either case.
impl FromStr for Variant {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let named = |variant: &Self| variant.name().eq_ignore_ascii_case(text);
        let known = Self::ALL.into_iter().find(named);
        known.ok_or_else(|| NameError::new("variant", text, "bughouse, crazyhouse or chess"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_survive_their_names() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        assert!("antichess".parse::<Variant>().is_err());
    }
}
