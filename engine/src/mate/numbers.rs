//! Proof and disproof numbers, and the results of a mate search.

use std::ops::Not;

/// The role of a player in a mate search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Gives check after check to prove the mate.
    Attacker,
    /// Answers the checks to disprove it.
    Defender,
}

impl Not for Role {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// Infinity: nothing can bring the number down to zero any more.
pub(super) const NEVER: u32 = u32::MAX / 4;

/// The proof number and the disproof number of a position: the least number of positions that have
/// yet to be decided in favor of the attacker, or the defender, to decide this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// No threshold for either.
    pub(super) const LIMITLESS: Self = Self { proof: NEVER, disproof: NEVER };

    /// `left` for the player in `role`, `others` for the other player.
    pub(super) const fn new(role: Role, left: u32, others: u32) -> Self {
        match role {
            Role::Attacker => Self { proof: left, disproof: others },
            Role::Defender => Self { proof: others, disproof: left },
        }
    }

    /// The numbers of a position that `role` has won.
    pub(super) const fn won_by(role: Role) -> Self {
        Self::new(role, 0, NEVER)
    }

    /// The number of a role: proof for the attacker, disproof for the defender.
    pub(super) const fn left(self, role: Role) -> u32 {
        match role {
            Role::Attacker => self.proof,
            Role::Defender => self.disproof,
        }
    }

    pub(super) const fn is_mate(self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_no_mate(self) -> bool {
        self.disproof == 0
    }

    pub(super) const fn is_settled(self) -> bool {
        self.is_mate() || self.is_no_mate()
    }

    /// True if a search with these thresholds need not go on.
    pub(super) const fn reach(self, limits: Self) -> bool {
        self.is_settled() || self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

/// A sum that stays below [`NEVER`] unless one of its terms is infinite.
pub(super) const fn add(a: u32, b: u32) -> u32 {
    if a >= NEVER || b >= NEVER {
        NEVER
    } else if a + b >= NEVER {
        NEVER - 1
    } else {
        a + b
    }
}

/// The result of a search for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finding {
    pub(super) numbers: Numbers,
    /// For a mate: its length in plies, at most.
    pub(super) plies: u16,
    /// For a refutation: its dependence on the path.
    pub(super) footing: Footing,
}

impl Finding {
    pub(super) const fn open(numbers: Numbers) -> Self {
        Self { numbers, plies: 0, footing: Footing::FIRM }
    }

    pub(super) const fn mate(plies: u16) -> Self {
        Self { numbers: Numbers::won_by(Role::Attacker), plies, footing: Footing::FIRM }
    }

    pub(super) const fn no_mate(footing: Footing) -> Self {
        Self { numbers: Numbers::won_by(Role::Defender), plies: 0, footing }
    }
}

/// The dependence of a refutation on the path: a line that returns to a position on its path counts
/// as refuted, and a refutation by that alone holds only on that path (the problem of *graph
/// history interaction*). The value is the place on the path, from 1, of the earliest position that
/// was returned to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Footing(u16);

impl Footing {
    /// Holds on any path.
    pub(super) const FIRM: Self = Self(u16::MAX);
    /// Depends on some position of the path.
    pub(super) const LOOSE: Self = Self(0);

    /// Depends on the position at this place on the path, from 1.
    pub(super) fn at(place: usize) -> Self {
        Self(u16::try_from(place).unwrap_or(0))
    }

    /// The dependence as seen from the position at `place`: to return to that position itself is to
    /// get nowhere, on any path.
    pub(super) fn seen_from(self, place: usize) -> Self {
        if usize::from(self.0) >= place { Self::FIRM } else { self }
    }

    /// The place, unless the footing is firm or loose.
    pub(super) fn place(self) -> Option<usize> {
        (self != Self::FIRM && self != Self::LOOSE).then_some(usize::from(self.0))
    }
}
