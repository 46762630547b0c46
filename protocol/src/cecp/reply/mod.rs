//! What an engine sends.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

use super::{Feature, GameResult, OptionSpec, Switch, Thinking, write_spaced};
use crate::text::{Line, Quoted, Reason, Word};

/// A line from an engine.
///
/// A line that begins with *tell*, *draw*, *kibitz* or *whisper* goes from XBoard to the server as
/// it is, so all text but that of [`Other`](Self::Other) stands behind a word that is none of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `feature NAME=VALUE …`
    Features(Vec<Feature>),
    /// `move M`
    Move(Word),
    /// `pong N`
    Pong(u64),
    /// `tellics ptell TEXT`: to the partner.
    Ptell(Line),
    /// A text to somebody else.
    Tell {
        /// To whom.
        to: Audience,
        /// What; to the server it is a command, and none that begins with `ptell`.
        text: Line,
    },
    /// `resign`
    Resign,
    /// `offer draw`
    OfferDraw,
    /// `1-0 {TEXT}`: the engine says that the game is over.
    Result {
        /// How it ended.
        result: GameResult,
        /// Why.
        text: Line,
    },
    /// `Illegal move: M` or `Illegal move (REASON): M`
    IllegalMove {
        /// Why not.
        reason: Option<Reason>,
        /// The move as it came.
        text: Line,
    },
    /// `Error (REASON): TEXT`
    Error {
        /// What is wrong.
        reason: Reason,
        /// The line as it came.
        text: Line,
    },
    /// A line of thinking output.
    Thinking(Thinking),
    /// `Hint: M`
    Hint(Word),
    /// `# TEXT`: for the log; understood where the feature `debug` is.
    Comment(Line),
    /// Any other line. For parsing only: what is printed of it may mean something.
    Other(Line),
}

/// Whom a `tell…` line is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// `telluser`: a box on the screen.
    User,
    /// `tellusererror`: the same for errors.
    UserError,
    /// `askuser`: a box with a field for an answer.
    AskUser,
    /// `tellopponent`
    Opponent,
    /// `tellothers`: the observers.
    Others,
    /// `tellall`: opponent and observers.
    All,
    /// `tellics`: a command to the server.
    Server,
    /// `tellicsnoalias`: the same, past the user's aliases.
    ServerNoAlias,
}

impl Audience {
    /// All of them.
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

    /// The word before the text.
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

/// What a bughouse engine wants, where it is not XBoard's default or where that is only a guess.
const WANTED: [(Switch, bool); 21] = [
    (Switch::Ping, true),
    (Switch::SetBoard, true),
    (Switch::UserMove, true),
    (Switch::Time, true),
    (Switch::Draw, true),
    (Switch::SigInt, false), // else a signal comes before the line after each own move
    (Switch::SigTerm, false),
    (Switch::Reuse, true),
    (Switch::Analyze, true),
    (Switch::Colors, false), // else relics come before each `go`
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
    (Switch::OtherBoard, true), // most hosts do not show it, and say so
];

/// The answer to `protover`, line by line: `done=0` first, for what follows may take a while to
/// load, and `done=1` last. Where variants are offered, `bughouse` must be among them.
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

/// Without the end of the line.
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
