//! Text in braces: clocks and comments.

use std::fmt;

use crate::notation::legible;

/// The kind of a comment, given by a letter in front of its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CommentKind {
    /// `{C:…}`: words or actions of a person, or a note on the game.
    Remark,
    /// `{A:…}`: a note on the move.
    Annotation,
    /// `{L:…}`: lag.
    Lag,
    /// Without a letter: the reason of the end, or any other text that a program writes.
    Text,
}

/// A comment: its kind and one line of text.
///
/// Invariant: written in braces and read again, it is the same. Its text has no braces and only
/// single blanks, and cannot be read as another kind or as a clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    kind: CommentKind,
    text: String,
}

/// The content of one pair of braces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Brace {
    /// Milliseconds left to the mover.
    pub(super) clock: Option<i64>,
    /// Milliseconds since the start of the game.
    pub(super) elapsed: Option<i64>,
    /// True if the mover offered a draw.
    pub(super) draw_offer: bool,
    pub(super) comment: Option<Comment>,
}

impl Comment {
    /// A remark. As in the other kinds, braces become parentheses and line breaks become blanks.
    pub fn remark(text: &str) -> Self {
        Self { kind: CommentKind::Remark, text: clean(text) }
    }

    /// A note on a move.
    pub fn annotation(text: &str) -> Self {
        Self { kind: CommentKind::Annotation, text: clean(text) }
    }

    /// A statement of lag.
    pub fn lag(text: &str) -> Self {
        Self { kind: CommentKind::Lag, text: clean(text) }
    }

    /// Free text, or a remark where free text would read as something else.
    pub fn text_or_remark(text: &str) -> Self {
        let text = clean(text);
        let as_text = Self { kind: CommentKind::Text, text };
        let is_free = !as_text.text.is_empty()
            && CommentKind::of(&as_text.text).is_none()
            && parse_clock(&as_text.text).is_none()
            && as_text.text != DRAW_OFFER
            && COMMANDS.iter().all(|(open, _)| !as_text.text.contains(open));
        match is_free {
            true => as_text,
            false => Self { kind: CommentKind::Remark, ..as_text },
        }
    }

    /// Kind of the comment.
    pub const fn kind(&self) -> CommentKind {
        self.kind
    }

    /// Text of the comment, without braces and letter.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Formats the comment in braces, with the letter of its kind.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}{}}}", self.kind.prefix(), self.text)
    }
}

impl CommentKind {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Remark => "C:",
            Self::Annotation => "A:",
            Self::Lag => "L:",
            Self::Text => "",
        }
    }

    /// The kind given by the letter in front of a text.
    fn of(text: &str) -> Option<Self> {
        [Self::Remark, Self::Annotation, Self::Lag]
            .into_iter()
            .find(|kind| text.starts_with(kind.prefix()))
    }
}

#[derive(Clone, Copy)]
enum Command {
    Clock,
    Elapsed,
}

/// Times in brackets within braces, as PGN programs and bughouse.pro write them.
const COMMANDS: [(&str, Command); 2] = [("[%clk ", Command::Clock), ("[ts=", Command::Elapsed)];

/// The mark of a draw offer, which PGN has in braces.
const DRAW_OFFER: &str = "(=)";

impl Brace {
    /// Reads the text between braces; a bare number may be a clock, as it is in BPGN.
    pub(super) fn parse(text: &str, has_bare_clocks: bool) -> Self {
        let mut text = clean(text);
        if let Some(kind) = CommentKind::of(&text) {
            let text = text[kind.prefix().len()..].trim_start().to_owned();
            return Self { comment: Some(Comment { kind, text }), ..Self::default() };
        }
        if has_bare_clocks && let Some(clock) = parse_clock(&text) {
            return Self { clock: Some(clock), ..Self::default() };
        }
        if text == DRAW_OFFER {
            return Self { draw_offer: true, ..Self::default() };
        }
        let mut brace = Self::default();
        for (open, command) in COMMANDS {
            let Some(start) = text.find(open) else { continue };
            let Some(length) = text[start..].find(']') else { continue };
            let value = parse_clock(text[start + open.len()..start + length].trim());
            match command {
                Command::Clock => brace.clock = value,
                Command::Elapsed => brace.elapsed = value,
            }
            if value.is_some() {
                text.replace_range(start..=start + length, " ");
            }
        }
        if !text.trim().is_empty() {
            brace.comment = Some(Comment::text_or_remark(&text));
        }
        brace
    }
}

/// The text with single blanks, and parentheses in place of braces.
pub(super) fn clean(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    legible(&words.join(" ")).replace('{', "(").replace('}', ")")
}

/// Reads `179`, `179.547`, `-0.5`, `2:59.5` or `0:02:59` as milliseconds.
pub(in crate::notation) fn parse_clock(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut seconds = 0;
    for (place, part) in whole.split(':').enumerate() {
        if place == 3 || part.is_empty() || part.len() > 9 {
            return None;
        }
        seconds = seconds * 60 + number(part)?;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    number(fraction)?;
    Some(sign * (seconds * 1000 + number(&thousandths)?))
}

/// Reads digits only (`parse` would accept a sign too); no digits at all are zero.
fn number(digits: &str) -> Option<i64> {
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.bytes().take(9).fold(0, |n, digit| n * 10 + i64::from(digit - b'0')))
}

/// Milliseconds, displayed as seconds with three decimals.
pub(super) struct ClockText(pub(super) i64);

impl fmt::Display for ClockText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let milliseconds = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:03}", milliseconds / 1000, milliseconds % 1000)
    }
}

/// Milliseconds, displayed as hours, minutes, and seconds with three decimals.
pub(super) struct LongClockText(pub(super) i64);

impl fmt::Display for LongClockText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let milliseconds = self.0.unsigned_abs();
        let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000);
        let (hours, minutes) = (minutes / 60, minutes % 60);
        write!(f, "{sign}{hours}:{minutes:02}:{:02}.{:03}", rest / 1000, rest % 1000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_to_the_millisecond() {
        for (text, milliseconds) in [
            ("179", Some(179_000)),
            ("179.5", Some(179_500)),
            ("179.547", Some(179_547)),
            ("179.5479", Some(179_547)),
            ("-0.576", Some(-576)),
            ("0:00:01.3", Some(1_300)),
            ("2:59", Some(179_000)),
            ("1:00:00", Some(3_600_000)),
            ("", None),
            ("-", None),
            (".5", None),
            ("1:2:3:4", None),
            ("+5", None),
            ("12a", None),
            ("1.-5", None),
            ("99999999999", None),
        ] {
            assert_eq!(parse_clock(text), milliseconds, "{text}");
        }
    }

    #[test]
    fn a_clock_survives_its_text() {
        for milliseconds in [0, 1, 999, 1_000, 179_547, -576, -1_001, 3_600_000] {
            assert_eq!(parse_clock(&ClockText(milliseconds).to_string()), Some(milliseconds));
            assert_eq!(parse_clock(&LongClockText(milliseconds).to_string()), Some(milliseconds));
        }
    }

    #[test]
    fn a_brace_is_a_clock_a_comment_or_both() {
        let comment = |kind, text: &str| Some(Comment { kind, text: text.to_owned() });
        for (text, expected) in [
            (" 179.5\n", Brace { clock: Some(179_500), ..Brace::default() }),
            ("[%clk\n0:00:01.6]", Brace { clock: Some(1_600), ..Brace::default() }),
            ("[ts=0.861]", Brace { elapsed: Some(861), ..Brace::default() }),
            (
                "[%clk 0:01] why",
                Brace {
                    clock: Some(1_000),
                    comment: comment(CommentKind::Text, "why"),
                    ..Brace::default()
                },
            ),
            (
                "C:x says:\r\n  179",
                Brace { comment: comment(CommentKind::Remark, "x says: 179"), ..Brace::default() },
            ),
            ("L: 35", Brace { comment: comment(CommentKind::Lag, "35"), ..Brace::default() }),
            ("(=)", Brace { draw_offer: true, ..Brace::default() }),
            ("*", Brace { comment: comment(CommentKind::Text, "*"), ..Brace::default() }),
            ("", Brace::default()),
            (
                "[%clk soon]",
                Brace { comment: comment(CommentKind::Remark, "[%clk soon]"), ..Brace::default() },
            ),
        ] {
            assert_eq!(Brace::parse(text, true), expected, "{text}");
        }
    }
}
