//! Comments that match runners write beside the moves of a record: a score and a depth, as in
//! `+0.35/12`, and the mark of an opening.

use std::fmt;

/// The comment on each move of an opening, which no player chose; the word of other match runners.
pub const OF_THE_BOOK: &str = "book";

/// A score as engine protocols express it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appraisal {
    /// A score in hundredths of a pawn.
    Centipawns(i32),
    /// A mate in the given number of moves: negative if the player is mated.
    Mate(i32),
}

/// Written as in `+0.35`, `-M4`.
impl fmt::Display for Appraisal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) => {
                let sign = if moves < 0 { '-' } else { '+' };
                write!(f, "{sign}M{}", moves.unsigned_abs())
            }
        }
    }
}
