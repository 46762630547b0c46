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

pub use command::{Command, MoveChoice};
pub use feature::{Feature, FeatureValue, Switch};
pub use game_result::GameResult;
pub use holding::{HoldingError, HoldingUpdate};
pub use move_text::looks_like_move;
pub use option::{OptionKind, OptionSpec};
pub use reply::{Audience, Reply, announcement};
pub use thinking::Thinking;

use crate::text::{split_word, write_spaced};
