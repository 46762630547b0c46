//! Kinds of games.

use tandem_rules::Variant;

/// The games that Tandem plays, named as in the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Bughouse,
    Crazyhouse,
    Normal,
    Fischerandom,
}

impl Kind {
    /// All kinds, the one that most users want first.
    pub(crate) const ALL: [Self; 4] =
        [Self::Bughouse, Self::Crazyhouse, Self::Normal, Self::Fischerandom];

    /// Name of the kind in CECP.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Bughouse => "bughouse",
            Self::Crazyhouse => "crazyhouse",
            Self::Normal => "normal",
            Self::Fischerandom => "fischerandom",
        }
    }

    /// The kind of this name; `None` if Tandem does not play it.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The variant whose rules hold.
    pub(crate) const fn variant(self) -> Variant {
        match self {
            Self::Bughouse => Variant::Bughouse,
            Self::Crazyhouse => Variant::Crazyhouse,
            Self::Normal | Self::Fischerandom => Variant::Chess,
        }
    }

    /// True if players hold pieces to drop.
    pub(crate) const fn has_holdings(self) -> bool {
        !matches!(self.variant(), Variant::Chess)
    }
}
