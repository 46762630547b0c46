//! The rule sets by which each kind of game is played.

use tandem_rules::{Preset, RuleError, RuleSet, Variant};

/// A rule set for each variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RuleBook {
    bughouse: RuleSet,
    crazyhouse: RuleSet,
    chess: RuleSet,
}

impl Default for RuleBook {
    fn default() -> Self {
        Self {
            bughouse: Preset::Fics.rules(),
            crazyhouse: Preset::Crazyhouse.rules(),
            chess: Preset::Chess.rules(),
        }
    }
}

impl RuleBook {
    /// Name of the default rule set for bughouse.
    pub(crate) const USUAL: &str = Preset::Fics.name();

    pub(crate) const fn of(&self, variant: Variant) -> &RuleSet {
        match variant {
            Variant::Bughouse => &self.bughouse,
            Variant::Crazyhouse => &self.crazyhouse,
            Variant::Chess => &self.chess,
        }
    }

    /// Replaces the rule set of one variant, as in `wbn last-drop=no` or `crazyhouse`.
    ///
    /// # Errors
    /// The text is not a rule set; nothing has changed.
    pub(crate) fn set(&mut self, text: &str) -> Result<(), RuleError> {
        let rules = text.parse()?;
        let preset: Preset = text.split_whitespace().next().unwrap_or_default().parse()?;
        *match preset.variant() {
            Variant::Bughouse => &mut self.bughouse,
            Variant::Crazyhouse => &mut self.crazyhouse,
            Variant::Chess => &mut self.chess,
        } = rules;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_set_belongs_to_its_variant() {
        let mut book = RuleBook::default();
        book.set("wbn last-drop=no").expect("a rule set");
        book.set("crazyhouse fifty-moves=yes").expect("a rule set");
        assert_eq!(book.of(Variant::Bughouse).moves, Preset::Wbn.rules().moves);
        assert!(book.of(Variant::Crazyhouse).outcomes.fifty_moves);
        assert_eq!(*book.of(Variant::Chess), Preset::Chess.rules());
        let before = book;
        for text in ["", "wild", "fics wild=yes"] {
            assert!(book.set(text).is_err(), "{text}");
        }
        assert_eq!(book, before);
    }
}
