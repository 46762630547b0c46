//! The items of a parsed line.

use tandem_rules::talk::PartnerMessage;

use super::board::BoardReport;
use super::dialect::Dialect;
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
    /// `help` or `help WORD`: a request that [`help`](super::help()) answers.
    Help(Option<Word>),
    /// A fixed text by which a program is recognized, such as its greeting or its help.
    Greeting(Dialect),
    /// Thanks, praise or an answer: understood, but without consequences.
    Courtesy,
}
