//! `option name NAME type TYPE …`: an engine option.

use std::fmt;

use super::words::{or_empty, parse_text, split_at_word};
use crate::text::{Line, split_word};

/// An engine option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionSpec {
    /// Name in `setoption` commands; contains neither of the words `type` and `value`.
    pub name: Line,
    /// Type of the option, with its default and its range.
    pub kind: OptionKind,
}

/// Type of an option, with its default and its range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionKind {
    /// A button, which triggers an action.
    Button,
    /// A switch, with its default.
    Check(bool),
    /// An integer.
    Spin {
        /// Default.
        default: i64,
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
    },
    /// One of several texts, none of which contains the word `var`.
    Combo {
        /// Default.
        default: Line,
        /// All choices.
        choices: Vec<Line>,
    },
    /// Any text, with its default.
    Text(Line),
}

impl OptionSpec {
    /// True if this is the option's name, regardless of case.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Parses the arguments of `option`. `None` if they do not declare an option of a known type.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (before, text) = split_at_word(text, "name")?;
        let (name, text) = split_at_word(text, "type")?;
        let (kind, fields) = split_word(text);
        if !before.is_empty() || name.is_empty() {
            return None;
        }
        let kind = match kind {
            "button" => OptionKind::Button,
            "check" => OptionKind::Check(field(fields, "default") == Some("true")),
            "spin" => parse_spin(fields)?,
            "combo" => parse_combo(fields),
            "string" => {
                let default = split_at_word(fields, "default").map_or("", |(_, text)| text);
                OptionKind::Text(parse_text(default))
            }
            _ => return None,
        };
        Some(Self { name: Line::new(name), kind })
    }
}

/// The word after the first `name`.
fn field<'a>(fields: &'a str, name: &str) -> Option<&'a str> {
    split_at_word(fields, name).map(|(_, rest)| split_word(rest).0)
}

/// Parses a range; a missing bound is the limit of `i64`, a missing default is the value closest to
/// 0.
fn parse_spin(fields: &str) -> Option<OptionKind> {
    let number =
        |name, missing| field(fields, name).map_or(Some(missing), |text| text.parse().ok());
    let (min, max) = (number("min", i64::MIN)?, number("max", i64::MAX)?);
    let default = number("default", 0.min(max).max(min))?;
    Some(OptionKind::Spin { default, min, max })
}

fn parse_combo(fields: &str) -> OptionKind {
    let (before, mut rest) = split_at_word(fields, "var").unwrap_or((fields, ""));
    let default = split_at_word(before, "default").map_or("", |(_, text)| text);
    let mut choices = Vec::new();
    while !rest.is_empty() {
        let (choice, behind) = split_at_word(rest, "var").unwrap_or((rest, ""));
        choices.push(parse_text(choice));
        rest = behind;
    }
    OptionKind::Combo { default: parse_text(default), choices }
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Button => f.write_str("button"),
            OptionKind::Check(on) => write!(f, "check default {on}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {}", or_empty(default))?;
                choices.iter().try_for_each(|choice| write!(f, " var {}", or_empty(choice)))
            }
            OptionKind::Text(default) => write!(f, "string default {}", or_empty(default)),
        }
    }
}
