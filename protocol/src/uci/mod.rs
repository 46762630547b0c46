//! The Universal Chess Interface (UCI) of April 2006, for one board and for two.
//!
//! A [`Command`] is a line to an engine, a [`Reply`] a line from one; both have a parser that
//! accepts any text and a printer, and the two agree. The specification does not cover bughouse;
//! engines have these conventions in common:
//!
//! - drops are `P@e4`, holdings follow the placement of a FEN in brackets;
//! - an engine that plays a team is given `position fen A|B`, moves with the digit of their board
//!   (`1e2e4`, `2P@e5`), and the options `Team` (white: White on A and Black on B) and `Mode` (sit:
//!   time is on the team's side); it answers with pairs, `bestmove (e2e4,pass)`.

mod choice;
pub(crate) mod command;
mod go;
mod info;
mod option;
mod position;
mod reply;
pub(crate) mod words;

pub use choice::{BoardMove, Choice};
pub use command::{Command, CommandLines};
pub use go::Go;
pub use info::{Bound, CurrentLine, Info, Score, ScoreValue};
pub use option::{OptionKind, OptionSpec};
pub use position::{PositionSpec, Start};
pub use reply::{Reply, Verdict};
pub use words::rounded;
