//! Rule sets as text: presets by name, and single fields as `field=value`.

use std::fmt;
use std::str::FromStr;

use super::{
    BothEnd, BothFlags, Claimants, DrawAgreement, IllegalMoveRule, LastDrop, MateRule, NoMoveRule,
    Permission, Preset, Promotions, Repetition, RuleSet,
};

/// Error for text that is not a rule or a rule set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The text is not the name of a preset.
    #[error("unknown rule set `{0}`, expected one of: {presets}", presets = presets())]
    Preset(String),
    /// The text is not of the form `field=value`.
    #[error("invalid rule `{0}`, expected field=value")]
    Form(String),
    /// The text is not the name of a field.
    #[error("unknown rule `{0}`, expected one of: {fields}", fields = FIELDS.join(", "))]
    Field(String),
    /// The text is not a value of the field.
    #[error("invalid value `{value}` for {field}, expected {expected}")]
    Value {
        /// Name of the field.
        field: String,
        /// The text given as a value.
        value: String,
        /// The values that the field can have, separated by commas.
        expected: String,
    },
}

fn presets() -> String {
    Preset::ALL.map(Preset::name).join(", ")
}

const FIELDS: &[&str] = &[
    "castling-with-dropped-rook",
    "dropped-pawn-double-step",
    "en-passant-after-drops",
    "promotions",
    "crossed-castling",
    "mate",
    "no-move",
    "repetition",
    "fifty-moves",
    "insufficient-material",
    "illegal-move",
    "both-flags",
    "flag-needs-material",
    "flag-needs-both-moved",
    "claimants",
    "both-end",
    "last-drop",
    "final-capture-handed-over",
    "draw-agreement",
    "wrong-draw-claim-is-illegal",
];

const PERMISSIONS: &[(&str, Permission)] =
    &[("yes", Permission::Yes), ("accepted", Permission::Accepted), ("no", Permission::No)];
const YES_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let named = |preset: &Self| preset.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(named).ok_or_else(|| RuleError::Preset(text.to_owned()))
    }
}

/// Formats the rule set as it is parsed: the nearest preset, and the fields that differ from it.
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let overrides = |preset: Preset| -> Vec<String> {
            let pairs = self.fields().zip(preset.rules().fields());
            pairs
                .filter(|(own, usual)| own != usual)
                .map(|((field, value), _)| format!(" {field}={value}"))
                .collect()
        };
        let texts = Preset::ALL.map(|preset| (preset, overrides(preset)));
        let (nearest, overrides) =
            texts.into_iter().min_by_key(|(_, overrides)| overrides.len()).expect("presets");
        write!(f, "{nearest}{}", overrides.concat())
    }
}

/// Parses the name of a preset and the fields that override it, as in `wbn last-drop=no`.
impl FromStr for RuleSet {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut words = text.split_whitespace();
        let mut rules = words.next().unwrap_or_default().parse::<Preset>()?.rules();
        words.try_for_each(|word| rules.set(word))?;
        Ok(rules)
    }
}

impl RuleSet {
    /// Sets one field from `field=value`, as in `last-drop=no` or `repetition=3-afresh`.
    ///
    /// # Errors
    /// [`RuleError`] if the text is not of this form, or names no field or no value of it; then
    /// nothing has changed.
    pub fn set(&mut self, text: &str) -> Result<(), RuleError> {
        let (field, value) =
            text.split_once('=').ok_or_else(|| RuleError::Form(text.to_owned()))?;
        let (field, value) = (field.trim(), value.trim());
        if self.set_move_rule(field, value)? || self.set_outcome_rule(field, value)? {
            return Ok(());
        }
        Err(RuleError::Field(field.to_owned()))
    }

    /// All fields with their values, by the names that [`Self::set`] takes.
    ///
    /// ```
    /// use tandem_rules::Preset;
    ///
    /// let rules = Preset::Wbn.rules();
    /// let promotions = rules.fields().find(|(field, _)| *field == "promotions");
    /// assert_eq!(promotions, Some(("promotions", "qn".to_owned())));
    /// ```
    pub fn fields(self) -> impl Iterator<Item = (&'static str, String)> {
        FIELDS.iter().map(move |&field| (field, self.value(field)))
    }

    fn value(&self, field: &str) -> String {
        let (moves, outcomes) = (&self.moves, &self.outcomes);
        let name = match field {
            "castling-with-dropped-rook" => name(moves.castling_with_dropped_rook, PERMISSIONS),
            "dropped-pawn-double-step" => name(moves.dropped_pawn_double_step, PERMISSIONS),
            "en-passant-after-drops" => name(moves.en_passant_after_drops, PERMISSIONS),
            "promotions" => name(moves.promotions, PROMOTIONS),
            "crossed-castling" => name(moves.crossed_castling, PERMISSIONS),
            "mate" => name(outcomes.mate, MATES),
            "no-move" => name(outcomes.no_move, NO_MOVES),
            "repetition" => return repetition_name(outcomes.repetition),
            "fifty-moves" => name(outcomes.fifty_moves, YES_NO),
            "insufficient-material" => name(outcomes.insufficient_material, YES_NO),
            "illegal-move" => name(outcomes.illegal_move, ILLEGAL_MOVES),
            "both-flags" => name(outcomes.both_flags, BOTH_FLAGS),
            "flag-needs-material" => name(outcomes.flag_needs_material, YES_NO),
            "flag-needs-both-moved" => name(outcomes.flag_needs_both_moved, YES_NO),
            "claimants" => name(outcomes.claimants, CLAIMANTS),
            "both-end" => name(outcomes.both_end, BOTH_ENDS),
            "last-drop" => name(outcomes.last_drop, LAST_DROPS),
            "final-capture-handed-over" => name(outcomes.final_capture_handed_over, YES_NO),
            "draw-agreement" => name(outcomes.draw_agreement, AGREEMENTS),
            "wrong-draw-claim-is-illegal" => name(outcomes.wrong_draw_claim_is_illegal, YES_NO),
            _ => "",
        };
        name.to_owned()
    }

    fn set_move_rule(&mut self, field: &str, value: &str) -> Result<bool, RuleError> {
        let rules = &mut self.moves;
        let permission = || choose(field, value, PERMISSIONS);
        match field {
            "castling-with-dropped-rook" => rules.castling_with_dropped_rook = permission()?,
            "dropped-pawn-double-step" => rules.dropped_pawn_double_step = permission()?,
            "en-passant-after-drops" => rules.en_passant_after_drops = permission()?,
            "crossed-castling" => rules.crossed_castling = permission()?,
            "promotions" => rules.promotions = choose(field, value, PROMOTIONS)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_outcome_rule(&mut self, field: &str, value: &str) -> Result<bool, RuleError> {
        let rules = &mut self.outcomes;
        let yes_no = || choose(field, value, YES_NO);
        match field {
            "mate" => rules.mate = choose(field, value, MATES)?,
            "no-move" => rules.no_move = choose(field, value, NO_MOVES)?,
            "repetition" => rules.repetition = choose_repetition(field, value)?,
            "illegal-move" => rules.illegal_move = choose(field, value, ILLEGAL_MOVES)?,
            "both-flags" => rules.both_flags = choose(field, value, BOTH_FLAGS)?,
            "claimants" => rules.claimants = choose(field, value, CLAIMANTS)?,
            "both-end" => rules.both_end = choose(field, value, BOTH_ENDS)?,
            "last-drop" => rules.last_drop = choose(field, value, LAST_DROPS)?,
            "draw-agreement" => rules.draw_agreement = choose(field, value, AGREEMENTS)?,
            "fifty-moves" => rules.fifty_moves = yes_no()?,
            "insufficient-material" => rules.insufficient_material = yes_no()?,
            "flag-needs-material" => rules.flag_needs_material = yes_no()?,
            "flag-needs-both-moved" => rules.flag_needs_both_moved = yes_no()?,
            "final-capture-handed-over" => rules.final_capture_handed_over = yes_no()?,
            "wrong-draw-claim-is-illegal" => rules.wrong_draw_claim_is_illegal = yes_no()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

const PROMOTIONS: &[(&str, Promotions)] =
    &[("qrbn", Promotions::All), ("qn", Promotions::QueenKnight)];
const MATES: &[(&str, MateRule)] = &[
    ("unblockable", MateRule::Unblockable),
    ("holdings-at-hand", MateRule::HoldingsAtHand),
    ("queen-test", MateRule::QueenTest),
];
const NO_MOVES: &[(&str, NoMoveRule)] = &[
    ("waits", NoMoveRule::Waits),
    ("queen-test-draws", NoMoveRule::QueenTestDraws),
    ("draws", NoMoveRule::Draws),
];
const REPETITIONS: &[(&str, Option<Repetition>)] = &[
    ("none", None),
    ("3", Some(Repetition { occurrences: 3, drops_start_afresh: false })),
    ("4", Some(Repetition { occurrences: 4, drops_start_afresh: false })),
    ("3-afresh", Some(Repetition { occurrences: 3, drops_start_afresh: true })),
    ("4-afresh", Some(Repetition { occurrences: 4, drops_start_afresh: true })),
];
const ILLEGAL_MOVES: &[(&str, IllegalMoveRule)] = &[
    ("refused", IllegalMoveRule::Refused),
    ("loses-if-claimed", IllegalMoveRule::LosesIfClaimed),
    ("loses-if-claimed-or-king-taken", IllegalMoveRule::LosesIfClaimedOrKingTaken),
    ("king-may-be-taken", IllegalMoveRule::KingMayBeTaken),
];
const BOTH_FLAGS: &[(&str, BothFlags)] =
    &[("draw", BothFlags::Draw), ("draw-once-noticed", BothFlags::DrawOnceNoticed)];
const CLAIMANTS: &[(&str, Claimants)] =
    &[("own-board", Claimants::OwnBoard), ("either-partner", Claimants::EitherPartner)];
const BOTH_ENDS: &[(&str, BothEnd)] = &[
    ("first-stands", BothEnd::FirstStands),
    ("same-team-wins-else-draw", BothEnd::SameTeamWinsElseDraw),
];
const LAST_DROPS: &[(&str, LastDrop)] = &[
    ("no", LastDrop::No),
    ("mate-draws", LastDrop::MateDraws),
    ("mate-or-repetition-draws", LastDrop::MateOrRepetitionDraws),
];
const AGREEMENTS: &[(&str, DrawAgreement)] = &[
    ("all-four", DrawAgreement::AllFour),
    ("teams", DrawAgreement::Teams),
    ("board", DrawAgreement::Board),
];

/// The name of a value; all tables are complete.
fn name<T: Copy + PartialEq>(value: T, values: &[(&'static str, T)]) -> &'static str {
    values.iter().find(|(_, known)| *known == value).map_or("", |&(name, _)| name)
}

const AFRESH: &str = "-afresh";

fn repetition_name(rule: Option<Repetition>) -> String {
    rule.map_or_else(
        || "none".to_owned(),
        |rule| {
            let afresh = if rule.drops_start_afresh { AFRESH } else { "" };
            format!("{}{afresh}", rule.occurrences)
        },
    )
}

/// A repetition rule; besides the usual ones, any other number of occurrences.
fn choose_repetition(field: &str, value: &str) -> Result<Option<Repetition>, RuleError> {
    choose(field, value, REPETITIONS).or_else(|error| {
        let afresh = value.strip_suffix(AFRESH);
        let occurrences = afresh.unwrap_or(value).parse().ok().filter(|&count| count > 1);
        let rule = |occurrences| Repetition { occurrences, drops_start_afresh: afresh.is_some() };
        occurrences.map(|count| Some(rule(count))).ok_or(error)
    })
}

fn choose<T: Copy>(field: &str, value: &str, values: &[(&str, T)]) -> Result<T, RuleError> {
    let known = values.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
    known.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|&(name, _)| name).collect();
        RuleError::Value {
            field: field.to_owned(),
            value: value.to_owned(),
            expected: names.join(", "),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_known_by_their_names() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
            assert_eq!(preset.rules().to_string().parse(), Ok(preset.rules()));
        }
        assert_eq!("fid".parse::<Preset>(), Err(RuleError::Preset("fid".to_owned())));
    }

    #[test]
    fn a_rule_set_is_a_preset_and_what_overrides_it() {
        let mut rules = Preset::Wbn.rules();
        assert_eq!("wbn".parse(), Ok(rules));
        rules.set("last-drop=no").expect("a rule");
        rules.set("mate=queen-test").expect("a rule");
        assert_eq!(" WBN  last-drop=no mate=queen-test ".parse(), Ok(rules));
        let refused = |text: &str| text.parse::<RuleSet>().expect_err("no rule set");
        assert_eq!(refused(""), RuleError::Preset(String::new()));
        assert_eq!(refused("wbn fics"), RuleError::Form("fics".to_owned()));
    }

    #[test]
    fn every_field_can_be_set_and_says_what_it_takes() {
        for field in FIELDS {
            let mut rules = RuleSet::default();
            let before = rules;
            let refused = rules.set(&format!("{field}=nonsense")).expect_err("no such value");
            let RuleError::Value { expected, .. } = refused else { panic!("{refused}") };
            assert_eq!(rules, before);
            let values: Vec<_> = expected.split(", ").collect();
            let settings: Vec<RuleSet> = values
                .iter()
                .map(|value| {
                    rules.set(&format!("{field}={value}")).expect("a value it names");
                    assert_eq!(rules.to_string().parse(), Ok(rules));
                    let text = rules.fields().find(|(name, _)| name == field);
                    assert_eq!(text, Some((*field, (*value).to_owned())));
                    rules
                })
                .collect();
            for (i, one) in settings.iter().enumerate() {
                assert!(!settings[..i].contains(one), "two values of {field} mean the same");
            }
        }
    }
}
