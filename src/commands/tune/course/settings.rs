//! The settings of a tuning as text: they tell one tuning from another, and a file of results has
//! all that its course follows from.

use anyhow::{Context, bail};
use tandem_arbiter::journal::Settings;
use tandem_engine::{Params, Tunable};
use tandem_rules::Variant;
use tandem_train::{Spsa, SpsaParameter, SpsaSchedule};

/// A parameter of the search that is tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::commands::tune) struct Tuned {
    pub(in crate::commands::tune) name: &'static str,
    pub(in crate::commands::tune) start: i32,
    pub(in crate::commands::tune) range: (i32, i32),
    /// Perturbation at the end.
    pub(in crate::commands::tune) c_end: f64,
}

/// Beginning of the name of the setting for a tuned parameter.
const TUNED: &str = "tuned ";

/// The settings that a course follows from, given its results.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::commands::tune) struct CourseSettings {
    pub(in crate::commands::tune) iterations: u64,
    /// Number of pairs of games in an iteration.
    pub(in crate::commands::tune) pairs: usize,
    pub(in crate::commands::tune) seed: u64,
    pub(in crate::commands::tune) r_end: f64,
    /// The variant of the games, whose defaults the values become.
    pub(in crate::commands::tune) variant: Variant,
    /// The tuned parameters, in the order of the source.
    pub(in crate::commands::tune) tuned: Vec<Tuned>,
}

impl CourseSettings {
    /// The settings as names and values, with `others` that do not enter the course by themselves.
    pub(in crate::commands::tune) fn with(
        &self,
        others: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Settings {
        let Self { iterations, pairs, seed, r_end, variant, .. } = self;
        let ours = [
            ("iterations", iterations.to_string()),
            ("pairs", pairs.to_string()),
            ("seed", seed.to_string()),
            ("r-end", r_end.to_string()),
            ("variant", variant.name().to_owned()),
        ];
        let named = ours.into_iter().chain(others).map(|(name, value)| (name.to_owned(), value));
        let tuned = self.tuned.iter().map(|tuned| (format!("{TUNED}{}", tuned.name), text(tuned)));
        Settings(named.chain(tuned).collect())
    }

    /// Reads the settings of a file.
    ///
    /// # Errors
    /// A setting is missing or invalid, or the file is of a Tandem with other parameters.
    pub(in crate::commands::tune) fn read(settings: &Settings) -> anyhow::Result<Self> {
        let tuned = settings.0.iter().filter_map(|(name, value)| {
            name.strip_prefix(TUNED).map(|name| read_tuned(name, value))
        });
        let mut tuned = tuned.collect::<anyhow::Result<Vec<Tuned>>>()?;
        tuned.sort_by_key(|tuned| Params::ALL.iter().position(|of| of.name == tuned.name));
        if tuned.is_empty() {
            bail!("the results tell no tuned parameter");
        }
        let read = Self {
            iterations: number(settings, "iterations")?,
            pairs: number(settings, "pairs")?,
            seed: number(settings, "seed")?,
            r_end: number(settings, "r-end")?,
            variant: number(settings, "variant")?,
            tuned,
        };
        if read.pairs == 0 {
            bail!("invalid pairs `0` in the results");
        }
        Ok(read)
    }

    /// SPSA before the first pair of games.
    pub(in crate::commands::tune) fn spsa(&self) -> Spsa {
        let parameter = |tuned: &Tuned| SpsaParameter {
            start: tuned.start,
            range: tuned.range,
            c_end: tuned.c_end,
        };
        let trials = self.iterations.saturating_mul(self.pairs as u64);
        let schedule = SpsaSchedule::usual(trials, self.r_end);
        Spsa::new(self.tuned.iter().map(parameter).collect(), schedule, self.seed)
    }
}

/// The settings that have a value, without the tuned parameters.
pub(super) fn facts(settings: &Settings) -> Vec<(String, String)> {
    let is_fact =
        |(name, value): &(&String, &String)| !name.starts_with(TUNED) && !value.is_empty();
    let facts = settings.0.iter().filter(is_fact);
    facts.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// A tuned parameter as in `1000 c 100 in -4096..=4096`.
fn text(tuned: &Tuned) -> String {
    let Tuned { start, c_end, range: (least, most), .. } = tuned;
    format!("{start} c {c_end} in {least}..={most}")
}

fn read_tuned(name: &str, value: &str) -> anyhow::Result<Tuned> {
    let known = |tunable: &&Tunable| tunable.name == name;
    let Tunable { name, range, .. } = *Params::ALL
        .iter()
        .find(known)
        .with_context(|| format!("`{}` is no parameter of this Tandem", name.escape_debug()))?;
    let refused = || format!("invalid setting `{}` of {name}", value.escape_debug());
    let (start, rest) = value.split_once(" c ").with_context(refused)?;
    let (c, _) = rest.split_once(" in ").with_context(refused)?;
    let start = start.parse().with_context(refused)?;
    let tuned = Tuned { name, start, range, c_end: c.parse().with_context(refused)? };
    let is_sound = (range.0..=range.1).contains(&start) && tuned.c_end > 0.0;
    if !is_sound || text(&tuned) != value {
        bail!("{}, expected one such as `{}`", refused(), text(&tuned));
    }
    Ok(tuned)
}

fn number<T: std::str::FromStr>(settings: &Settings, name: &str) -> anyhow::Result<T> {
    let value = settings.0.get(name).map_or("", String::as_str);
    let number = value.parse().ok();
    number.with_context(|| format!("invalid {name} `{}` in the results", value.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_were_written() {
        let tuned = |name: &str, c_end| {
            let tunable = Params::ALL.iter().find(|tunable| tunable.name == name);
            let tunable = tunable.expect("it exists");
            let (start, range) = (tunable.usual(Variant::Crazyhouse), tunable.range);
            Tuned { name: tunable.name, start, range, c_end }
        };
        let settings = CourseSettings {
            iterations: 1000,
            pairs: 8,
            seed: u64::MAX,
            r_end: 0.002,
            variant: Variant::Crazyhouse,
            tuned: vec![tuned("lmr_slope", 60.0), tuned("lmr_base", 12.5)],
        };
        let text = settings.with([("nodes", "5000".to_owned())]);
        let read = CourseSettings::read(&text).expect("it was written");
        let mut sorted = settings.clone();
        sorted.tuned.reverse(); // the order of the source
        assert_eq!(read, sorted);
        assert_eq!(text.0["tuned lmr_base"], "1000 c 12.5 in -4096..=4096");
        for (name, value, expected) in [
            ("pairs", "0", "invalid pairs `0`"),
            ("seed", "x", "invalid seed `x`"),
            ("tuned lmr_base", "", "invalid setting `` of lmr_base"),
            ("tuned lmr_base", "1000 c 5 in 0..=4096", "invalid setting `1000 c 5 in 0..=4096`"),
            ("tuned lmr_base", "9999 c 5 in -4096..=4096", "invalid setting `9999 c 5"),
            ("tuned lmr_base", "1000 c -5 in -4096..=4096", "invalid setting `1000 c -5"),
            ("tuned lmr_bass", "1000 c 5 in -4096..=4096", "`lmr_bass` is no parameter"),
        ] {
            let mut wrong = text.clone();
            wrong.0.insert(name.to_owned(), value.to_owned());
            let error = CourseSettings::read(&wrong).expect_err(value).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
