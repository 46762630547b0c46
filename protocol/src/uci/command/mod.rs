//! Lines to an engine.

mod lines;
#[cfg(test)]
mod tests;

use std::fmt;

use super::words::{or_empty, parse_text, split_at_word};
use super::{Go, Info, PositionSpec, Reply};
use crate::text::{Line, split_word, write_spaced};

pub use lines::CommandLines;

/// A line to an engine, from the program that runs it.
///
/// The printer inverts the parser: the two agree on everything that the parser returns. They also
/// agree on all other values whose texts contain no keyword that would end them.
///
/// ```
/// use tandem_protocol::uci::Command;
///
/// let Command::Go(go) = Command::parse("go wtime 60000 btime 58000 depth 12") else {
///     unreachable!()
/// };
/// assert_eq!((go.time_ms, go.depth), ([Some(60_000), Some(58_000)], Some(12)));
/// assert_eq!(Command::parse("isready").to_string(), "isready");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: UCI begins; the engine answers with its name and its options.
    Uci,
    /// `debug on`, `debug off`: switch additional output on or off.
    Debug(bool),
    /// `isready`: answer when all earlier commands are done, also during a search.
    IsReady,
    /// `setoption name NAME` presses a button, `setoption name NAME value VALUE` sets a value.
    SetOption {
        /// Name, in any case; does not contain the word `value`.
        name: Line,
        /// Value; an empty one differs from a missing one.
        value: Option<Line>,
    },
    /// `register …`: the registration of commercial engines.
    Register(Line),
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `position …`: the position to search.
    Position(PositionSpec),
    /// `go …`: start a search.
    Go(Box<Go>),
    /// `stop`: end the search and send the best move.
    Stop,
    /// `ponderhit`: the opponent played the move that was pondered on.
    PonderHit,
    /// `quit`: exit.
    Quit,

    // Commands beyond the specification, known from Stockfish and Fairy-Stockfish. Only the first
    // word of a line is one.
    /// `d`: show the position, drawn and as FEN.
    Draw,
    /// `eval`: show the static evaluation of the position.
    Evaluate,
    /// `flip`: exchange the colors of the position.
    Flip,
    /// `go perft DEPTH`: count the leaves below each move.
    Perft(u32),
    /// `help`: name the commands.
    Help,
    /// `bench …`: search fixed positions. A command of the command line here.
    Bench(Line),
    /// `load FILE` or `load <<END`, with the lines up to `END`: define variants. Not supported; see
    /// [`CommandLines`] for the lines that follow.
    Load(Line),

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
    ("uci", Command::Uci),
    ("isready", Command::IsReady),
    ("ucinewgame", Command::NewGame),
    ("stop", Command::Stop),
    ("ponderhit", Command::PonderHit),
    ("quit", Command::Quit),
];

/// The commands beyond the specification that consist of a single word.
static EXTENSIONS: &[(&str, Command)] = &[
    ("d", Command::Draw),
    ("eval", Command::Evaluate),
    ("flip", Command::Flip),
    ("help", Command::Help),
];

/// The forms of the commands with arguments.
const FORMS: &[&str] = &[
    "debug on or debug off",
    "setoption name NAME or setoption name NAME value VALUE",
    "register TEXT",
    "position startpos or position fen FEN, and moves MOVE...",
    "go and limits, each with a number",
];

impl Command {
    /// Parses a line. Any text is a command, if need be [`Unknown`](Self::Unknown). Whitespace
    /// around the line, including its end, is ignored, and so are words before the first that is a
    /// command.
    pub fn parse(line: &str) -> Self {
        let line = Line::new(line);
        if let Some(extension) = extension(&line) {
            return extension;
        }
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

    /// An answer to a line that the engine cannot understand or obey. The protocol would have the engine
    /// ignore such a line silently, which does not help.
    ///
    /// `None` if the line was understood and can be obeyed.
    pub fn complaint(&self) -> Option<Reply> {
        let text = match self {
            Self::Unknown(line) => format!("unknown command: {line}"),
            Self::Bench(_) => format!("run `tandem bench` on the command line instead: {self}"),
            Self::Load(_) => format!("variants cannot be defined: {self}"),
            Self::Malformed { line, expected } => {
                format!("bad command, expected {expected}: {line}")
            }
            _ => return None,
        };
        Some(Info::of_string(&text).into())
    }
}

/// The command beyond the specification with which a line begins.
fn extension(line: &str) -> Option<Command> {
    let (name, rest) = split_word(line);
    match name {
        "bench" => Some(Command::Bench(Line::new(rest))),
        "load" => Some(Command::Load(Line::new(rest))),
        "go" => perft(line, rest),
        _ => {
            let plain = EXTENSIONS.iter().find(|(plain, _)| *plain == name);
            plain.map(|(_, plain)| plain.clone())
        }
    }
}

/// The count that `go` asks for, if it does.
fn perft(line: &str, arguments: &str) -> Option<Command> {
    let ("perft", depth) = split_word(arguments) else { return None };
    let malformed =
        || Command::Malformed { line: Line::new(line), expected: "go perft DEPTH, a number" };
    Some(depth.parse().map_or_else(|_| malformed(), Command::Perft))
}

fn with_arguments(name: &str, rest: &str) -> Option<Command> {
    match name {
        "debug" => match split_word(rest).0 {
            "on" => Some(Command::Debug(true)),
            "off" => Some(Command::Debug(false)),
            _ => None,
        },
        "setoption" => parse_setting(rest).map(|(name, value)| Command::SetOption { name, value }),
        "register" => Some(Command::Register(Line::new(rest))),
        "position" => PositionSpec::parse(rest).map(Command::Position),
        "go" => Go::parse(rest).map(|go| Command::Go(Box::new(go))),
        _ => None,
    }
}

/// Parses the arguments of `setoption`: a name, and a value if there is one.
pub(crate) fn parse_setting(text: &str) -> Option<(Line, Option<Line>)> {
    let ("name", text) = split_word(text) else { return None };
    let (name, value) = match split_at_word(text, "value") {
        Some((name, value)) => (name, Some(parse_text(value))),
        None => (text, None),
    };
    let name = Line::new(name);
    (!name.is_empty()).then_some((name, value))
}

/// Writes `setoption` with these arguments.
pub(crate) fn write_setting(
    f: &mut fmt::Formatter<'_>,
    name: &Line,
    value: Option<&Line>,
) -> fmt::Result {
    write!(f, "setoption name {name}")?;
    value.map_or(Ok(()), |value| write!(f, " value {}", or_empty(value)))
}

/// The line without its end.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::SetOption { name, value } => write_setting(f, name, value.as_ref()),
            Self::Register(text) => write_spaced(f, "register", text),
            Self::Bench(text) => write_spaced(f, "bench", text),
            Self::Load(text) => write_spaced(f, "load", text),
            Self::Position(spec) => write!(f, "position {spec}"),
            Self::Go(go) => write!(f, "{go}"),
            Self::Perft(depth) => write!(f, "go perft {depth}"),
            Self::Malformed { line, .. } | Self::Unknown(line) => f.write_str(line),
            plain => f.write_str(plain.plain_name().unwrap_or("")),
        }
    }
}

impl Command {
    /// The word of a command without arguments.
    fn plain_name(&self) -> Option<&'static str> {
        let mut all = PLAIN.iter().chain(EXTENSIONS);
        all.find(|(_, command)| command == self).map(|&(name, _)| name)
    }
}
