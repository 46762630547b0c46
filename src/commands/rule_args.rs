//! The options that choose a rule set, the same for every command that has them.

use std::fmt;

use clap::Args;
use tandem_rules::{Preset, RuleError, RuleSet};

#[derive(Args)]
pub(crate) struct RuleArgs {
    /// The rule set: fide, uscf, hawaii, scholastic, wbn or fics
    #[arg(long, default_value = "fics", value_name = "NAME")]
    rules: Preset,
    /// Overrides one rule of the set, as in last-drop=no; may be given several times
    #[arg(long, value_name = "FIELD=VALUE")]
    rule: Vec<String>,
}

/// As in `wbn last-drop=no`.
impl fmt::Display for RuleArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules.name())?;
        self.rule.iter().try_for_each(|rule| write!(f, " {rule}"))
    }
}

impl RuleArgs {
    /// The set with what overrides it.
    pub(crate) fn rule_set(&self) -> Result<RuleSet, RuleError> {
        let mut rules = self.rules.rules();
        self.rule.iter().try_for_each(|rule| rules.set(rule))?;
        Ok(rules)
    }
}
