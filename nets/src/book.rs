//! The opening book: weighted moves for known positions, played without a search.
//!
//! # The format
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | meaning                                             |
//! |--------|-------|-----------------------------------------------------|
//! | 0      | 8     | `TandemB2`                                          |
//! | 8      | 4     | number `N` of moves                                 |
//! | 12     | 4     | checksum of what follows: the CRC-32 of zlib        |
//! | 16     | 12 `N` | the moves, by position                             |
//!
//! A move takes 8 bytes for the key of its position ([`Book::key`]), 2 for the move as in the
//! records of self-play, and 2 for its weight: its relative frequency among the moves of the
//! position.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use bytes::Buf;
use tandem_rules::{Move, MoveRules, Position};

use crate::checksum::hash;
use crate::file;

/// An opening book: positions with their moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// Moves by the key of their position in books.
    positions: BTreeMap<u64, Vec<BookMove>>,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// Relative frequency among the moves of the position.
    pub weight: u16,
}

/// Reasons why a file cannot be used as a book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the book: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file is not a book.
    #[error("not a book of Tandem: it begins with `{0}`")]
    Foreign(String),
    /// The file is a book of an earlier format, with keys that depend on the rules.
    #[error("a book of an earlier Tandem: `tandem book` builds one that this Tandem reads")]
    Earlier,
    /// Bytes are missing, or there are too many.
    #[error("a book of {found} bytes, expected {expected}")]
    Size {
        /// Bytes found.
        found: usize,
        /// Bytes expected.
        expected: usize,
    },
    /// The moves do not match the checksum in the header.
    #[error("a damaged book: its checksum is {found:08x}, expected {expected:08x}")]
    Checksum {
        /// Checksum of the moves found.
        found: u32,
        /// Checksum in the header.
        expected: u32,
    },
    /// Sixteen bits that encode no move.
    #[error("invalid move `{0:#06x}`")]
    Move(u16),
}

const MAGIC: [u8; 8] = *b"TandemB2";
const EARLIER_MAGIC: [u8; 8] = *b"TandemB1";
const HEADER: usize = 16;
const ENTRY: usize = 12;

/// The rules by which books name positions. They remember nothing of past moves, so that a position has
/// one key by all rules and in whatever order its moves were made.
const RULES: MoveRules = MoveRules::FIDE;

impl Book {
    /// The embedded book, of bughouse alone.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Book> = LazyLock::new(|| {
            Book::parse(include_bytes!("../default.book")).expect("a test reads it")
        });
        &EMBEDDED
    }

    /// Reads a book from a file.
    ///
    /// # Errors
    /// A [`BookError`] if the file cannot be read or is not a book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Self::parse(&file::read(path)?)
    }

    /// Reads a book from the bytes of a file.
    ///
    /// # Errors
    /// A [`BookError`] if they are not a book.
    pub fn parse(bytes: &[u8]) -> Result<Self, BookError> {
        if bytes.starts_with(&EARLIER_MAGIC) {
            return Err(BookError::Earlier);
        }
        let mut rest = file::after_magic(bytes, &MAGIC).map_err(BookError::Foreign)?;
        if bytes.len() < HEADER {
            return Err(BookError::Size { found: bytes.len(), expected: HEADER });
        }
        let (count, expected) = (rest.get_u32_le(), rest.get_u32_le());
        let size = HEADER.saturating_add(ENTRY.saturating_mul(count as usize));
        if bytes.len() != size {
            return Err(BookError::Size { found: bytes.len(), expected: size });
        }
        let found = hash(rest);
        if found != expected {
            return Err(BookError::Checksum { found, expected });
        }
        let mut book = Self::default();
        for _ in 0..count {
            let (position, bits, weight) =
                (rest.get_u64_le(), rest.get_u16_le(), rest.get_u16_le());
            let m = Move::from_bits(bits).ok_or(BookError::Move(bits))?;
            book.positions.entry(position).or_default().push(BookMove { m, weight });
        }
        Ok(book)
    }

    /// The book as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let entries = self.positions.iter().flat_map(|(position, moves)| {
            moves.iter().map(move |of_book| (position, of_book.m.bits(), of_book.weight))
        });
        let (mut body, mut count) = (Vec::new(), 0_u32);
        for (position, m, weight) in entries {
            body.extend(position.to_le_bytes());
            body.extend(m.to_le_bytes());
            body.extend(weight.to_le_bytes());
            count += 1;
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(count.to_le_bytes());
        bytes.extend(hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The key of a position in books: the same by all rules, another one for each variant.
    ///
    /// Rights that only some rules remember have no part in it, such as a capture en passant that only a
    /// pawn yet to be dropped could make.
    pub fn key(position: &Position) -> u64 {
        let known = match position.rules() == RULES {
            true => Cow::Borrowed(position),
            false => Position::from_setup(&position.to_setup(), position.variant(), RULES)
                .map_or(Cow::Borrowed(position), Cow::Owned),
        };
        known.key().0 ^ (known.variant() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Sets the moves of a position, in place of any it had.
    pub fn set(&mut self, position: &Position, moves: Vec<BookMove>) {
        self.positions.insert(Self::key(position), moves);
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// The moves of a position that are legal there.
    pub fn moves<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = BookMove> + 'a {
        let moves = self.positions.get(&Self::key(position)).into_iter().flatten().copied();
        moves.filter(move |of_book| position.is_legal(of_book.m))
    }

    /// Picks one of a position's moves. With `chance` uniformly random, each is picked in
    /// proportion to its weight. `None` if there are no moves, or their weights are all 0.
    pub fn pick(&self, position: &Position, chance: u64) -> Option<Move> {
        let total: u64 = self.moves(position).map(|of_book| u64::from(of_book.weight)).sum();
        let mut left = chance.checked_rem(total)?;
        let mut moves = self.moves(position);
        let picked = moves.find(|of_book| {
            let weight = u64::from(of_book.weight);
            let is_it = left < weight;
            left = left.saturating_sub(weight);
            is_it
        });
        picked.map(|of_book| of_book.m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tandem_rules::{MoveRules, Variant};

    fn start(variant: Variant) -> Position {
        Position::start(variant, MoveRules::default())
    }

    fn m(position: &Position, text: &str) -> Move {
        let moves = position.legal_moves();
        *moves.iter().find(|m| format!("{m:?}") == text).expect("a legal move")
    }

    /// A book of one position with two moves.
    fn book() -> (Book, Position) {
        let position = start(Variant::Bughouse);
        let moves = [("e2e4", 3), ("b1c3", 1)];
        let moves = moves.map(|(text, weight)| BookMove { m: m(&position, text), weight });
        let mut book = Book::default();
        book.set(&position, moves.to_vec());
        (book, position)
    }

    #[test]
    fn moves_come_as_often_as_they_weigh() {
        let (book, position) = book();
        let picked: Vec<_> = (0..8).map(|chance| book.pick(&position, chance)).collect();
        let [often, seldom] = ["e2e4", "b1c3"].map(|text| Some(m(&position, text)));
        assert_eq!(picked, [often, often, often, seldom, often, often, often, seldom]);
    }

    #[test]
    fn another_game_is_another_position() {
        let (book, _) = book();
        assert_eq!(book.pick(&start(Variant::Crazyhouse), 0), None);
        assert_eq!(Book::default().pick(&start(Variant::Bughouse), 0), None);
    }

    #[test]
    fn a_position_has_one_key_by_all_rules() {
        let all = [
            MoveRules::FIDE,
            MoveRules::USCF,
            MoveRules::WBN,
            MoveRules::FICS,
            MoveRules::CRAZYHOUSE,
            MoveRules::CHESS,
        ];
        for variant in [Variant::Bughouse, Variant::Crazyhouse] {
            // The third move can be answered by a capture en passant.
            let mut positions = all.map(|rules| Position::start(variant, rules));
            let mut keys = vec![Book::key(&positions[0])];
            for text in ["e2e4", "a7a6", "e4e5", "d7d5", "g1f3", "b8c6"] {
                for position in &mut positions {
                    let m = m(position, text);
                    let _partner_elsewhere = position.make(m, &mut ());
                }
                let after = positions.each_ref().map(Book::key);
                assert_eq!(after, [after[0]; 6], "{variant:?}, {text}");
                keys.push(after[0]);
            }
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), 7, "each position has another key");
        }
    }

    #[test]
    fn a_book_is_read_as_it_was_written_and_nothing_else_is() {
        let (book, _) = book();
        let bytes = book.to_bytes();
        assert_eq!(Book::parse(&bytes).expect("its own bytes"), book);
        let message = |bytes: &[u8]| Book::parse(bytes).expect_err("no book").to_string();
        assert_eq!(message(b"PK\x03\x04"), r"not a book of Tandem: it begins with `PK\x03\x04`");
        assert!(message(&EARLIER_MAGIC).starts_with("a book of an earlier Tandem: "));
        assert_eq!(message(&bytes[..30]), "a book of 30 bytes, expected 40");
        assert_eq!(message(&MAGIC), "a book of 8 bytes, expected 16");
        let mut changed = bytes.clone();
        changed[20] ^= 1;
        assert!(message(&changed).starts_with("a damaged book: its checksum is "));
    }

    #[test]
    fn the_embedded_book_knows_how_to_begin_by_any_rules() {
        for rules in [MoveRules::FICS, MoveRules::FIDE, MoveRules::WBN] {
            let mut position = Position::start(Variant::Bughouse, rules);
            for ply in 0..4 {
                let m = Book::embedded().pick(&position, 0);
                let m = m.unwrap_or_else(|| panic!("{rules:?}: no move for ply {ply}"));
                let _partner_elsewhere = position.make(m, &mut ());
            }
        }
    }
}
