//! Partner messages: the `ptell` lines that partners on a server send each other.
//!
//! [`hear`] parses a line and [`say`] makes one. Partners are people and engines, each with a
//! vocabulary of its own. [`hear`] understands all vocabularies at once, because any partner may
//! use any of them; [`say`] uses the listener's own [`Dialect`]. [`hear`] understands every line of
//! [`say`].
//!
//! A line is split into clauses at its punctuation and a clause into words, and each word has a
//! canonical form for all its spellings (`words`). A clause is understood if it consists of known
//! phrases only (`phrases`). A single unknown word makes it chatter, which is ignored: to miss a
//! request is a pity, to sit because somebody said "sit down, have a beer" is worse. Words that are
//! a request when they stand alone ("n", "mate", "up") are none beside anything else. Questions are
//! ignored too.

mod board;
mod grammar;
mod hear;
mod help;
mod lex;
mod phrases;
mod recited;
mod say;
#[cfg(test)]
mod tests;
mod words;

pub use board::BoardReport;
pub use hear::hear;
pub use help::help;
pub use say::say;

use tandem_rules::talk::PartnerMessage;

use crate::cecp::looks_like_move;
use crate::text::Word;

/// One item of a parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A message about the game. Never a [`Suggest`](PartnerMessage::Suggest), because the move
    /// that a text stands for depends on the board.
    Message(PartnerMessage),
    /// A move that the listener should play, in coordinates or SAN.
    Move(Word),
    /// The board of a linked partner with its clocks.
    Board(BoardReport),
    /// `help` or `help WORD`: a request that [`help`] answers.
    Help(Option<Word>),
    /// A fixed text by which a program is recognized, such as its greeting or its help.
    Greeting(Dialect),
    /// Thanks, praise or an answer: understood, but without consequences.
    Courtesy,
}

/// The vocabulary of a listener.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// People: short English, as it is typed on servers.
    People,
    /// Fairy-Stockfish: reads the first word, and a move or a number after it.
    FairyStockfish,
    /// Sjeng: uses signs, `+++n` for a knight that mates, `---n` for one that mates the speaker.
    Sjeng,
    /// Sunsetter: reads the first word.
    Sunsetter,
    /// Tandem: understands the vocabulary of people.
    Tandem,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 5] =
        [Self::People, Self::FairyStockfish, Self::Sjeng, Self::Sunsetter, Self::Tandem];
}

/// Limit of the length of a move in bytes; the longest ones, such as `e7xd8=Q++`, are shorter.
const LONGEST_MOVE: usize = 12;

/// The move in a text of a move's shape: without exclamation marks, and with the letter of its
/// piece in upper case. A `b` stays as it is, because it may be a pawn's file.
fn move_text(text: &str) -> Option<Word> {
    let bare = text.trim_end_matches('!');
    if bare.len() > LONGEST_MOVE || bare.contains(['!', '?']) {
        return None;
    }
    if looks_like_move(bare) {
        return Word::new(bare);
    }
    let piece = bare.chars().next().filter(|piece| "kqrn".contains(*piece))?;
    let capital = format!("{}{}", piece.to_ascii_uppercase(), &bare[1..]);
    Word::new(&capital).filter(|text| looks_like_move(text))
}
