//! Lines from an engine.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

use super::{Feature, GameResult, OptionSpec, Switch, Thinking, write_spaced};
use crate::text::{Line, Quoted, Reason, Word};

/// A line from an engine.
///
/// XBoard passes a line that begins with *tell*, *draw*, *kibitz* or *whisper* to the server
/// unchanged. So each text but that of [`Other`](Self::Other) follows a word that is none of these.
///
/// ```
/// use tandem_protocol::cecp::Reply;
///
/// let reply = Reply::parse("tellics ptell need n");
/// assert_eq!(reply, Reply::Ptell("need n".into()));
/// // A text from a stranger cannot end the line and begin another.
/// assert_eq!(Reply::Ptell("hi\nresign".into()).to_string(), "tellics ptell hi resign");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `feature NAME=VALUE …`: abilities and requests of the engine.
    Features(Vec<Feature>),
    /// `move M`: the engine plays a move.
    Move(Word),
    /// `pong N`: the answer to `ping N`.
    Pong(u64),
    /// `tellics ptell TEXT`: a message to the partner.
    Ptell(Line),
    /// A message to somebody else.
    Tell {
        /// Addressee.
        to: Audience,
        /// The message; for the server it is a command, and none that begins with `ptell`.
        text: Line,
    },
    /// `resign`: the engine resigns.
    Resign,
    /// `offer draw`: the engine offers a draw.
    OfferDraw,
    /// `1-0 {TEXT}`: the engine claims that the game is over.
    Result {
        /// Result of the game.
        result: GameResult,
        /// Reason for the result.
        text: Line,
    },
    /// `Illegal move: M` or `Illegal move (REASON): M`: the engine rejects a move.
    IllegalMove {
        /// Reason, if the engine gives one.
        reason: Option<Reason>,
        /// The move as received.
        text: Line,
    },
    /// `Error (REASON): TEXT`: the engine rejects a command.
    Error {
        /// Reason for the error.
        reason: Reason,
        /// The line as received.
        text: Line,
    },
    /// A line of thinking output.
    Thinking(Thinking),
    /// `Hint: M`: a move suggested to the user.
    Hint(Word),
    /// `# TEXT`: a comment for the log, if the feature `debug` was accepted.
    Comment(Line),
    /// Any other line. For parsing only: printed, its text might be taken for another reply.
    Other(Line),
}

/// Addressee of a `tell…` line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// `telluser`: the user, by a message box.
    User,
    /// `tellusererror`: the user, by an error box.
    UserError,
    /// `askuser`: the user, by a box with a field for an answer.
    AskUser,
    /// `tellopponent`: the opponent.
    Opponent,
    /// `tellothers`: the observers.
    Others,
    /// `tellall`: the opponent and the observers.
    All,
    /// `tellics`: the server, as a command.
    Server,
    /// `tellicsnoalias`: the server, without expansion of the user's aliases.
    ServerNoAlias,
}

impl Audience {
    /// All addressees.
    pub const ALL: [Self; 8] = [
        Self::User,
        Self::UserError,
        Self::AskUser,
        Self::Opponent,
        Self::Others,
        Self::All,
        Self::Server,
        Self::ServerNoAlias,
    ];

    /// The first word of the line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::User => "telluser",
            Self::UserError => "tellusererror",
            Self::AskUser => "askuser",
            Self::Opponent => "tellopponent",
            Self::Others => "tellothers",
            Self::All => "tellall",
            Self::Server => "tellics",
            Self::ServerNoAlias => "tellicsnoalias",
        }
    }
}

/// The switches that a bughouse engine announces, some of them with XBoard's default.
const WANTED: [(Switch, bool); 21] = [
    (Switch::Ping, true),
    (Switch::SetBoard, true),
    (Switch::UserMove, true),
    (Switch::Time, true),
    (Switch::Draw, true),
    (Switch::SigInt, false), // otherwise a signal precedes the line after each own move
    (Switch::SigTerm, false),
    (Switch::Reuse, true),
    (Switch::Analyze, true),
    (Switch::Colors, false), // otherwise `white` or `black` precedes each `go`
    (Switch::Name, true),
    (Switch::Ics, true),
    (Switch::San, false),
    (Switch::Memory, true),
    (Switch::Smp, true),
    (Switch::PlayOther, true),
    (Switch::Pause, true),
    (Switch::Nps, true),
    (Switch::Debug, true),
    (Switch::Exclude, true),
    (Switch::OtherBoard, true), // most hosts do not support it, and reject it
];

/// The answer to `protover`, line by line: `done=0` first, because what follows may take a while to
/// load, and `done=1` last. If variants are offered, `bughouse` must be among them.
pub fn announcement(
    name: &str,
    variants: &[&str],
    options: impl IntoIterator<Item = OptionSpec>,
) -> Vec<Reply> {
    let done = |on| Reply::Features(vec![Feature::Switch(Switch::Done, on)]);
    let switches = WANTED.iter().map(|&(switch, on)| Feature::Switch(switch, on)).collect();
    let variants = variants.iter().filter_map(|variant| Word::new(variant)).collect();
    let names = vec![Feature::MyName(Quoted::new(name)), Feature::Variants(variants)];
    let mut lines = vec![done(false), Reply::Features(switches), Reply::Features(names)];
    lines.extend(options.into_iter().map(|option| Reply::Features(vec![Feature::Option(option)])));
    lines.push(done(true));
    lines
}

/// The line without its end.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Features(features) => {
                f.write_str("feature")?;
                features.iter().try_for_each(|feature| write!(f, " {feature}"))
            }
            Self::Move(text) => write!(f, "move {text}"),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Ptell(text) => write_spaced(f, "tellics ptell", text),
            Self::Tell { to, text } => write_spaced(f, to.word(), text),
            Self::Resign => f.write_str("resign"),
            Self::OfferDraw => f.write_str("offer draw"),
            Self::Result { result, text } => result.write_with_text(f, text),
            Self::IllegalMove { reason: None, text } => write!(f, "Illegal move: {text}"),
            Self::IllegalMove { reason: Some(reason), text } => {
                write!(f, "Illegal move ({reason}): {text}")
            }
            Self::Error { reason, text } => write!(f, "Error ({reason}): {text}"),
            Self::Thinking(thinking) => write!(f, "{thinking}"),
            Self::Hint(text) => write!(f, "Hint: {text}"),
            Self::Comment(text) => write_spaced(f, "#", text),
            Self::Other(line) => f.write_str(line),
        }
    }
}
