//! Games as commands read, begin, play and write them.

pub(crate) mod outcome;
pub(crate) mod output;
pub(crate) mod players;
pub(crate) mod ratings;
pub(crate) mod reading;
pub(crate) mod scores;
pub(crate) mod start;
pub(crate) mod timeline;

use tandem_protocol::comment::OF_THE_BOOK;
use tandem_rules::Seat;
use tandem_rules::notation::bpgn::RecordedPly;

/// A player by its place: `White on A`, or `White` in a game of one board.
pub(crate) fn seat_name(seat: Seat, boards: usize) -> String {
    if boards == 1 { seat.color.to_string() } else { seat.to_string() }
}

/// True for a move of an opening, which a match runner played and no player chose.
pub(crate) fn is_of_book(ply: &RecordedPly) -> bool {
    ply.comments.iter().any(|comment| comment.text() == OF_THE_BOOK)
}
