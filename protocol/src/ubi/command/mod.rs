//! Lines to an engine.

#[cfg(test)]
mod tests;

use std::fmt;

use tandem_rules::BoardId;

use super::{Go, Info, PositionSpec, Reply, TeamMessage, split_board};
use crate::text::{Line, Word, split_word};
use crate::uci::command::{parse_setting, write_setting};

/// A line to an engine, from the program that runs it.
///
/// The printer inverts the parser: the two agree on everything that the parser returns. They also
/// agree on all other values whose texts contain no keyword that would end them.
///
/// ```
/// use tandem_protocol::ubi::Command;
///
/// let text = "position startpos | startpos clock 180000 180000 179000 180000";
/// let Command::Position(position) = Command::parse(text) else { unreachable!() };
/// assert_eq!(position.clocks_ms[2], 179_000);
/// let refused = Command::parse("go depth 9").complaint().expect("a board is missing");
/// assert!(refused.to_string().ends_with(": go depth 9"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ubi`: UBI begins; the engine answers with its name and its options.
    Ubi,
    /// `isready`: answer when all earlier commands are done, also during a search.
    IsReady,
    /// `setoption name NAME` presses a button, `setoption name NAME value VALUE` sets a value.
    SetOption {
        /// Name, in any case; does not contain the word `value`.
        name: Line,
        /// Value; an empty one differs from a missing one.
        value: Option<Line>,
    },
    /// `ubinewgame`: the next position belongs to another game.
    NewGame,
    /// `position …`: both boards and all clocks, as they are now.
    Position(Box<PositionSpec>),
    /// `partnermsg …`: a message of the partner.
    PartnerMessage(TeamMessage),
    /// `go board A …`: start a search of a board.
    Go(Box<Go>),
    /// `stop` or `stop board A`: end all searches, or that of a board, without a move.
    Stop(Option<BoardId>),
    /// `metadata KEY VALUE`: a note for the log.
    Metadata {
        /// Name of the note.
        key: Word,
        /// Its text, which is not empty.
        value: Line,
    },
    /// `quit`: exit.
    Quit,

    // Other lines.
    /// An empty line.
    Blank,
    /// A known command with wrong arguments.
    Malformed {
        /// The line as received.
        line: Line,
        /// The form that the command should have.
        expected: &'static str,
    },
    /// Any other line, as received.
    Unknown(Line),
}

/// The commands that consist of a single word; what follows it is ignored.
static PLAIN: &[(&str, Command)] = &[
    ("ubi", Command::Ubi),
    ("isready", Command::IsReady),
    ("ubinewgame", Command::NewGame),
    ("quit", Command::Quit),
];

/// The forms of the commands with arguments.
const FORMS: &[&str] = &[
    "setoption name NAME or setoption name NAME value VALUE",
    "position BFEN | BFEN clock WA BA WB BB, each BFEN possibly startpos",
    "partnermsg need PIECE, stall, play_fast, material NUMBER or threat LEVEL",
    "go board A or go board B, and limits, each with a number",
    "stop, stop board A or stop board B",
    "metadata KEY VALUE",
];

impl Command {
    /// Parses a line. Any text is a command, if need be [`Unknown`](Self::Unknown). Whitespace
    /// around the line, including its end, is ignored.
    pub fn parse(line: &str) -> Self {
        let line = Line::new(line);
        let (name, rest) = split_word(&line);
        if let Some(expected) = FORMS.iter().find(|form| first_word(form) == name) {
            return with_arguments(name, rest).unwrap_or(Self::Malformed { line, expected });
        }
        if let Some((_, plain)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
            return plain.clone();
        }
        if line.is_empty() { Self::Blank } else { Self::Unknown(line) }
    }

    /// An answer to a line that the engine cannot understand, which quotes it.
    ///
    /// `None` if the line was understood.
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

/// The first word of a form, without a comma that follows it.
fn first_word(form: &str) -> &str {
    split_word(form).0.trim_end_matches(',')
}

fn with_arguments(name: &str, rest: &str) -> Option<Command> {
    match name {
        "setoption" => parse_setting(rest).map(|(name, value)| Command::SetOption { name, value }),
        "position" => Some(Command::Position(Box::new(PositionSpec::parse(rest)?))),
        "partnermsg" => rest.parse().ok().map(Command::PartnerMessage),
        "go" => Some(Command::Go(Box::new(Go::parse(rest)?))),
        "stop" if rest.is_empty() => Some(Command::Stop(None)),
        "stop" => split_board(rest)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(b, _)| Command::Stop(Some(b))),
        "metadata" => {
            let (key, value) = split_word(rest);
            let (key, value) = (Word::new(key)?, Line::new(value));
            (!value.is_empty()).then_some(Command::Metadata { key, value })
        }
        _ => None,
    }
}

/// The line without its end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetOption { name, value } => write_setting(f, name, value.as_ref()),
            Self::Position(spec) => write!(f, "position {spec}"),
            Self::PartnerMessage(message) => write!(f, "partnermsg {message}"),
            Self::Go(go) => write!(f, "{go}"),
            Self::Stop(None) => f.write_str("stop"),
            Self::Stop(Some(board)) => write!(f, "stop board {board}"),
            Self::Metadata { key, value } => write!(f, "metadata {key} {value}"),
            Self::Malformed { line, .. } | Self::Unknown(line) => f.write_str(line),
            plain => f.write_str(plain.plain_name().unwrap_or("")),
        }
    }
}

impl Command {
    /// The word of a command without arguments.
    fn plain_name(&self) -> Option<&'static str> {
        PLAIN.iter().find(|(_, command)| command == self).map(|&(name, _)| name)
    }
}
