//! `NAME -KIND …`: an engine option, as a `feature` line declares it.

use std::fmt;

use crate::text::Quoted;

/// An engine option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionSpec {
    /// Name in `option` commands; no word of it begins with a hyphen.
    pub name: Quoted,
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
        value: i64,
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
    },
    /// Any text, with its default.
    Text(Quoted),
    /// A file name, with its default.
    File(Quoted),
    /// One of several texts, none of which contains `///` or begins with an asterisk.
    Combo {
        /// All choices.
        choices: Vec<Quoted>,
        /// Index of the default choice.
        chosen: usize,
    },
}

impl OptionSpec {
    /// Parses an option. `None` if the text does not declare one of a known type.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(" -")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let kind = match (kind, words.as_slice()) {
            ("button" | "save" | "reset", []) => OptionKind::Button,
            ("check", ["0"]) => OptionKind::Check(false),
            ("check", ["1"]) => OptionKind::Check(true),
            ("spin" | "slider", [value, min, max]) => OptionKind::Spin {
                value: value.parse().ok()?,
                min: min.parse().ok()?,
                max: max.parse().ok()?,
            },
            ("string", _) => OptionKind::Text(Quoted::new(rest)),
            ("file" | "path", _) => OptionKind::File(Quoted::new(rest)),
            ("combo", _) => parse_combo(rest),
            _ => return None,
        };
        Some(Self { name: Quoted::new(name), kind })
    }
}

/// Parses `A /// *B /// C`, where the asterisk marks the default.
fn parse_combo(text: &str) -> OptionKind {
    let is_mark = |c: char| c == '*' || c.is_whitespace();
    let texts: Vec<Quoted> = text.split("///").map(Quoted::new).collect();
    let chosen = texts.iter().position(|text| text.starts_with('*')).unwrap_or(0);
    let choices = texts.iter().map(|text| Quoted::new(text.trim_start_matches(is_mark))).collect();
    OptionKind::Combo { choices, chosen }
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -", self.name)?;
        match &self.kind {
            OptionKind::Button => f.write_str("button"),
            OptionKind::Check(on) => write!(f, "check {}", u8::from(*on)),
            OptionKind::Spin { value, min, max } => write!(f, "spin {value} {min} {max}"),
            // XBoard looks for the space, even if nothing follows it.
            OptionKind::Text(text) => write!(f, "string {text}"),
            OptionKind::File(name) => write!(f, "file {name}"),
            OptionKind::Combo { choices, chosen } => {
                f.write_str("combo")?;
                choices.iter().enumerate().try_for_each(|(index, choice)| {
                    let separator = if index == 0 { "" } else { " ///" };
                    let mark = if index == *chosen { "*" } else { "" };
                    write!(f, "{separator} {mark}{choice}")
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that are printed as they were parsed.
    const CANONICAL: &[&str] = &[
        "Clear Hash -button",
        "Ponder -check 1",
        "Hash -spin 64 1 1024",
        "Contempt -spin -5 -100 100",
        "Net File -file nets/a b.nnue",
        "Greeting -string hello there",
        "Empty -string ",
        "Nothing -file ",
        "Style -combo calm /// *wild /// mad",
        "Mode -combo *only",
    ];

    #[test]
    fn options_are_read_and_written() {
        for text in CANONICAL {
            let option = OptionSpec::parse(text).expect("the table holds options");
            assert_eq!(option.to_string(), *text);
            assert_eq!(OptionSpec::parse(&option.to_string()), Some(option));
        }
    }

    #[test]
    fn no_choice_begins_with_an_asterisk_however_many_there_are() {
        for text in
            ["* *calm /// wild", "***calm /// wild", "*\0*calm /// wild", "calm /// * *wild"]
        {
            let option = OptionSpec::parse(&format!("Style -combo {text}")).expect("a combo");
            let OptionKind::Combo { choices, .. } = &option.kind else { panic!("{option:?}") };
            assert_eq!(choices, &["calm", "wild"], "{text:?}");
            assert_eq!(OptionSpec::parse(&option.to_string()).as_ref(), Some(&option), "{text:?}");
        }
    }

    #[test]
    fn an_invalid_option_is_refused() {
        for text in ["", "Hash", "Hash -spin 1 2", "Hash -spin a b c", "X -check yes", "X -wheel"] {
            assert_eq!(OptionSpec::parse(text), None, "{text}");
        }
    }
}
