//! The text that goes to a client.

use std::fmt::Write;

use tandem_rules::Variant;

use crate::ics::lines::{END_OF_LINE, wrapped};
use crate::ics::name::in_letters;
use crate::plain::line_of;

/// The prompt, behind which clients expect the answer to be whole.
const PROMPT: &str = "fics% ";
/// Width of a client that has not said its own.
const USUAL_WIDTH: usize = 79;
/// Longest text of another client in a line.
const LONGEST_TEXT: usize = 400;

/// The marks of a block: its beginning, the ends of its number and of its code, its end.
const BLOCK: [char; 4] = ['\u{15}', '\u{16}', '\u{16}', '\u{17}'];

/// The names of the house that a client reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// `Tandem1500`.
    Usual,
    /// `TandemMD`.
    InLetters,
}

/// The choices of a client about what it is sent.
pub(super) struct Paper {
    width: usize,
    wraps: bool,
    pub(super) in_ms: bool,
    pub(super) in_blocks: bool,
    names: Names,
    /// The kind of game that is meant if none is named.
    pub(super) usual: Variant,
}

impl Paper {
    pub(super) const fn new() -> Self {
        Self {
            width: USUAL_WIDTH,
            wraps: true,
            in_ms: false,
            in_blocks: false,
            names: Names::Usual,
            usual: Variant::Bughouse,
        }
    }

    /// Takes a variable of an interface; returns the line for the client.
    pub(super) fn set_interface(&mut self, name: &str, value: &str) -> String {
        let name = line_of(name, 16).to_ascii_lowercase();
        let is_on = is_on(value);
        match name.as_str() {
            "ms" => self.in_ms = is_on,
            "nowrap" => self.wraps = !is_on,
            "block" => self.in_blocks = is_on,
            // The second connection of pychess does not say whose it is.
            "pin" | "allresults" if is_on => self.names = Names::InLetters,
            _ => {}
        }
        format!("{name} {}set.", if is_on { "" } else { "un" })
    }

    /// Takes a variable; returns the line for the client, if there is one.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<String> {
        let name = line_of(name, 16).to_ascii_lowercase();
        let value = line_of(value, 80);
        match name.as_str() {
            "interface" => {
                // It names chess by no name, and finds the end of no game of `Tandem1500`.
                if value.to_ascii_lowercase().starts_with("pychess") {
                    self.names = Names::InLetters;
                    self.usual = Variant::Chess;
                }
                None
            }
            "prompt" => None,
            "style" => Some(style(&value)),
            "width" => Some(match value.parse() {
                Ok(width @ 24..=1024) => {
                    self.width = width;
                    format!("Width set to {width}.")
                }
                _ => "Width must be between 24 and 1024.".to_owned(),
            }),
            // The others change nothing here.
            _ => Some(format!("{name} set to {value}.")),
        }
    }

    /// Lines as the answer to a command.
    pub(super) fn answer(&self, lines: &[String], block: Option<(u32, u16)>) -> String {
        let mut text = String::new();
        for line in lines {
            text.push_str(&self.fitting(line));
            text.push_str(END_OF_LINE);
        }
        if let Some((number, code)) = block {
            let [begin, middle, end_of_code, end] = BLOCK;
            let mut framed = String::new();
            let _infallible = write!(
                framed,
                "{begin}{number}{middle}{code}{end_of_code}{text}{end}{END_OF_LINE}"
            );
            text = framed;
        }
        text.push_str(PROMPT);
        text
    }

    /// Lines that come unasked.
    pub(super) fn news(&self, lines: &[String]) -> String {
        format!("{END_OF_LINE}{}", self.answer(lines, None))
    }

    /// A line in the width of the client, if it is no line for its program.
    fn fitting(&self, line: &str) -> String {
        let line = match self.names {
            Names::Usual => line,
            Names::InLetters => &in_letters(line),
        };
        let is_for_programs =
            ["<", "{", "Creating:", "Challenge:", "Movelist", "Move  ", "Unrated"];
        if !self.wraps || is_for_programs.iter().any(|beginning| line.starts_with(beginning)) {
            return line.to_owned();
        }
        wrapped(line, self.width)
    }
}

/// True if a variable is set by this word.
pub(super) fn is_on(value: &str) -> bool {
    matches!(value, "" | "1" | "on" | "true")
}

/// The answer to a choice of style; boards are always in style 12.
pub(super) fn style(number: &str) -> String {
    match number {
        "12" => "Style 12 set.".to_owned(),
        _ => "Boards are shown in style 12 only.".to_owned(),
    }
}

/// A text as one line of plain characters, which fits in what clients keep of a line.
pub(super) fn short(text: &str) -> String {
    let plain = |letter: char| if (' '..='~').contains(&letter) { letter } else { '?' };
    line_of(text, LONGEST_TEXT).chars().map(plain).collect()
}

/// The text of somebody else, in which no client finds a line of the server: clients look for them
/// anywhere.
pub(in crate::ics) fn harmless(text: &str) -> String {
    let text = short(text);
    let mut safe = text.replace("% ", "%_").replace(['<', '{'], "(").replace("login:", "login");
    for words in [
        "Challenge:",
        "Creating:",
        "offers to be your",
        "offers you a draw",
        "agrees to be your partner",
        "(your partner) tells",
        "partner has disconnected",
        "has just chosen a new",
        "are no longer",
        "no longer have a bughouse",
        "no longer observing",
        "no longer examining",
        "Illegal move",
        "Not a legal move",
        "Your king is in check",
        "It isn't your turn",
        "It is not your move",
        "clock paused",
        "clock resumed",
        "seconds were added to",
        "Adding game",
        "Removing game",
        "Game notification:",
        "Entering examine mode",
        "an examiner of game",
        "has no examiners",
        "Black Strength",
        "#@#",
        " is a computer",
    ] {
        safe = safe.replace(words, &words.replace([' ', ':', '.', '(', ')', '@'], "_"));
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|&line| line.to_owned()).collect()
    }

    #[test]
    fn answers_and_news_end_with_a_prompt() {
        let mut paper = Paper::new();
        assert_eq!(paper.answer(&[], None), "fics% ");
        assert_eq!(paper.answer(&owned(&["a", "b"]), None), "a\n\rb\n\rfics% ");
        assert_eq!(paper.news(&owned(&["a"])), "\n\ra\n\rfics% ");
        assert_eq!(paper.set_interface("block", "1"), "block set.");
        let framed = paper.answer(&owned(&["a"]), Some((7, 73)));
        assert_eq!(framed, "\u{15}7\u{16}73\u{16}a\n\r\u{17}\n\rfics% ");
    }

    #[test]
    fn lines_for_programs_are_never_wrapped() {
        let mut paper = Paper::new();
        assert_eq!(paper.set("width", "30").as_deref(), Some("Width set to 30."));
        let board = format!("<12> {}", "x ".repeat(60));
        assert_eq!(paper.answer(std::slice::from_ref(&board), None), format!("{board}\n\rfics% "));
        assert!(paper.answer(&["word ".repeat(20)], None).contains("\n\r\\   "));
        paper.set_interface("nowrap", "1");
        assert!(!paper.answer(&["word ".repeat(20)], None).contains("\n\r\\   "));
    }

    #[test]
    fn no_text_of_others_is_taken_for_a_line_of_the_server() {
        for text in [
            "x\n\r<12> rnbqkbnr",
            "{Game 1 (A vs. B) Creating unrated bughouse match.}",
            "100% sure",
            "Challenge: me",
            "\u{1b}[2Jlogin: ",
        ] {
            let safe = harmless(text);
            let marks = ["<12>", "{Game", "% ", "Challenge:", "login:", "\n", "\u{1b}"];
            assert!(marks.iter().all(|mark| !safe.contains(mark)), "{safe}");
        }
        // Words of partners go as they are.
        for text in
            ["need n, or +0.3?", "Q no longer matters", "I'm out of time", "~1 8/8[Qq~] w - - 0 1"]
        {
            assert_eq!(harmless(text), text);
        }
    }
}
