//! `feature NAME=VALUE …`: an engine's abilities and requests.

use std::fmt;

use super::OptionSpec;
use crate::text::{Quoted, Word};

/// One entry of a `feature` line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// A feature that is on or off.
    Switch(Switch, bool),
    /// `myname="…"`: the name of the engine.
    MyName(Quoted),
    /// `variants="a,b"`; XBoard declines a server game if they do not include `bughouse`.
    Variants(Vec<Word>),
    /// `option="NAME -KIND …"`: an option.
    Option(OptionSpec),
    /// Any other feature.
    Other {
        /// Name before the equals sign; it contains none itself.
        name: Word,
        /// Value after the equals sign.
        value: FeatureValue,
    },
}

/// The value of an unknown feature.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FeatureValue {
    /// A number, printed bare.
    Number(i64),
    /// A text, printed in quotes because XBoard rejects a bare one; parsed without them too.
    Text(Quoted),
}

/// Declares [`Switch`] with the protocol's names of its values.
macro_rules! switches {
    ($($(#[$doc:meta])* $switch:ident = $name:literal,)*) => {
        /// A feature that is on or off.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Switch {
            $($(#[$doc])* $switch,)*
        }

        impl Switch {
            /// All switches.
            pub const ALL: &[Self] = &[$(Self::$switch,)*];

            /// The protocol's name of the switch.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$switch => $name,)*
                }
            }
        }
    };
}

switches! {
    /// Off: more features follow, maybe after a while. On: the list is complete.
    Done = "done",
    /// Answers `ping`.
    Ping = "ping",
    /// Takes `setboard`.
    SetBoard = "setboard",
    /// Wants moves after the word `usermove`.
    UserMove = "usermove",
    /// Wants `time` and `otim`.
    Time = "time",
    /// Wants `draw` when the opponent offers a draw.
    Draw = "draw",
    /// Wants an interrupt signal (SIGINT) before each line that is sent while it thinks.
    SigInt = "sigint",
    /// Wants a termination signal (SIGTERM) at the end.
    SigTerm = "sigterm",
    /// Can play more than one game in a process.
    Reuse = "reuse",
    /// Takes `analyze`.
    Analyze = "analyze",
    /// Wants `white` and `black`.
    Colors = "colors",
    /// Wants `name`, the opponent's name.
    Name = "name",
    /// Wants `ics`, the name of the server.
    Ics = "ics",
    /// Wants moves in standard algebraic notation (SAN).
    San = "san",
    /// Takes `memory`.
    Memory = "memory",
    /// Takes `cores`.
    Smp = "smp",
    /// Takes `playother`.
    PlayOther = "playother",
    /// Takes `pause` and `resume`.
    Pause = "pause",
    /// Takes `nps`.
    Nps = "nps",
    /// Sends comments, lines that begin with `#`.
    Debug = "debug",
    /// Takes `include` and `exclude`.
    Exclude = "exclude",
    /// Takes `setscore`.
    SetScore = "setscore",
    /// Highlights legal moves.
    Highlight = "highlight",
    /// Wants the moves and holdings of the partner's board: `pmove` and `pholding`.
    OtherBoard = "otherboard",
}

impl Switch {
    /// The switch with this name. `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|switch| switch.name() == name)
    }
}

impl Feature {
    /// Parses the arguments of `feature`.
    pub(super) fn parse_all(text: &str) -> Vec<Self> {
        let mut features = Vec::new();
        let mut text = text.trim_start();
        while !text.is_empty() {
            let end = text.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len());
            let (name, rest) = text.split_at(end);
            let (value, rest) = parse_value(rest);
            features.extend(Word::new(name).map(|name| Self::from_entry(name, value)));
            text = rest.trim_start();
        }
        features
    }

    fn from_entry(name: Word, value: FeatureValue) -> Self {
        use FeatureValue::{Number, Text};
        match (name.as_str(), value) {
            ("myname", Text(text)) => Self::MyName(text),
            ("variants", Text(text)) => Self::Variants(parse_variants(&text)),
            ("option", Text(text)) => OptionSpec::parse(&text)
                .map_or_else(|| Self::Other { name, value: Text(text) }, Self::Option),
            (text, Number(number)) => match Switch::from_name(text) {
                Some(switch) => Self::Switch(switch, number != 0),
                None => Self::Other { name, value: Number(number) },
            },
            (_, value) => Self::Other { name, value },
        }
    }
}

/// Parses the equals sign and the value after a name, and returns the rest of the line.
fn parse_value(text: &str) -> (FeatureValue, &str) {
    let Some(text) = text.strip_prefix('=') else {
        return (FeatureValue::Text(Quoted::default()), text);
    };
    if let Some(text) = text.strip_prefix('"') {
        let (value, rest) = text.split_once('"').unwrap_or((text, ""));
        return (FeatureValue::Text(Quoted::new(value)), rest);
    }
    let (value, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    let number = value.parse().map(FeatureValue::Number);
    (number.unwrap_or_else(|_| FeatureValue::Text(Quoted::new(value))), rest)
}

fn parse_variants(text: &str) -> Vec<Word> {
    text.split(',').filter_map(|name| Word::new(name.trim())).collect()
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(switch, on) => write!(f, "{}={}", switch.name(), u8::from(*on)),
            Self::MyName(name) => write!(f, "myname=\"{name}\""),
            Self::Variants(names) => {
                let names: Vec<&str> = names.iter().map(Word::as_str).collect();
                write!(f, "variants=\"{}\"", names.join(","))
            }
            Self::Option(option) => write!(f, "option=\"{option}\""),
            Self::Other { name, value: FeatureValue::Number(number) } => {
                write!(f, "{name}={number}")
            }
            Self::Other { name, value: FeatureValue::Text(text) } => write!(f, "{name}=\"{text}\""),
        }
    }
}
