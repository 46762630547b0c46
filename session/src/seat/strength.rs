//! Options that limit the strength and set the pace; the same in every protocol.

use tandem_engine::{Elo, Level, Limits};

use super::options::{OptionError, check, number};

pub(crate) const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
pub(crate) const ELO: &str = "UCI_Elo";
pub(crate) const SKILL: &str = "Skill Level";
pub(crate) const LEVEL_SEED: &str = "Level Seed";
pub(crate) const PACE: &str = "Pace";

/// Maximum seed of the choices of a limited level.
pub(crate) const MOST_LEVEL_SEEDS: u64 = 1_000_000;
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

/// Names of the choices of a pace; the first is the default.
pub(crate) const PACES: [(PaceChoice, &str); 3] =
    [(PaceChoice::Auto, "auto"), (PaceChoice::Engine, "engine"), (PaceChoice::Human, "human")];

/// Strength and pace, as options set them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    is_limited: bool,
    elo: Elo,
    /// The skill level, which counts unless `UCI_LimitStrength` is set.
    skill: u8,
    seed: u64,
    pace: PaceChoice,
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
    /// Sets an option by its name, ignoring case.
    ///
    /// # Errors
    /// None of these options has this name, or it cannot have this value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let elos = u64::from(Elo::LEAST.number())..=u64::from(Elo::MOST.number());
        match () {
            () if is(LIMIT_STRENGTH) => self.is_limited = check(value)?,
            () if is(ELO) => {
                self.elo = Elo::new(number(value, elos)? as u16).unwrap_or(Elo::LEAST);
            }
            () if is(SKILL) => {
                self.skill = number(value, 0..=Level::FULL_SKILL.into())? as u8;
            }
            () if is(LEVEL_SEED) => self.seed = number(value, 0..=MOST_LEVEL_SEEDS)?,
            () if is(PACE) => {
                let named =
                    |(_, name): &&(PaceChoice, &str)| name.eq_ignore_ascii_case(value.trim());
                let found = PACES.iter().find(named).map(|&(pace, _)| pace);
                self.pace = found.ok_or_else(|| OptionError::Choice(value.to_owned()))?;
            }
            () => return Err(OptionError::Unknown),
        }
        Ok(())
    }

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

    /// Seed of the choices of a limited level.
    pub(crate) fn seed(self) -> u64 {
        self.seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_set_the_level_and_the_pace() {
        for (options, elo, is_human) in [
            (&[][..], None, false),
            (&[("UCI_Elo", "1500")], None, false),
            (&[("UCI_Elo", "1500"), ("uci_limitstrength", "true")], Some(1500), true),
            (&[("Skill Level", "0")], Some(500), true),
            (&[("Skill Level", "20")], None, false),
            (&[("Skill Level", "3"), ("UCI_LimitStrength", "1")], Some(1350), true),
            (&[("Skill Level", "3"), ("Pace", "Engine")], Some(852), false),
            (&[("Pace", "human")], None, true),
        ] {
            let mut strength = Strength::default();
            for (name, value) in options {
                strength.set(name, value).expect("an option");
            }
            let level = elo.and_then(Elo::new).map_or(Level::Full, Level::Limited);
            assert_eq!((strength.level(), strength.has_human_pace()), (level, is_human));
        }
    }

    #[test]
    fn values_out_of_range_change_nothing() {
        let mut strength = Strength::default();
        for (name, value) in [
            ("UCI_Elo", "499"),
            ("UCI_Elo", "2851"),
            ("UCI_LimitStrength", "yes"),
            ("Skill Level", "21"),
            ("Skill Level", "-1"),
            ("Level Seed", "1000001"),
            ("Pace", "slow"),
            ("Speed", "1"),
        ] {
            assert!(strength.set(name, value).is_err(), "{name} {value}");
            assert_eq!(strength, Strength::default(), "{name} {value}");
        }
    }
}
