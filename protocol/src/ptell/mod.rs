//! Partner talk: what partners tell each other, by `ptell` on a server.
//!
//! [`hear`] takes a line apart and [`say`] makes one. Partners are people and three engines, each
//! with words of its own; all are heard at once, for anybody may say anything, but one speaks to
//! each in his own [`Dialect`]. What was said, as [`say`] puts it, [`hear`] understands.
//!
//! A line falls into clauses at its punctuation, a clause into words, and a word has one form for
//! all its spellings (`words`). A clause is understood if it is nothing but phrases (`phrases`);
//! a single strange word makes it chatter, which is ignored: to miss a wish is a pity, to sit
//! because somebody said "sit down, have a beer" is worse. What counts as a wish when it stands
//! alone ("n", "mate", "up") is no wish beside anything else. Questions are ignored too.

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

/// One of the things that a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// Something about the game. Never a [`Suggest`](PartnerMessage::Suggest): which move a text
    /// means, a board must say.
    Message(PartnerMessage),
    /// A move that the listener should play, in coordinates or SAN.
    Move(Word),
    /// How the board of a linked partner stands.
    Board(BoardReport),
    /// `help`, or `help WORD`; [`help`] answers.
    Help(Option<Word>),
    /// What programs recite when they are greeted or asked for help, by which they are known.
    Greeting(Dialect),
    /// Thanks, praise, an answer: understood, and nothing to do.
    Courtesy,
}

/// Whose words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// English in few words, as people type it on servers.
    People,
    /// Fairy-Stockfish looks at the first word, and at a move or number after it.
    FairyStockfish,
    /// Sjeng has signs: `+++n` for a knight that mates, `---n` for one that mates it.
    Sjeng,
    /// Sunsetter looks at the first word.
    Sunsetter,
    /// Tandem takes what people say.
    Tandem,
}

impl Dialect {
    /// All five.
    pub const ALL: [Self; 5] =
        [Self::People, Self::FairyStockfish, Self::Sjeng, Self::Sunsetter, Self::Tandem];
}

/// `e7xd8=Q++` is shorter.
const LONGEST_MOVE: usize = 12;

/// The move that the text is, if it looks like one: without praise, the letter of its piece in
/// upper case. A `b` is left alone, it may be a pawn's.
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
