//! Moves out of a book: they cost no time, and time is a weapon.

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use tandem_engine::Prices;
use tandem_nets::{Book, BookError};
use tandem_protocol::cecp::{Audience, Reply};
use tandem_protocol::text::Line;
use tandem_rules::Move;

use super::brain::Brain;
use super::state::Session;

/// A book, and how to choose from it.
pub(super) struct Openings {
    /// Whether moves are taken from it.
    pub(super) is_open: bool,
    /// Another one than that which comes with the program.
    own: Option<Book>,
    /// What choices follow from.
    seed: u64,
}

impl Default for Openings {
    fn default() -> Self {
        Self { is_open: true, own: None, seed: 0 }
    }
}

impl Openings {
    /// Choices follow from this seed; where it is 0, from the one before.
    pub(super) fn set_seed(&mut self, seed: u64) {
        if seed != 0 {
            self.seed = seed;
        }
    }

    fn book(&self) -> &Book {
        self.own.as_ref().unwrap_or_else(|| Book::embedded())
    }

    /// Takes moves from the book in a file, or from the usual one by an empty name.
    ///
    /// # Errors
    /// The file has none; what was there before stays.
    pub(super) fn set_file(&mut self, name: &str) -> Result<(), BookError> {
        self.own = match name.trim() {
            "" => None,
            file => Some(Book::open(Path::new(file))?),
        };
        Ok(())
    }
}

impl<B: Brain> Session<B> {
    /// A move of the book. While the partner wants something, it is better to think.
    pub(super) fn book_move(&self, now: Instant) -> Option<Move> {
        let is_free = !self.partnership.has_suggestion()
            && self.partnership.team.prices(self.timing.game_time(now)) == Prices::NEUTRAL;
        let position = self.record.position();
        let chance = mixed(self.openings.seed ^ position.key().0);
        let book = (self.openings.is_open && is_free).then(|| self.openings.book());
        book.and_then(|book| book.pick(position, chance))
    }

    /// `bk`: what the book has for this position.
    pub(super) fn book_moves(&self) -> Reply {
        let position = self.record.position();
        let mut text = String::new();
        for of_book in self.openings.book().moves(position) {
            let between = if text.is_empty() { "Book: " } else { ", " };
            let _no_error =
                write!(text, "{between}{} ({})", self.record.write(of_book.m), of_book.weight);
        }
        let text = if text.is_empty() { "The book has no move here." } else { &text };
        Reply::Tell { to: Audience::User, text: Line::new(text) }
    }
}

/// A number that looks like any other, though it follows from this one: the finalizer of
/// `SplitMix64` (Steele, Lea and Flood, 2014).
const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::super::tests::Script;
    use super::*;
    use tandem_nets::BookMove;
    use tandem_protocol::cecp::Command;
    use tandem_rules::{MoveRules, Position, Square, Variant};

    /// What is said to these lines by somebody whose book knows one move: 1. a4.
    fn said(lines: &[&str]) -> Vec<String> {
        let square = |name: &str| -> Square { name.parse().expect("a square") };
        let m = Move::normal(square("a2"), square("a4"));
        let mut book = Book::default();
        let start = Position::start(Variant::Bughouse, MoveRules::FICS);
        book.set(&start, vec![BookMove { m, weight: 1 }]);
        let mut session = Session::new(Script::default());
        session.openings.own = Some(book);
        let now = Instant::now();
        let told = lines.iter().flat_map(|line| session.command(&Command::parse(line), now));
        told.map(|reply| reply.to_string()).collect()
    }

    #[test]
    fn the_first_move_comes_from_the_book() {
        assert_eq!(said(&["new", "variant bughouse", "go", "ping 1"]), ["move a2a4", "pong 1"]);
        assert_eq!(said(&["variant bughouse", "bk"]), ["telluser Book: a2a4 (1)"]);
        assert_eq!(said(&["new", "variant crazyhouse", "go"]), [""; 0]);
    }

    #[test]
    fn while_the_partner_wants_something_it_thinks() {
        let begin = ["new", "variant bughouse", "partner Ann"];
        let last = |more: &[&str]| said(&[&begin[..], more, &["go"]].concat()).pop();
        assert_eq!(last(&[]).as_deref(), Some("move a2a4"));
        for wish in ["need n", "sit", "play e4"] {
            let ptell = format!("ptell {wish}");
            assert_ne!(last(&[&ptell]).as_deref(), Some("move a2a4"), "{wish}");
        }
    }
}
