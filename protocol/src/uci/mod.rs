//! The Universal Chess Interface of April 2006, for one board and for two.
//!
//! [`Command`] is what an engine receives, [`Reply`] what it sends; both have a parser that takes
//! any text and a printer, and the two agree. Where the specification leaves bughouse out, engines
//! have agreed on the rest:
//!
//! - drops are `P@e4`, holdings stand in brackets behind the placement of a FEN;
//! - an engine that plays a team is given `position fen A|B`, moves with the digit of their board
//!   (`1e2e4`, `2P@e5`), and the options `Team` (white: White on A and Black on B) and `Mode` (sit:
//!   time is on the team's side); it answers with pairs, `bestmove (e2e4,pass)`.

mod choice;
mod command;
mod go;
mod info;
mod option;
mod position;
mod reply;
mod words;

pub use choice::{BoardMove, Choice};
pub use command::Command;
pub use go::Go;
pub use info::{Bound, CurrentLine, Info, Score, ScoreValue};
pub use option::{OptionKind, OptionSpec};
pub use position::{PositionSpec, Start};
pub use reply::{Reply, Verdict};
