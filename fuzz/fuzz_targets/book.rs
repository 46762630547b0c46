//! Fuzzes opening books: the bytes as they are, and with the number of moves and the checksum that
//! belong to them.
#![no_main]

mod wire;

use libfuzzer_sys::fuzz_target;
use tandem_nets::Book;
use tandem_rules::{MoveRules, Position, Variant};

/// Bytes before the moves, and bytes of a move.
const HEADER: usize = 16;
const ENTRY: usize = 12;

fuzz_target!(|bytes: &[u8]| {
    a_book_survives(bytes);
    a_book_survives(&sealed(bytes));
});

/// The bytes after a header as the moves of a book; an incomplete last move stays, so that it is
/// refused.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let body = bytes.get(HEADER..).unwrap_or_default();
    let count = (body.len() / ENTRY) as u32;
    [b"TandemB2", &count.to_le_bytes()[..], &crc32fast::hash(body).to_le_bytes(), body].concat()
}

fn a_book_survives(bytes: &[u8]) {
    let book = match Book::parse(bytes) {
        Ok(book) => book,
        Err(error) => return wire::assert_one_message(&error),
    };
    assert!(book.positions() <= bytes.len() / ENTRY);
    assert_eq!(Book::parse(&book.to_bytes()).expect("its own bytes"), book);
    for variant in [Variant::Bughouse, Variant::Crazyhouse, Variant::Chess] {
        the_moves_of_a_game_are_legal(&book, Position::start(variant, MoveRules::default()));
    }
}

/// Follows the book from a start, taking each time the move that its number of plies picks.
fn the_moves_of_a_game_are_legal(book: &Book, mut position: Position) {
    for ply in 0..16 {
        let weights: u64 = book.moves(&position).map(|of_book| u64::from(of_book.weight)).sum();
        let Some(m) = book.pick(&position, ply * 0x9e37_79b9) else {
            return assert_eq!(weights, 0, "a move with a weight is picked");
        };
        assert!(weights > 0 && position.is_legal(m), "{m:?}");
        let _partner_elsewhere = position.make(m, &mut ());
    }
}
