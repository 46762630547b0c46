//! The header of a file: the settings that its games were generated with.

use tandem_rules::{Preset, RuleError, RuleSet, TimeControl, TimeControlError, Variant};

use crate::checksum::{Altered, checksum, verify};

/// The settings that the games of a file were generated with, as lines of a name and a value each.
///
/// Two lines are mandatory: the rule set of the moves, and the time control of the clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    lines: Vec<(String, String)>,
    rules: RuleSet,
    control: TimeControl,
}

/// Reasons why lines are not a header.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The text does not match its checksum.
    #[error(transparent)]
    Checksum(#[from] Altered),
    /// The text is longer than any header.
    #[error("`{0}` bytes are too many for it, expected {MOST_BYTES} at most")]
    Length(usize),
    /// The text is not UTF-8.
    #[error("it is not UTF-8")]
    Utf8,
    /// A line is not a name, a space and a value.
    #[error("invalid line `{0}`, expected a name and a value")]
    Line(String),
    /// A mandatory line is missing.
    #[error("it has no line `{0}`")]
    Missing(&'static str),
    /// The value of `Rules` is not a rule set.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The rule set is one of a game on one board.
    #[error("`{0}` is not a rule set of bughouse")]
    OneBoard(String),
    /// The value of `TimeControl` is not a time control.
    #[error(transparent)]
    Control(#[from] TimeControlError),
}

pub(crate) const MAGIC: [u8; 8] = *b"TDMGAMES";
/// The version of the format that is written.
pub(crate) const VERSION: u32 = 2;
/// Limit of the text, in bytes.
pub(crate) const MOST_BYTES: usize = 1 << 20;
pub(crate) const RULES: &str = "Rules";
pub(crate) const CONTROL: &str = "TimeControl";

impl Header {
    /// A header of these names and values, of which `Rules` and `TimeControl` are parsed. A name
    /// must not be empty or contain a space, and neither part may contain a control character.
    ///
    /// # Errors
    /// The first [`HeaderError`] found.
    pub fn new(lines: Vec<(String, String)>) -> Result<Self, HeaderError> {
        let is_line = |(name, value): &(String, String)| {
            let is_name = !name.is_empty() && !name.contains(|c: char| c == ' ' || c.is_control());
            is_name && !value.contains(char::is_control)
        };
        if let Some((name, value)) = lines.iter().find(|line| !is_line(line)) {
            return Err(HeaderError::Line(format!("{name} {value}")));
        }
        let length = lines.iter().map(|(name, value)| name.len() + value.len() + 2).sum();
        if length > MOST_BYTES {
            return Err(HeaderError::Length(length));
        }
        let value = |name| value_of(&lines, name).ok_or(HeaderError::Missing(name));
        let (rules, control) = (two_board_rules(value(RULES)?)?, value(CONTROL)?.parse()?);
        Ok(Self { lines, rules, control })
    }

    /// Names and values in their order.
    pub fn lines(&self) -> &[(String, String)] {
        &self.lines
    }

    /// The value with this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        value_of(&self.lines, name)
    }

    /// The rule set of the games.
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The time control; each game states the times on its clocks at the start.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The first name whose values differ between two headers, with both values.
    pub(crate) fn difference(&self, other: &Self) -> Option<(String, [String; 2])> {
        let names = self.lines.iter().chain(&other.lines).map(|(name, _)| name);
        let values = |name: &String| {
            [self, other].map(|header| header.value(name).unwrap_or_default().to_owned())
        };
        let both = names.map(|name| (name.clone(), values(name)));
        { both }.find(|(_, [one, other])| one != other)
    }

    /// The header as the first bytes of a file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let words = self.lines.iter().flat_map(|(name, value)| [name, " ", value, "\n"]);
        let text: String = words.collect();
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, text.len() as u32, checksum(text.as_bytes())] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(text.as_bytes());
        bytes
    }

    /// Parses the text of a header.
    pub(crate) fn from_text(text: &[u8], stated: u32) -> Result<Self, HeaderError> {
        verify(text, stated)?;
        let text = std::str::from_utf8(text).map_err(|_| HeaderError::Utf8)?;
        let line = |line: &str| {
            let parts = line.strip_suffix('\n').and_then(|line| line.split_once(' '));
            let parts = parts.ok_or_else(|| HeaderError::Line(line.trim_end().to_owned()))?;
            Ok((parts.0.to_owned(), parts.1.to_owned()))
        };
        Self::new(text.split_inclusive('\n').map(line).collect::<Result<_, HeaderError>>()?)
    }
}

fn two_board_rules(text: &str) -> Result<RuleSet, HeaderError> {
    let rules = text.parse()?;
    let preset = text.split_whitespace().find_map(|name| name.parse::<Preset>().ok());
    match preset.map(Preset::variant) {
        Some(Variant::Bughouse) => Ok(rules),
        _ => Err(HeaderError::OneBoard(text.to_owned())),
    }
}

fn value_of<'a>(lines: &'a [(String, String)], name: &str) -> Option<&'a str> {
    lines.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[(&str, &str)]) -> Vec<(String, String)> {
        lines.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn a_header_knows_its_rules_and_its_clock() {
        let header = Header::new(lines(&[
            ("Seed", "7"),
            ("Rules", "wbn last-drop=no"),
            ("TimeControl", "60+0.5"),
        ]));
        let header = header.expect("a header");
        assert_eq!(header.rules(), "wbn last-drop=no".parse().expect("a rule set"));
        assert_eq!(header.control(), "60+0.5".parse().expect("a control"));
        assert_eq!((header.value("Seed"), header.value("seed")), (Some("7"), None));
    }

    #[test]
    fn an_invalid_header_is_refused() {
        let (rules, control) = (("Rules", "fics"), ("TimeControl", "60"));
        let refused = |them: &[_]| Header::new(lines(them)).expect_err("no header");
        assert_eq!(refused(&[control]), HeaderError::Missing("Rules"));
        assert_eq!(refused(&[rules]), HeaderError::Missing("TimeControl"));
        for line in [("", "x"), ("a b", "x"), ("a\n", "x"), ("a", "x\ny")] {
            let text = format!("{} {}", line.0, line.1);
            assert_eq!(refused(&[rules, control, line]), HeaderError::Line(text));
        }
        let unknown = ("Rules", "lichess");
        assert!(matches!(refused(&[unknown, control]), HeaderError::Rules(_)));
        let one_board = HeaderError::OneBoard("chess".to_owned());
        assert_eq!(refused(&[("Rules", "chess"), control]), one_board);
        assert!(matches!(refused(&[rules, ("TimeControl", "soon")]), HeaderError::Control(_)));
    }

    #[test]
    fn the_first_difference_is_named() {
        let header = |seed, more: &[_]| {
            let known = [("Rules", "fics"), ("TimeControl", "60"), ("Seed", seed)];
            Header::new(lines(&[&known, more].concat())).expect("a header")
        };
        let one = header("1", &[]);
        assert_eq!(one.difference(&one), None);
        let differs = |name: &str, one: &str, other: &str| {
            Some((name.to_owned(), [one.to_owned(), other.to_owned()]))
        };
        assert_eq!(one.difference(&header("2", &[])), differs("Seed", "1", "2"));
        assert_eq!(one.difference(&header("1", &[("Net", "x")])), differs("Net", "", "x"));
    }
}
