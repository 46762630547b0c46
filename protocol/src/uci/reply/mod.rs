//! Lines from an engine.

#[cfg(test)]
mod tests;

use std::fmt;

use super::words::{split_at_word, write_field};
use super::{Choice, Info, OptionSpec};
use crate::text::{Line, Row, split_word, write_spaced};

/// A line from an engine.
///
/// ```
/// use tandem_protocol::uci::{Choice, Reply};
///
/// // An engine that plays both boards of a team answers with a pair.
/// let reply = Reply::parse("bestmove (e2e4,pass)");
/// let Reply::BestMove { best: Some(Choice::Both([on_a, on_b])), .. } = &reply else {
///     unreachable!()
/// };
/// assert_eq!((on_a.as_deref(), on_b.as_deref()), (Some("e2e4"), None));
/// assert_eq!(reply.to_string(), "bestmove (e2e4,pass)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name TEXT`: the engine's name.
    Name(Line),
    /// `id author TEXT`: the engine's authors.
    Author(Line),
    /// `option …`: an option of the engine.
    Option(OptionSpec),
    /// `uciok`: the list of options is complete.
    UciOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `bestmove M`, `bestmove M ponder M`: the result of a search.
    BestMove {
        /// The move to play; `None` if the engine has no move or makes none.
        best: Option<Choice>,
        /// The next ply, on which the engine would like to ponder.
        ponder: Option<Choice>,
    },
    /// `info …`: thinking output.
    Info(Box<Info>),
    /// `copyprotection V`: state of the copy protection.
    CopyProtection(Verdict),
    /// `registration V`: state of the registration.
    Registration(Verdict),
    /// A row of what `d` and `eval` show to a person. For printing only: it is not parsed, and begins
    /// with no word of the protocol.
    Shown(Row),
    /// Any other line. For parsing only: printed, its text might be taken for another reply.
    Other(Line),
}

/// State of a copy protection or a registration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// `checking`: in progress.
    Checking,
    /// `ok`: successful.
    Ok,
    /// `error`: failed.
    Error,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 3] = [Self::Checking, Self::Ok, Self::Error];

    /// The word in the line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.word() == split_word(text).0)
    }
}

impl Reply {
    /// Parses a line. Any text is a reply, if need be [`Other`](Self::Other). Whitespace around the
    /// line is ignored.
    ///
    /// Unlike in a command, the first word must be known: engines print all kinds of lines, and
    /// `bestmove` in the middle of one is not a reply.
    pub fn parse(line: &str) -> Self {
        let line = Line::new(line);
        let (name, rest) = split_word(&line);
        let known = match name {
            "id" => match split_word(rest) {
                ("name", text) => Some(Self::Name(Line::new(text))),
                ("author", text) => Some(Self::Author(Line::new(text))),
                _ => None,
            },
            "option" => OptionSpec::parse(rest).map(Self::Option),
            "uciok" => Some(Self::UciOk),
            "readyok" => Some(Self::ReadyOk),
            "bestmove" => Some(parse_best_move(rest)),
            "info" => Some(Info::parse(rest).into()),
            "copyprotection" => Verdict::parse(rest).map(Self::CopyProtection),
            "registration" => Verdict::parse(rest).map(Self::Registration),
            _ => None,
        };
        known.unwrap_or(Self::Other(line))
    }
}

fn parse_best_move(text: &str) -> Reply {
    let (best, ponder) = split_at_word(text, "ponder").unwrap_or((text, ""));
    Reply::BestMove { best: parse_choice(best), ponder: parse_choice(ponder) }
}

/// Parses the first word, or a pair that may contain blanks. `None` for no move, which engines
/// write in several ways.
fn parse_choice(text: &str) -> Option<Choice> {
    let word = match text.split_once(')') {
        Some((pair, _)) if pair.starts_with('(') => {
            pair.split_whitespace().collect::<String>() + ")"
        }
        _ => split_word(text).0.to_owned(),
    };
    let is_none = ["", "(none)", "none", "NULL", "0000"].contains(&word.as_str());
    (!is_none).then(|| Choice::parse(&word))?
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
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove { best, ponder } => {
                match best {
                    None => f.write_str("bestmove (none)")?,
                    Some(best) => write!(f, "bestmove {best}")?,
                }
                write_field(f, "ponder", ponder.as_ref())
            }
            Self::Info(info) => write!(f, "{info}"),
            Self::CopyProtection(verdict) => write!(f, "copyprotection {}", verdict.word()),
            Self::Registration(verdict) => write!(f, "registration {}", verdict.word()),
            Self::Shown(row) => f.write_str(row),
            Self::Other(line) => f.write_str(line),
        }
    }
}
