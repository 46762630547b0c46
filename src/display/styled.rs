//! Lines of text in pieces that a theme colors.

use tandem_rules::Color;
use textwrap::core::display_width;

/// The purpose of a piece of text, by which a theme chooses its colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Plain text.
    Text,
    /// Coordinates and other text that need not be read.
    Faint,
    /// Text that is looked for: the player on turn, the status.
    Strong,
    /// Text that must not be missed, such as a check.
    Alert,
    /// A square of a board, and the color of the piece on it.
    Square(Ground, Color),
}

/// The kind of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    Light,
    Dark,
    /// A square that the last move left or reached.
    Moved,
    /// The square of a king in check.
    Checked,
}

/// A line of text with its roles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line(Vec<(String, Role)>);

impl Line {
    /// A line of one role.
    pub(crate) fn new(text: impl Into<String>, role: Role) -> Self {
        Self(vec![(text.into(), role)])
    }

    /// A line of plain text.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self::new(text, Role::Text)
    }

    /// Adds text at the end.
    pub(crate) fn push(&mut self, text: impl Into<String>, role: Role) {
        self.0.push((text.into(), role));
    }

    /// Adds another line at the end.
    pub(crate) fn append(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The pieces of the line.
    pub(crate) fn spans(&self) -> impl Iterator<Item = (&str, Role)> {
        self.0.iter().map(|(text, role)| (text.as_str(), *role))
    }

    /// Number of columns that the line takes.
    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(|(text, _)| display_width(text)).sum()
    }

    /// The line as wide as `columns`: filled with spaces, or cut.
    #[must_use]
    pub(crate) fn fitted(self, columns: usize) -> Self {
        let mut room = columns;
        let mut fitted = Self::default();
        for (text, role) in self.0 {
            let text = cut(&text, room);
            room -= display_width(text);
            fitted.push(text, role);
        }
        fitted.push(" ".repeat(room), Role::Text);
        fitted
    }

    /// The text without its roles, and without spaces at its end.
    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        let text: String = self.spans().map(|(text, _)| text).collect();
        text.trim_end().to_owned()
    }
}

/// The beginning of a text that fits into `columns`.
fn cut(text: &str, columns: usize) -> &str {
    let mut ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let fits = |end: &usize| display_width(&text[..*end]) <= columns;
    ends.by_ref().take_while(fits).last().map_or("", |end| &text[..end])
}

/// Lines of at most `columns`, broken between words where that is possible.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let lines = textwrap::wrap(text, columns.max(1));
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitted_line_has_exactly_its_width() {
        for (text, columns, fitted) in [
            ("abc", 5, "abc  "),
            ("abc", 3, "abc"),
            ("abc", 2, "ab"),
            ("", 2, "  "),
            ("aé♞b", 3, "aé♞"),
            ("漢字", 3, "漢 "), // each takes two columns
        ] {
            let line = Line::plain(text).fitted(columns);
            let whole: String = line.spans().map(|(text, _)| text).collect();
            assert_eq!((whole.as_str(), line.width()), (fitted, columns), "{text}");
        }
    }

    #[test]
    fn text_is_broken_between_words_and_none_is_lost() {
        let text = "Tandem is an engine. Say 'help' to see which words it understands.";
        for columns in [1, 8, 20, 30, 78] {
            let lines = wrapped(text, columns);
            let fits = |line: &String| columns < 11 || line.len() <= columns;
            assert!(lines.iter().all(fits), "{lines:?}");
            let words: String = lines.concat();
            assert_eq!(words.replace(' ', ""), text.replace(' ', ""), "{columns}");
        }
        assert_eq!(wrapped(text, 30)[0], "Tandem is an engine. Say");
        assert_eq!(wrapped("", 30), [""]);
    }

    #[test]
    fn words_go_into_lines_that_fit_and_none_is_lost() {
        let words: Vec<String> = (0..300).map(|number| format!("N@{number}")).collect();
        let lines = wrapped(&words.join(" "), 78);
        assert!(lines.iter().all(|line| line.len() <= 78 && !line.ends_with(' ')));
        let again: Vec<&str> = lines.iter().flat_map(|line| line.split(' ')).collect();
        assert_eq!(again, words);
        assert_eq!(wrapped("e4", 78), ["e4"]);
    }
}
