//! Puzzles from the games of the archive. The program finds and proves them; the server keeps and
//! asks them, and keeps a record of the answers.

mod answering;
mod search;

pub(crate) use answering::{answer, ask, hint};
pub(crate) use search::Search;
