//! The variants of chess that are played here.

use crate::BoardId;

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
    /// The boards on which a game is played: both in bughouse, otherwise A alone.
    pub const fn boards(self) -> &'static [BoardId] {
        match self {
            Self::Bughouse => &BoardId::ALL,
            Self::Crazyhouse | Self::Chess => &[BoardId::A],
        }
    }
}
