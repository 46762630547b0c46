//! Options that limit the strength and set the pace; the same in every protocol.

use tandem_engine::{Elo, Level, Limits};

/// Elo until `UCI_Elo` sets another.
pub(crate) const USUAL_ELO: u16 = 1350;

/// Choice of the pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PaceChoice {
    /// A person's at a limited level, otherwise the engine's.
    Auto,
    /// Answers come as soon as they are found.
    Engine,
    /// Answers come when a person's would.
    Human,
}

/// Strength and pace, as options set them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    /// True if `elo` counts, and not `skill`.
    pub(crate) is_limited: bool,
    pub(crate) elo: Elo,
    pub(crate) skill: u8,
    /// Seed of the choices of a limited level.
    pub(crate) seed: u64,
    pub(crate) pace: PaceChoice,
}

impl Default for Strength {
    fn default() -> Self {
        Self {
            is_limited: false,
            elo: Elo::new(USUAL_ELO).unwrap_or(Elo::LEAST),
            skill: Level::FULL_SKILL,
            seed: 0,
            pace: PaceChoice::Auto,
        }
    }
}

impl Strength {
    /// The level to play at.
    pub(crate) fn level(self) -> Level {
        if self.is_limited { Level::Limited(self.elo) } else { Level::of_skill(self.skill) }
    }

    /// True if answers come when a person's would.
    pub(crate) fn has_human_pace(self) -> bool {
        match self.pace {
            PaceChoice::Auto => self.level().is_limited(),
            PaceChoice::Engine => false,
            PaceChoice::Human => true,
        }
    }

    /// The limits of a search for a move at this strength.
    pub(crate) fn limit(self, limits: Limits) -> Limits {
        Limits { level: self.level(), seed: self.seed, ..limits }
    }
}
