//! The Chess Engine Communication Protocol (CECP), version 2, as XBoard speaks it on bughouse
//! servers.
//!
//! A [`Command`] is a line to an engine, a [`Reply`] a line from one. Both have a parser that
//! accepts any text and a printer, and the two agree: an engine parses commands and prints replies,
//! a match runner does the opposite.

mod command;
mod feature;
mod game_result;
mod holding;
mod move_text;
mod option;
mod reply;
mod thinking;
mod time;

pub use command::{Command, MoveChoice};
pub use feature::{Feature, FeatureValue, Switch};
pub use game_result::GameResult;
pub use holding::{HoldingError, HoldingUpdate};
pub use move_text::looks_like_move;
pub use option::{OptionKind, OptionSpec};
pub use reply::{Audience, Reply, announcement};
pub use thinking::Thinking;

use crate::text::{split_word, write_spaced};
