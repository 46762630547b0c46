//! The Universal Bughouse Interface (UBI) 1.1: both boards and all four clocks on one wire.
//!
//! A [`Command`] is a line to an engine, a [`Reply`] a line from one; both have a parser that
//! accepts any text and a printer, and the two agree. Unlike in UCI, `position` tells the whole state
//! of the game each time, also during a search; each board is searched by itself, and both may be at
//! once; a search that is stopped, or whose board has changed, has no `bestmove`. Drops are written in
//! lower case, `n@f3`.

mod command;
mod go;
mod info;
mod position;
mod reply;
mod team;

pub use crate::uci::{Choice, OptionKind, OptionSpec, Score, ScoreValue};
pub use command::Command;
pub use go::Go;
pub use info::Info;
pub use position::{PositionSpec, Start};
pub use reply::Reply;
pub use team::{Rush, TeamMessage, TeamMessageError, Threat, Urgency};

use tandem_rules::BoardId;

use crate::text::split_word;

/// Parses `board A` or `board B` at the beginning of a text; returns the rest too.
fn split_board(text: &str) -> Option<(BoardId, &str)> {
    let ("board", rest) = split_word(text) else { return None };
    let (name, rest) = split_word(rest);
    let board = match name {
        "A" => BoardId::A,
        "B" => BoardId::B,
        _ => return None,
    };
    Some((board, rest))
}
