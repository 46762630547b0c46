//! Games of chess.com: one bughouse game is two JSON texts, one for each board.
//!
//! A [`GameBoard`] is read from one text; [`GameBoard::is_partner`] tells which two belong
//! together, and [`join()`] makes a [`GameRecord`](super::bpgn::GameRecord) of them. The board with
//! the lower number is board A. The texts give each board's clocks and no common time: the order of
//! moves across the boards follows from the time used on each, and no drop comes before the capture
//! that feeds it.
//!
//! Monthly archives of a player have many boards, without clocks or partners: [`Documents`] reads them
//! one by one, and [`Pairing`] finds which belong together.

mod archive;
mod board;
mod documents;
mod error;
mod join;
mod moves;
mod pairing;
#[cfg(test)]
mod tests;

pub use board::{GameBoard, Origin};
pub use documents::{Document, Documents, is_json};
pub use error::ChesscomError;
pub use join::{join, joined};
pub use pairing::{Found, Pairing};
