//! Lines from an engine.

#[cfg(test)]
mod tests;

use std::fmt;

use tandem_rules::BoardId;

use super::{Info, OptionSpec, TeamMessage, split_board};
use crate::text::{Line, Word, split_word, write_spaced};

/// A line from an engine.
///
/// ```
/// use tandem_protocol::ubi::Reply;
/// use tandem_rules::BoardId;
///
/// let reply = Reply::parse("bestmove board B n@f3");
/// let Reply::BestMove { board: BoardId::B, best: Some(best) } = &reply else { unreachable!() };
/// assert_eq!(*best, "n@f3");
/// assert_eq!(reply.to_string(), "bestmove board B n@f3");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name TEXT`: the engine's name.
    Name(Line),
    /// `id author TEXT`: the engine's authors.
    Author(Line),
    /// `option …`: an option of the engine.
    Option(OptionSpec),
    /// `ubiok`: the list of options is complete.
    UbiOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `info …`: thinking output.
    Info(Box<Info>),
    /// `bestmove board A M`: the result of a search.
    BestMove {
        /// The board that was searched.
        board: BoardId,
        /// The move to play; `None` if there is none, `(none)`.
        best: Option<Word>,
    },
    /// `teammsg …`: a message to the partner.
    TeamMessage(TeamMessage),
    /// A known reply with wrong arguments.
    Malformed {
        /// The line as received.
        line: Line,
        /// The form that the reply should have.
        expected: &'static str,
    },
    /// Any other line. For parsing only: printed, its text might be taken for another reply.
    Other(Line),
}

/// The word for no move.
const NO_MOVE: &str = "(none)";

/// The forms of the replies with arguments.
const FORMS: &[&str] = &[
    "id name NAME or id author NAME",
    "option name NAME type TYPE",
    "info board A or info board B, and fields",
    "bestmove board A MOVE or bestmove board B MOVE",
    "teammsg need PIECE, stall, play_fast, material NUMBER or threat LEVEL",
];

impl Reply {
    /// Parses a line. Any text is a reply, if need be [`Other`](Self::Other). Whitespace around the
    /// line is ignored.
    pub fn parse(line: &str) -> Self {
        let line = Line::new(line);
        let (name, rest) = split_word(&line);
        match name {
            "ubiok" => return Self::UbiOk,
            "readyok" => return Self::ReadyOk,
            _ => {}
        }
        match FORMS.iter().find(|form| split_word(form).0 == name) {
            Some(expected) => {
                with_arguments(name, rest).unwrap_or(Self::Malformed { line, expected })
            }
            None => Self::Other(line),
        }
    }
}

fn with_arguments(name: &str, rest: &str) -> Option<Reply> {
    match name {
        "id" => match split_word(rest) {
            ("name", text) => Some(Reply::Name(Line::new(text))),
            ("author", text) => Some(Reply::Author(Line::new(text))),
            _ => None,
        },
        "option" => OptionSpec::parse(rest).map(Reply::Option),
        "info" => Info::parse(rest).map(Reply::from),
        "bestmove" => {
            let (board, text) = split_board(rest)?;
            let best = Word::new(text)?;
            let best = Some(best).filter(|best| *best != NO_MOVE);
            Some(Reply::BestMove { board, best })
        }
        "teammsg" => rest.parse().ok().map(Reply::TeamMessage),
        _ => None,
    }
}

impl From<Info> for Reply {
    fn from(info: Info) -> Self {
        Self::Info(Box::new(info))
    }
}

/// The line without its end.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(text) => write_spaced(f, "id name", text),
            Self::Author(text) => write_spaced(f, "id author", text),
            Self::Option(option) => write!(f, "{option}"),
            Self::UbiOk => f.write_str("ubiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "{info}"),
            Self::BestMove { board, best } => {
                write!(f, "bestmove board {board} {}", best.as_deref().unwrap_or(NO_MOVE))
            }
            Self::TeamMessage(message) => write!(f, "teammsg {message}"),
            Self::Malformed { line, .. } | Self::Other(line) => f.write_str(line),
        }
    }
}
