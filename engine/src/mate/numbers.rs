//! Proof and disproof numbers: how much is left to show for either side.

use std::ops::Not;

/// What a player is about in a mate search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Gives check after check and proves the mate.
    Attacker,
    /// Answers and disproves it.
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

/// A number that nothing can bring down to zero any more.
pub(super) const NEVER: u32 = u32::MAX / 4;

/// The proof number and the disproof number of a position: how many positions, at the least,
/// have yet to be decided its way before the attacker, or the defender, has shown its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// No bound on either.
    pub(super) const LIMITLESS: Self = Self { proof: NEVER, disproof: NEVER };

    /// `left` for the one who has `role`, `others` for the other.
    pub(super) const fn new(role: Role, left: u32, others: u32) -> Self {
        match role {
            Role::Attacker => Self { proof: left, disproof: others },
            Role::Defender => Self { proof: others, disproof: left },
        }
    }

    /// Nothing is left for this role to show.
    pub(super) const fn won_by(role: Role) -> Self {
        Self::new(role, 0, NEVER)
    }

    /// How much is left to show for this role.
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

    /// True if a search within these limits need not go on.
    pub(super) const fn reach(self, limits: Self) -> bool {
        self.is_settled() || self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

/// A sum that stays below [`NEVER`] unless a part of it is never.
pub(super) const fn add(a: u32, b: u32) -> u32 {
    if a >= NEVER || b >= NEVER {
        NEVER
    } else if a + b >= NEVER {
        NEVER - 1
    } else {
        a + b
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finding {
    pub(super) numbers: Numbers,
    /// Of a mate: how many plies the line found takes at most.
    pub(super) plies: u16,
    /// Of a refutation: what it holds by.
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

/// What a refutation holds by: a line that came back to a position on its way counts as refuted,
/// and what was refuted by that alone is refuted only on that way (the problem of *graph history
/// interaction*). It is the place on the way, from 1, of the earliest position that was come back
/// to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Footing(u16);

impl Footing {
    /// By nothing that went before.
    pub(super) const FIRM: Self = Self(u16::MAX);
    /// By something, somewhere.
    pub(super) const LOOSE: Self = Self(0);

    /// By a position at this place on the way, from 1.
    pub(super) fn at(place: usize) -> Self {
        Self(u16::try_from(place).unwrap_or(0))
    }

    /// What the position at `place` makes of it: to come back to oneself is to get nowhere,
    /// whatever went before.
    pub(super) fn seen_from(self, place: usize) -> Self {
        if usize::from(self.0) >= place { Self::FIRM } else { self }
    }

    /// The place, unless it is firm or loose.
    pub(super) fn place(self) -> Option<usize> {
        (self != Self::FIRM && self != Self::LOOSE).then_some(usize::from(self.0))
    }
}
