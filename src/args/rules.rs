//! Options that choose a rule set, the same for all commands that have them.

use std::fmt;

use clap::{Args, ValueEnum};
use tandem_rules::{Preset, RuleError, RuleSet, Variant};

#[derive(Args)]
pub(crate) struct RuleArgs {
    #[arg(long, value_name = "NAME", help = rules_help())]
    rules: Option<Preset>,
    /// Override one rule of the set, as in last-drop=no; may be given several times
    #[arg(long, value_name = "FIELD=VALUE")]
    rule: Vec<String>,
}

/// Help for `--rules`, with the names of all rule sets.
fn rules_help() -> String {
    let names = Preset::ALL.map(Preset::name).join(", ");
    format!("Rule set: {names} [default: {}]", Preset::default().name())
}

/// Formats the rule set as in `wbn last-drop=no`.
impl fmt::Display for RuleArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset().name())?;
        self.rule.iter().try_for_each(|rule| write!(f, " {rule}"))
    }
}

/// Variants that can be named where a rule set is not enough.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum VariantArg {
    Bughouse,
    Crazyhouse,
    Chess,
}

impl From<VariantArg> for Variant {
    fn from(named: VariantArg) -> Self {
        match named {
            VariantArg::Bughouse => Self::Bughouse,
            VariantArg::Crazyhouse => Self::Crazyhouse,
            VariantArg::Chess => Self::Chess,
        }
    }
}

impl RuleArgs {
    /// The variant of the rule set.
    pub(crate) fn variant(&self) -> Variant {
        self.preset().variant()
    }

    fn preset(&self) -> Preset {
        self.rules.unwrap_or_default()
    }

    /// True if neither a rule set nor a rule is given.
    pub(crate) fn is_left_open(&self) -> bool {
        self.rules.is_none() && self.rule.is_empty()
    }

    /// The rule set for a variant, with the rules that override it: the one named, or the usual
    /// one of the variant.
    pub(crate) fn rule_set_for(&self, variant: Variant) -> Result<RuleSet, RuleError> {
        let preset = self.rules.unwrap_or_else(|| Preset::usual(variant));
        self.overridden(preset.rules())
    }

    /// The rule set with the rules that override it.
    pub(crate) fn rule_set(&self) -> Result<RuleSet, RuleError> {
        self.overridden(self.preset().rules())
    }

    fn overridden(&self, mut rules: RuleSet) -> Result<RuleSet, RuleError> {
        self.rule.iter().try_for_each(|rule| rules.set(rule))?;
        Ok(rules)
    }
}
