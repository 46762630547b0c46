//! What an engine receives.

#[cfg(test)]
mod tests;

use std::fmt;

use super::words::{or_empty, parse_text, split_at_word};
use super::{Go, Info, PositionSpec, Reply};
use crate::text::{Line, split_word, write_spaced};

/// A line from the program that runs the engine.
///
/// Its printer writes the line again. The two agree on everything that the parser returns, and on
/// everything else whose texts have no keyword in them that would end them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: UCI is spoken from here on; name yourself and your options.
    Uci,
    /// `debug on`, `debug off`: say what you do, or do not.
    Debug(bool),
    /// `isready`: answer when everything before it is done, in mid-thought too.
    IsReady,
    /// `setoption name NAME` presses a button, `setoption name NAME value VALUE` sets a value.
    SetOption {
        /// In capitals or not, and without the word `value` in it.
        name: Line,
        /// May be empty, which is not the same as missing.
        value: Option<Line>,
    },
    /// `register …`: for engines that are sold.
    Register(Line),
    /// `ucinewgame`: the next position is of another game.
    NewGame,
    /// `position …`
    Position(PositionSpec),
    /// `go …`
    Go(Box<Go>),
    /// `stop`: end the search and say what is best.
    Stop,
    /// `ponderhit`: the move that was pondered on has been played.
    PonderHit,
    /// `quit`
    Quit,

    // The rest.
    /// An empty line.
    Blank,
    /// A known command that cannot be understood.
    Malformed {
        /// The line as it came.
        line: Line,
        /// The form that it should have.
        expected: &'static str,
    },
    /// Any other line, as it came.
    Unknown(Line),
}

/// The commands that are one word; what follows does not matter.
static PLAIN: &[(&str, Command)] = &[
    ("uci", Command::Uci),
    ("isready", Command::IsReady),
    ("ucinewgame", Command::NewGame),
    ("stop", Command::Stop),
    ("ponderhit", Command::PonderHit),
    ("quit", Command::Quit),
];

/// The form of each command that has arguments.
const FORMS: &[&str] = &[
    "debug on or debug off",
    "setoption name NAME or setoption name NAME value VALUE",
    "register TEXT",
    "position startpos or position fen FEN, and moves MOVE...",
    "go and limits, each with a number",
];

impl Command {
    /// Any text is a command, if only an unknown one. Blanks around the line, among them the end
    /// of it, do not matter, nor do words before the first that is a command.
    pub fn parse(line: &str) -> Self {
        let line = Line::new(line);
        let mut text = line.as_str();
        while !text.is_empty() {
            let (name, rest) = split_word(text);
            if let Some(expected) = FORMS.iter().find(|form| split_word(form).0 == name) {
                return with_arguments(name, rest).unwrap_or(Self::Malformed { line, expected });
            }
            if let Some((_, plain)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
                return plain.clone();
            }
            text = rest;
        }
        if line.is_empty() { Self::Blank } else { Self::Unknown(line) }
    }

    /// What an engine may answer to a line that it cannot understand; the protocol would have it
    /// say nothing, which helps nobody.
    ///
    /// `None` if this one was understood.
    pub fn complaint(&self) -> Option<Reply> {
        let text = match self {
            Self::Unknown(line) => format!("unknown command: {line}"),
            Self::Malformed { line, expected } => {
                format!("bad command, expected {expected}: {line}")
            }
            _ => return None,
        };
        Some(Info::of_string(&text).into())
    }
}

fn with_arguments(name: &str, rest: &str) -> Option<Command> {
    match name {
        "debug" => match split_word(rest).0 {
            "on" => Some(Command::Debug(true)),
            "off" => Some(Command::Debug(false)),
            _ => None,
        },
        "setoption" => set_option(rest),
        "register" => Some(Command::Register(Line::new(rest))),
        "position" => PositionSpec::parse(rest).map(Command::Position),
        "go" => Go::parse(rest).map(|go| Command::Go(Box::new(go))),
        _ => None,
    }
}

fn set_option(text: &str) -> Option<Command> {
    let ("name", text) = split_word(text) else { return None };
    let (name, value) = match split_at_word(text, "value") {
        Some((name, value)) => (name, Some(parse_text(value))),
        None => (text, None),
    };
    let name = Line::new(name);
    (!name.is_empty()).then_some(Command::SetOption { name, value })
}

/// Without the end of the line.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {}", or_empty(value))
            }
            Self::Register(text) => write_spaced(f, "register", text),
            Self::Position(spec) => write!(f, "position {spec}"),
            Self::Go(go) => write!(f, "{go}"),
            Self::Malformed { line, .. } | Self::Unknown(line) => f.write_str(line),
            plain => f.write_str(plain.plain_name().unwrap_or("")),
        }
    }
}

impl Command {
    /// The word of a command that has no arguments.
    fn plain_name(&self) -> Option<&'static str> {
        PLAIN.iter().find(|(_, command)| command == self).map(|&(name, _)| name)
    }
}
