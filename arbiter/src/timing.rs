//! The two kinds of clock that a match can run on.

use std::num::NonZeroU64;
use std::str::FromStr;

/// The kind of clock that a match runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Timing {
    /// The wall clock: real time.
    #[default]
    Wall,
    /// The node clock: a move takes its nodes divided by a rate, the same time on any machine.
    Nodes {
        /// Nodes per second.
        rate: NonZeroU64,
    },
}

/// Parse error of [`Timing`], with the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid clock `{0}`, expected wall or nodes:RATE with RATE in nodes a second")]
pub struct TimingError(pub String);

impl FromStr for Timing {
    type Err = TimingError;

    fn from_str(text: &str) -> Result<Self, TimingError> {
        let timing = match text.split_once(':') {
            None if text == "wall" => Some(Self::Wall),
            Some(("nodes", rate)) => rate.parse().ok().map(|rate| Self::Nodes { rate }),
            _ => None,
        };
        timing.ok_or_else(|| TimingError(text.to_owned()))
    }
}

/// Writes the form that [`FromStr`] reads.
impl std::fmt::Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wall => f.write_str("wall"),
            Self::Nodes { rate } => write!(f, "nodes:{rate}"),
        }
    }
}

impl Timing {
    /// Nodes per second of the node clock; `None` on the wall clock.
    pub const fn node_rate(self) -> Option<NonZeroU64> {
        match self {
            Self::Wall => None,
            Self::Nodes { rate } => Some(rate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_known_by_name_and_a_rate_must_be_positive() {
        assert_eq!("wall".parse(), Ok(Timing::Wall));
        let timing: Timing = "nodes:100000".parse().expect("a clock");
        assert_eq!(timing.node_rate(), NonZeroU64::new(100_000));
        assert_eq!(timing.to_string(), "nodes:100000");
        for text in ["", "nodes", "nodes:", "nodes:0", "nodes:-1", "wall:1", "Nodes:5"] {
            assert_eq!(text.parse::<Timing>(), Err(TimingError(text.to_owned())));
        }
    }
}
