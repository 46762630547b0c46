//! Moves from the opening book: they cost no time, and a lead in time is worth a lot in bughouse.

use std::fmt::Write;
use std::time::Instant;

use tandem_engine::Prices;
use tandem_nets::{Book, BookError};
use tandem_protocol::cecp::{Audience, Reply};
use tandem_protocol::text::Line;
use tandem_rules::Move;

use super::Session;
use crate::seat::brain::Brain;
use crate::seat::files::Files;

/// The opening book, and the choice of moves from it.
pub(super) struct Openings {
    /// True if moves are played from the book (`OwnBook`).
    pub(super) is_open: bool,
    /// The book that replaces the embedded one.
    own: Option<Book>,
    seed: Seed,
}

/// Seed of the choices from the book.
#[derive(Clone, Copy)]
enum Seed {
    /// The same in every game.
    Given(u64),
    /// A different one in each game.
    Changing(u64),
}

impl Default for Openings {
    fn default() -> Self {
        Self { is_open: true, own: None, seed: Seed::Changing(0) }
    }
}

impl Openings {
    /// Sets a seed for the choices in every game; 0 means a different one in each.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.seed = match seed {
            0 => Seed::Changing(self.seed.number()),
            seed => Seed::Given(seed),
        };
    }

    /// Makes the seed change from game to game, starting with this one.
    pub(super) fn vary_from(&mut self, seed: u64) {
        self.seed = Seed::Changing(seed);
    }

    /// Changes the seed for the next game, unless it is given.
    pub(super) fn begin_game(&mut self) {
        if let Seed::Changing(seed) = &mut self.seed {
            *seed = mixed(seed.wrapping_add(1));
        }
    }

    fn book(&self) -> &Book {
        self.own.as_ref().unwrap_or_else(|| Book::embedded())
    }

    /// Uses the book in a file, or the embedded one if the name is empty.
    ///
    /// # Errors
    /// The file cannot be read or is not a book; the book in use stays.
    pub(super) fn set_file(&mut self, name: &str, files: &dyn Files) -> Result<(), BookError> {
        self.own = match name.trim() {
            "" => None,
            file => Some(Book::parse(&files.read(file)?)?),
        };
        Ok(())
    }
}

impl Seed {
    const fn number(self) -> u64 {
        match self {
            Self::Given(seed) | Self::Changing(seed) => seed,
        }
    }
}

impl<B: Brain> Session<B> {
    /// A move from the book. There is none while the partner suggests a move or prices pieces,
    /// because then it is better to search.
    pub(super) fn book_move(&self, now: Instant) -> Option<Move> {
        let is_free = !self.partnership.has_suggestion()
            && self.partnership.team.prices(self.timing.game_time(now)) == Prices::NEUTRAL;
        let position = self.record.position();
        let chance = mixed(self.openings.seed.number() ^ position.key().0);
        let book = (self.openings.is_open && is_free).then(|| self.openings.book());
        book.and_then(|book| book.pick(position, chance))
    }

    /// `bk`: the book moves of this position, with their weights.
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

/// Hash of a number, so that choices look random: the finalizer of `SplitMix64` (Steele, Lea and
/// Flood, 2014).
const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::script::Script;
    use tandem_nets::BookMove;
    use tandem_protocol::cecp::Command;
    use tandem_rules::{MoveRules, Position, Variant};

    /// Replies to these lines by a session whose book has one move: 1. a4.
    fn said(lines: &[&str]) -> Vec<String> {
        said_from(&["a2a4"], lines)
    }

    /// Replies to these lines by a session whose book has these first moves.
    fn said_from(moves: &[&str], lines: &[&str]) -> Vec<String> {
        let mut book = Book::default();
        let start = Position::start(Variant::Bughouse, MoveRules::FICS);
        let first = |text: &&str| start.parse_coordinate(text).expect("a legal move");
        let moves = moves.iter().map(first).map(|m| BookMove { m, weight: 1 });
        book.set(&start, moves.collect());
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

    /// The first moves of 40 games of one session, with or without a given seed.
    fn first_moves(seed: &str) -> Vec<String> {
        let game = ["new", "variant bughouse", "go"];
        let lines = [&[seed][..], &game.repeat(40)].concat();
        said_from(&["a2a4", "e2e4", "b1c3"], &lines)
    }

    #[test]
    fn games_begin_differently_unless_a_seed_is_given() {
        for (seed, kinds) in [("option BookSeed=0", 3), ("option BookSeed=7", 1)] {
            let mut moves = first_moves(seed);
            assert_eq!(moves.len(), 40, "{moves:?}");
            moves.sort();
            moves.dedup();
            assert_eq!(moves.len(), kinds, "{seed}: {moves:?}");
        }
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
