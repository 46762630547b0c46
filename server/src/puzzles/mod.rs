//! Puzzles of the program and from the games of the archive. The program finds and proves them; the
//! server keeps and asks them, and keeps a record of the answers.

mod answering;
mod choosing;
mod course;
mod lines;
mod schedule;
mod search;

pub(crate) use answering::{Given, Wish, answer, ask, hint, load};
pub(crate) use choosing::KINDS;
pub(crate) use schedule::{Answered, Day, Outcome};
pub(crate) use search::Search;
