//! Partner messages: the `ptell` lines that partners on a server send each other.
//!
//! [`hear`](hear()) parses a line and [`say`](say()) makes one. Partners are people and engines, each
//! with a vocabulary of its own. [`hear`](hear()) understands all vocabularies at once, because any
//! partner may use any of them; [`say`](say()) uses the listener's own [`Dialect`].
//! [`hear`](hear()) understands every line of [`say`](say()).
//!
//! A line is split into clauses at its punctuation and a clause into words, and each word has a
//! canonical form for all its spellings (`words`). A clause is understood if it consists of known
//! phrases only (`phrases`). A single unknown word makes it chatter, which is ignored: to miss a
//! request is a pity, to go because somebody said "time to go" is worse. Words that are
//! a request when they stand alone ("n", "mate", "up") are none beside anything else. Questions are
//! ignored too.

mod board;
mod buttons;
mod dialect;
mod grammar;
mod hear;
mod heard;
mod help;
mod lex;
mod move_text;
mod phrases;
mod recited;
mod say;
#[cfg(test)]
mod tests;
mod words;

pub use board::BoardReport;
pub use buttons::button;
pub use dialect::Dialect;
pub use hear::hear;
pub use heard::Heard;
pub use help::help;
pub use say::say;
