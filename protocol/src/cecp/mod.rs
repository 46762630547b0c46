//! The Chess Engine Communication Protocol, version 2, as XBoard speaks it on bughouse servers.
//!
//! [`Command`] is what an engine receives, [`Reply`] what it sends. Both have a parser that takes
//! any text and a printer, and the two agree: an engine parses commands and prints replies, the
//! runner of a match does the opposite.

mod command;
mod feature;
mod game_result;
mod holding;
mod move_text;
mod option;
mod reply;
mod thinking;
mod time;

pub use command::Command;
pub use feature::{Feature, FeatureValue, Switch};
pub use game_result::GameResult;
pub use holding::{HoldingError, HoldingUpdate};
pub use move_text::looks_like_move;
pub use option::{OptionKind, OptionSpec};
pub use reply::{Audience, Reply, announcement};
pub use thinking::Thinking;

use std::fmt;

/// Writes `name text`, or `name` alone if there is no text.
fn write_spaced(f: &mut fmt::Formatter<'_>, name: &str, text: &str) -> fmt::Result {
    if text.is_empty() { f.write_str(name) } else { write!(f, "{name} {text}") }
}

/// The first word of a trimmed line and the trimmed rest.
fn split_word(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}
