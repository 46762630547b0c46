//! Moves from the opening book: they cost no time, and a lead in time is worth a lot in bughouse.

use std::fmt::Write;
use std::time::Instant;

use tandem_engine::Prices;
use tandem_protocol::cecp::{Audience, Reply};
use tandem_protocol::text::Line;
use tandem_rules::Move;

use super::Session;
use crate::seat::brain::Brain;

impl<B: Brain> Session<B> {
    /// A move from the book. There is none while the partner suggests a move or prices pieces,
    /// because then it is better to search.
    pub(super) fn book_move(&self, now: Instant) -> Option<Move> {
        let is_free = !self.partnership.has_suggestion()
            && self.partnership.prices(self.timing.game_time(now)) == Prices::NEUTRAL;
        is_free.then(|| self.options.openings.choose(self.record.position())).flatten()
    }

    /// `bk`: the book moves of this position, with their weights.
    pub(super) fn book_moves(&self) -> Reply {
        let position = self.record.position();
        let mut text = String::new();
        for of_book in self.options.openings.moves(position) {
            let between = if text.is_empty() { "Book: " } else { ", " };
            let _no_error =
                write!(text, "{between}{} ({})", self.record.write(of_book.m), of_book.weight);
        }
        let text = if text.is_empty() { "The book has no move here." } else { &text };
        Reply::Tell { to: Audience::User, text: Line::new(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::script::Script;
    use tandem_nets::{Book, BookMove};
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
        session.options.openings.set_book(book);
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
