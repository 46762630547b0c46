//! An explorer of bughouse games: the moves that were played in a position, how often, by whom and
//! with which result, from one file.
//!
//! [`Builder`] takes boards one by one and writes a file; [`Explorer`] answers questions from it.
//! A position has two [keys](Key): one with holdings, and one for the structure alone. A pair of
//! positions, with all holdings, has a key as well: [`Explorer::look_at_both`]. Orders of moves that
//! lead to the same position are one position. [`Filter`] restricts an answer to boards of
//! a player, of ratings, clocks, dates, a result or a rule set.
//!
//! ```
//! use tandem_explorer::{Arrivals, Board, Builder, Explorer, Filter, Key, PlayerFilter};
//! use tandem_rules::{Move, MoveRules, Position, Variant};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.explorer");
//! let line = |texts: [&str; 3]| texts.map(|text| text.parse::<Move>().expect("a move"));
//! let mut builder = Builder::new(folder.path())?;
//! builder.add(&Board {
//!     arrivals: Arrivals::Known(vec![]), // no piece came from the other board
//!     ..Board::between("ann", "bob").with_moves(line(["e2e4", "e7e5", "g1f3"]))
//! })?;
//! builder.add(&Board::between("cat", "ANN").with_moves(line(["e2e4", "d7d5", "e4d5"])))?;
//! builder.finish(std::fs::File::create(&path)?)?;
//!
//! let explorer = Explorer::open(&path)?;
//! let mut position = Position::start(Variant::Bughouse, MoveRules::FICS);
//! let games = |position: &Position, key, filter: &Filter| {
//!     explorer.look(position, key, filter).map(|answer| answer.games)
//! };
//! let all = Filter::default();
//! assert_eq!(games(&position, Key::Structure, &all)?, 2);
//! assert_eq!(games(&position, Key::WithHoldings, &all)?, 1);
//!
//! let ann = PlayerFilter { name: "Ann".to_owned(), color: None };
//! assert_eq!(games(&position, Key::Structure, &Filter { player: Some(ann), ..all })?, 2);
//! # Ok(())
//! # }
//! ```
//!
//! # Limits
//!
//! - The first 30 moves of each board are indexed ([`DEPTH`]). All moves are stored.
//! - Pairs of positions are indexed before the first 24 moves of a game on both boards together
//!   ([`PAIR_DEPTH`]), if the order of its moves is known.
//! - Boards can be added to a file ([`Builder::after`]), and files can be merged
//!   ([`Builder::add_all`]). Boards cannot be taken out, and a board without its partner stays so
//!   when the partner is added later.
//! - Boards are of bughouse; crazyhouse and chess are not read.
//! - While a file is built, rows of all positions whose keys begin with the same byte are in memory
//!   at once: 36 bytes for each board, since all of them have the start positions in common.
//!
//! # The format, version 2
//!
//! A file is one part, or several of them one behind the other, each with boards of its own, an index
//! of these boards, and checksums. The answer of a file is the sum of those of its parts. Its boards
//! are numbered in the order of the parts.
//!
//! All numbers are little-endian. A checksum is the CRC-32 of zlib and PNG. A *varint* has seven bits
//! of a number in each byte, the lowest first, and the highest bit set in all bytes but the last.
//!
//! | part     | bytes                                                                             |
//! |----------|-----------------------------------------------------------------------------------|
//! | header   | `TDMEXPLR`, version (4), zero (4)                                                 |
//! | sections | the 20 sections below, each from a multiple of 8 on                               |
//! | footer   | number of boards (4), of names (4), bits `F` of buckets (4); offset (8) and length (8) of each section; a checksum (4) of each 64 KiB of the part before the footer |
//! | trailer  | length of the part (8), of the footer (8), the checksum of the footer and of both lengths (4), zero (4), `TDMEXPLR` |
//!
//! Offsets are counted from the beginning of the part, numbers of boards from its first one. A page of
//! 64 KiB is checked whenever it is read, so a damaged file is found out by the first question that
//! needs the damaged page. A file without its trailer was not written to its end.
//!
//! | section            | content                                                                 |
//! |--------------------|-------------------------------------------------------------------------|
//! | white, black       | number of each player's name (4)                                        |
//! | ratings of both    | rating (2), 0 unknown                                                   |
//! | dates              | seconds since 1970 (4), 0 unknown                                       |
//! | clocks             | number of the time control among the texts (2), 0 unknown               |
//! | rules              | number of the rule set among the texts (1)                              |
//! | outcomes           | 0 no result, 1 White's team won, 2 drawn, 3 Black's; plus 4 if holdings are known (1) |
//! | sources            | number of the board at its source (8), 0 unknown                        |
//! | partners           | number of the partner board (4), `0xffff_ffff` for none                 |
//! | names, offsets     | names by their lower case, without space between; the offset of each and of the end (8) |
//! | texts              | time controls and rule sets, each with a line end                       |
//! | moves, offsets     | blocks of 64 boards, deflated; the offset of each and of the end (8)    |
//! | buckets            | for each value of the first `F` bits of a placement key, the offsets in the next three sections (3 × 8), and those of their ends |
//! | positions          | positions that several boards met, by rising placement key              |
//! | postings           | their boards                                                            |
//! | tail               | positions that one board met: bits `F` to `F` + 23 of the placement key (3), the board (4) |
//!
//! A board in a block is the varint length of what follows; a varint length and the FEN of its start,
//! which is empty for the standard one; the varint number of events, and the events (2 each); the
//! times of its moves (1 each); and, if it is the later board of a game whose order of moves is known,
//! a 1 (1) and for each move the varint number of moves on the other board since its last move.
//! An event is a move as [`Move::bits`](tandem_rules::Move::bits) or a piece that arrives: `0x8000`,
//! plus 8 for Black, plus the piece type (0 to 4). A time is 0 to 127 tenths of a second, or from 128
//! on 13 to 139 seconds; 255 is unknown.
//!
//! A position is its placement key (8), the varint lengths of its edges and of its postings, and its
//! edges. An edge is a move (2), whose highest bit says that a new group begins: then follow flags (1)
//! and, if holdings are known, the lowest 32 bits of their key (4). Then come varints: the number of
//! boards, the length of their postings and, from 64 boards on, their wins, draws, losses, moves with
//! a time, tenths of seconds, moves with a rating, and ratings. A posting is a varint, the number of
//! the board less that of the posting before, and the time of the move (1).
//!
//! The flags are 1: holdings are not known; and of the same board, earlier: 2: it played the move in
//! this placement, 4: it was in this position, 8: it was in this placement; and 16: Black moves. A
//! board counts once for a position and once for each move there; the flags tell its first visit.
//!
//! A pair of positions is in the index like a placement. The key of a position is that of its placement
//! xor that of its holdings; with `a` the lower and `b` the higher of both and the finalizer `m` of
//! splitmix64, the key of the pair is `m(m(a) + b)`. In place of the key of holdings stands 0 for a
//! move on the board with the lower key, or 1. A posting is the board of the move.
//!
//! ## Other stores
//!
//! A file of its own is read with one system call for each page, on every system and without
//! `unsafe`: a memory map ends the process if somebody shortens the file. Of two embedded stores,
//! SQLite takes almost twice as many bytes for a part of the content and redb four times as many
//! (example `stores`), since a B-tree keeps the whole key of each position that one board met.
#![forbid(unsafe_code)]

mod board;
mod build;
mod edge;
mod error;
mod filter;
mod format;
mod game;
mod read;
mod replay;
mod stored;
mod tally;
mod time;
mod varint;

pub use board::{
    Arrival, Arrivals, Board, BoardFault, BoardNumber, BoardResult, PlayedMove, Player,
};
pub use build::{Added, Builder, Merged};
pub use error::{BuildError, ExplorerError};
pub use filter::{Filter, PlayerFilter};
pub use game::{Game, PAIR_DEPTH};
pub use read::{Explorer, ReadAt};
pub use replay::DEPTH;
pub use tally::{Answer, Key, MoveStats};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
