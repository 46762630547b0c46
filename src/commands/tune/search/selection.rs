//! The parameters of the search that a tuning is for: those that are asked for and have an effect.

use anyhow::{Context, bail};
use tandem_engine::{Params, Tunable};
use tandem_rules::Variant;

use crate::commands::tune::course::settings::Tuned;
use crate::selfplay::in_process::Sight;

/// The games that are played, as far as they decide which parameters have an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub(super) variant: Variant,
    pub(super) sight: Sight,
}

/// Parameters that are left out of some games or of all, and the reason.
struct Group {
    /// Names or patterns.
    names: &'static [&'static str],
    /// True for games in which they cannot be tuned.
    is_out: fn(Kind) -> bool,
    reason: &'static str,
}

const GROUPS: [Group; 5] = [
    Group {
        names: &["forecast_*"],
        is_out: |_| true,
        reason: "its few steps are compared by matches",
    },
    Group {
        names: &["time_*"],
        is_out: |_| true,
        reason: "no time is managed where every move has the same nodes",
    },
    Group {
        names: &["arrival_*", "blocked", "gift_*", "loss_*", "word_plies"],
        is_out: |kind| kind.variant != Variant::Bughouse,
        reason: "there is no other board",
    },
    Group {
        names: &["arrival_certain", "arrival_later", "gift_*", "loss_*", "word_plies"],
        is_out: |kind| kind.sight == Sight::OwnBoard,
        reason: "the partner's board is seen with --linked only",
    },
    Group {
        names: &["lmr_contact", "order_check_drop", "order_contact_drop", "qsearch_check_plies"],
        is_out: |kind| kind.variant == Variant::Chess,
        reason: "there are no drops",
    },
];

/// The reason why switches, with the values 0 and 1, are left out.
const SWITCH: &str = "a switch is compared by a match";

/// Parts of the range from which a usual value of `c` is made, as on Fishtest.
const PARTS: f64 = 20.0;
/// Least usual value of `c`: below it, both points of a trial often have the same integer.
const LEAST_C: f64 = 0.5;

/// The parameters that match one of the patterns, or all if there is none, and have an effect, in
/// the order of the source. They start at their values in `params`.
///
/// # Errors
/// A pattern matches no parameter, or only such as cannot be tuned.
pub(super) fn select(
    patterns: &[String],
    kind: Kind,
    params: &Params,
) -> anyhow::Result<Vec<Tuned>> {
    for pattern in patterns {
        check(pattern, kind)?;
    }
    let is_asked = |tunable: &&Tunable| {
        patterns.is_empty() || patterns.iter().any(|pattern| matches(pattern, tunable.name))
    };
    let tuned =
        Params::ALL.iter().filter(is_asked).filter(|tunable| reason(tunable, kind).is_none());
    Ok(tuned.map(|tunable| usual(tunable, params)).collect())
}

/// Sets values of `c`, given as `NAME=C`; the name may be a pattern.
///
/// # Errors
/// A text has another form, names no parameter that is tuned, or its number is not positive.
pub(super) fn set_c(tuned: &mut [Tuned], texts: &[String]) -> anyhow::Result<()> {
    for text in texts {
        let (pattern, c) = text
            .split_once('=')
            .with_context(|| format!("invalid setting `{text}`, expected NAME=C"))?;
        let number = c.parse().ok().filter(|c: &f64| c.is_finite() && *c > 0.0);
        let number = number
            .with_context(|| format!("invalid c `{c}` for {pattern}, expected a number above 0"))?;
        let mut named = tuned.iter_mut().filter(|tuned| matches(pattern, tuned.name)).peekable();
        if named.peek().is_none() {
            bail!("no tuned parameter matches `{pattern}`");
        }
        named.for_each(|tuned| tuned.c_end = number);
    }
    Ok(())
}

/// The parameters that are left out of these games, with the reason, a line for each reason.
pub(super) fn left_out(kind: Kind) -> Vec<String> {
    let mut lines: Vec<(&str, Vec<&str>)> = Vec::new();
    for tunable in Params::ALL {
        let Some(reason) = reason(tunable, kind) else { continue };
        match lines.iter_mut().find(|(of, _)| *of == reason) {
            Some((_, names)) => names.push(tunable.name),
            None => lines.push((reason, vec![tunable.name])),
        }
    }
    lines.into_iter().map(|(reason, names)| format!("{}: {reason}", names.join(", "))).collect()
}

fn check(pattern: &str, kind: Kind) -> anyhow::Result<()> {
    let mut named = Params::ALL.iter().filter(|tunable| matches(pattern, tunable.name)).peekable();
    let Some(first) = named.peek() else { bail!("no parameter matches `{pattern}`") };
    let reason_of_first = reason(first, kind);
    match reason_of_first.filter(|_| named.all(|tunable| reason(tunable, kind).is_some())) {
        Some(reason) => bail!("`{pattern}` cannot be tuned here: {reason}"),
        None => Ok(()),
    }
}

/// The reason why a parameter cannot be tuned in these games, if there is one.
fn reason(tunable: &Tunable, kind: Kind) -> Option<&'static str> {
    let is_in = |group: &&Group| group.names.iter().any(|name| matches(name, tunable.name));
    let group = GROUPS.iter().filter(is_in).find(|group| (group.is_out)(kind));
    let switch = (tunable.range == (0, 1)).then_some(SWITCH);
    group.map(|group| group.reason).or(switch)
}

/// The parameter with its usual `c`: a twentieth of the range from 0 to twice its value, as far as
/// its own range goes; of its whole range if the value is 0.
fn usual(tunable: &'static Tunable, params: &Params) -> Tuned {
    let start = params.get(tunable.name).expect("all parameters have a value");
    let (least, most) = tunable.range;
    let (low, high) = match start {
        0 => (least, most),
        _ => (least.max(0.min(2 * start)), most.min(0.max(2 * start))),
    };
    let c_end = (f64::from(high - low) / PARTS).max(LEAST_C);
    Tuned { name: tunable.name, start, range: tunable.range, c_end }
}

/// True if a name matches a pattern, in which `*` stands for any characters.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, rest)) => name.strip_prefix(head).is_some_and(|tail| {
            tail.char_indices().any(|(at, _)| matches(rest, &tail[at..])) || matches(rest, "")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUGHOUSE: Kind = Kind { variant: Variant::Bughouse, sight: Sight::OwnBoard };
    const LINKED: Kind = Kind { variant: Variant::Bughouse, sight: Sight::BothBoards };
    const CRAZYHOUSE: Kind = Kind { variant: Variant::Crazyhouse, sight: Sight::OwnBoard };
    const CHESS: Kind = Kind { variant: Variant::Chess, sight: Sight::OwnBoard };

    fn names(patterns: &[&str], kind: Kind) -> anyhow::Result<Vec<&'static str>> {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        let selected = select(&patterns, kind, &Params::usual(kind.variant))?;
        Ok(selected.into_iter().map(|tuned| tuned.name).collect())
    }

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, expected) in [
            ("delta", "delta", true),
            ("delta", "deltas", false),
            ("lmr_*", "lmr_base", true),
            ("lmr_*", "xlmr_base", false),
            ("*_depth", "lmr_depth", true),
            ("*_depth", "null_move_depth_divisor", false),
            ("*_depth*", "null_move_depth_divisor", true),
            ("*", "", true),
            ("a*b*c", "abbc", true),
            ("a*b*c", "acb", false),
            ("", "delta", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn parameters_come_once_and_in_the_order_of_the_source() {
        let found = names(&["razor_*", "aspiration_window", "razor_margin"], BUGHOUSE);
        assert_eq!(
            found.expect("they exist"),
            ["aspiration_window", "razor_depth", "razor_margin"]
        );
    }

    #[test]
    fn only_what_has_an_effect_in_the_game_is_tuned() {
        for (name, expected) in [
            ("lmr_base", [true, true, true, true]),
            ("order_check_drop", [true, true, true, false]),
            ("blocked", [true, true, false, false]),
            ("arrival_danger", [true, true, false, false]),
            ("gift_later", [false, true, false, false]),
            ("forecast_depth", [false; 4]),
            ("time_stability", [false; 4]),
            ("order_see", [false; 4]),
        ] {
            let found = [BUGHOUSE, LINKED, CRAZYHOUSE, CHESS]
                .map(|kind| names(&[], kind).expect("no pattern").contains(&name));
            assert_eq!(found, expected, "{name}");
            let left_out = left_out(CHESS).iter().any(|line| line.contains(name));
            assert_eq!(left_out, !expected[3], "{name}");
        }
    }

    #[test]
    fn every_pattern_of_what_is_left_out_names_a_parameter() {
        for name in GROUPS.iter().flat_map(|group| group.names) {
            assert!(Params::ALL.iter().any(|tunable| matches(name, tunable.name)), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_tuned_is_refused_with_the_reason() {
        for (pattern, kind, expected) in [
            ("lmr_bas", BUGHOUSE, "no parameter matches `lmr_bas`"),
            ("", BUGHOUSE, "no parameter matches ``"),
            ("forecast_*", LINKED, "`forecast_*` cannot be tuned here: its few steps"),
            ("order_see", BUGHOUSE, "`order_see` cannot be tuned here: a switch"),
            ("gift_*", BUGHOUSE, "`gift_*` cannot be tuned here: the partner's board"),
            ("gift_*", CHESS, "`gift_*` cannot be tuned here: there is no other board"),
        ] {
            let error = names(&[pattern], kind).expect_err(pattern).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn c_is_a_twentieth_of_the_range_up_to_twice_the_value() {
        let mut params = Params::usual(Variant::Bughouse);
        params.set("lmr_base", -1000).expect("within its range");
        params.set("razor_margin", 2900).expect("within its range");
        params.set("delta", 0).expect("within its range");
        let tuned = select(&[], BUGHOUSE, &params).expect("no pattern");
        let c = |name: &str| {
            let found = tuned.iter().find(|tuned| tuned.name == name);
            found.map(|tuned| (tuned.start, tuned.c_end)).expect("it is tuned")
        };
        assert_eq!(c("lmr_slope"), (600, 60.0));
        assert_eq!(c("lmr_base"), (-1000, 100.0));
        assert_eq!(c("razor_margin"), (2900, 149.5));
        assert_eq!(c("razor_depth"), (2, 0.5));
        assert_eq!(c("delta"), (0, 150.0));
    }

    #[test]
    fn c_is_set_by_name_and_a_wrong_setting_is_quoted() {
        let select = || select(&["lmr_*".to_owned()], BUGHOUSE, &Params::usual(Variant::Bughouse));
        let mut tuned = select().expect("they exist");
        let set = |tuned: &mut [Tuned], text: &str| set_c(tuned, &[text.to_owned()]);
        set(&mut tuned, "lmr_*=80").expect("a setting");
        set(&mut tuned, "lmr_base=2.5").expect("a setting");
        let of = |name: &str| tuned.iter().find(|tuned| tuned.name == name).map(|t| t.c_end);
        assert_eq!((of("lmr_base"), of("lmr_pv")), (Some(2.5), Some(80.0)));
        for (text, expected) in [
            ("lmr_base", "invalid setting `lmr_base`, expected NAME=C"),
            ("lmr_base=x", "invalid c `x` for lmr_base"),
            ("lmr_base=0", "invalid c `0` for lmr_base"),
            ("lmr_base=inf", "invalid c `inf` for lmr_base"),
            ("delta=5", "no tuned parameter matches `delta`"),
        ] {
            let error = set(&mut tuned, text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
