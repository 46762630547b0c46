//! Records of self-play games with scores, clocks and results, for tuning and training.
//!
//! A file is a header followed by games, each in a block of its own. A game is stored as its start
//! and its moves, 16 bytes each; positions are restored by playing the moves again
//! ([`GameRecord::replay`]), which loses nothing and takes a microsecond. [`Reader`] reads files,
//! [`Writer`] starts and continues them.
//!
//! ```
//! use tandem_data::{GameRecord, Header, PlyRecord, Reader, Score, Writer};
//! use tandem_rules::{BoardId, Boards, Millis, MoveRules};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("selfplay.games");
//! let settings = [("Rules", "fics"), ("TimeControl", "120")];
//! let header = Header::new(settings.map(|(name, value)| (name.into(), value.into())).into())?;
//!
//! // A game of one move, 1. e4 on board A, with the score of the search behind it.
//! let start = Boards::start(MoveRules::FICS);
//! let m = start.position(BoardId::A).parse_coordinate("e2e4")?;
//! let (score, at) = (Some(Score::of_centipawns(35)), Millis(250));
//! let ply = PlyRecord { board: BoardId::A, m, score, depth: 9, nodes: 1_000, at, unseen: 0 };
//! let clocks = [Millis(120_000); 4];
//! let game = GameRecord { number: 0, start, clocks, plies: vec![ply], outcome: None };
//! Writer::open(&path, &header, |_| {})?.append(&game)?;
//!
//! let mut reader = Reader::new(std::fs::File::open(&path)?)?;
//! let read = reader.next().expect("one game")?;
//! assert_eq!(read, game);
//! let replay = read.replay(header.control())?;
//! let clocks = replay.clocks(1).expect("the clocks after one ply");
//! assert_eq!(clocks[0], Millis(119_750));
//! # Ok(())
//! # }
//! ```
//!
//! # The format, version 2
//!
//! All numbers are little-endian; those marked as signed are two's complement. A checksum is the
//! CRC-32 of zlib and PNG.
//!
//! Version 1 had only games of bughouse, and is otherwise the same. It can be read, but not written
//! or continued.
//!
//! ## Header
//!
//! | offset | bytes | meaning                                                    |
//! |--------|-------|------------------------------------------------------------|
//! | 0      | 8     | `TDMGAMES`                                                 |
//! | 8      | 4     | version, 2                                                 |
//! | 12     | 4     | length `L` of the text, 1 MiB at most                      |
//! | 16     | 4     | checksum of the text                                       |
//! | 20     | `L`   | lines of UTF-8, each a name, a space, a value and `\n`     |
//!
//! The lines state the settings of the games, so that the same games can be generated again. Two
//! lines are mandatory: `Rules`, a rule set of bughouse as in `fics last-drop=no`, and
//! `TimeControl`, as in `120+0`. Readers ignore names that they do not know.
//!
//! ## Block
//!
//! | offset | bytes | meaning                                                    |
//! |--------|-------|------------------------------------------------------------|
//! | 0      | 4     | length `P` of the game                                     |
//! | 4      | 4     | bitwise complement of the length                           |
//! | 8      | 4     | checksum of the game                                       |
//! | 12     | `P`   | the game                                                   |
//!
//! Blocks follow each other to the end of the file. If the writer was killed, the last block may be
//! torn: it ends early, or ends with the file and has a wrong checksum. A torn block is ignored,
//! and is cut off when the file is continued. Any other error is damage.
//!
//! ## Game
//!
//! | offset   | bytes  | meaning                                                           |
//! |----------|--------|-------------------------------------------------------------------|
//! | 0        | 8      | number of the game within its run, from 0                         |
//! | 8        | 4 × 4  | clocks at the start, in milliseconds (signed)                     |
//! | 24       | 1      | winner: 0 none, 1 team one, 2 team two                            |
//! | 25       | 1      | ending, see below                                                 |
//! | 26       | 1      | the seat or the board that the ending is about, else 0            |
//! | 27       | 1      | variant: 0 bughouse, 1 crazyhouse, 2 chess                        |
//! | 28       | 2      | length `T` of the start                                           |
//! | 30       | 2      | number `N` of plies                                               |
//! | 32       | `T`    | the boards in play at the start: FENs with holdings, `A \| B` or A |
//! | 32 + `T` | 16 `N` | the plies of both boards in the order in which they were played   |
//!
//! Seats are 0 White on A, 1 Black on A, 2 White on B, 3 Black on B; team one is 0 and 3. Boards
//! are 0 A, 1 B. Clocks are in the order of the seats. A game of crazyhouse or chess is played on A
//! alone: the clocks of B do not run, whatever they show. All games of a file have the same move
//! rules, those of its `Rules`.
//!
//! | code   | ending                                             | about    |
//! |--------|----------------------------------------------------|----------|
//! | 0      | unfinished game without a result                   |          |
//! | 1      | mated                                              | its seat |
//! | 2      | king taken                                         | its seat |
//! | 3      | resigned                                           | its seat |
//! | 4      | flag fell                                          | its seat |
//! | 5      | flag fell, but nobody could mate that seat: drawn  | its seat |
//! | 6      | a flag of each team fell                           |          |
//! | 7      | played an illegal move                             | its seat |
//! | 8      | repetition                                         | board    |
//! | 9      | fifty moves without progress                       | board    |
//! | 10     | insufficient material                              | board    |
//! | 11     | stalemated                                         | its seat |
//! | 12     | draw by agreement                                  |          |
//! | 13     | mated, but saved by the partner's last drop        | its seat |
//! | 14     | both boards ended at once                          |          |
//!
//! ## Ply
//!
//! | offset | bytes | meaning                                                                 |
//! |--------|-------|-------------------------------------------------------------------------|
//! | 0      | 2     | the move, see below                                                     |
//! | 2      | 2     | score for the player who moves, see below (signed)                      |
//! | 4      | 4     | nodes searched                                                          |
//! | 8      | 4     | time of the move: milliseconds since the start of the game              |
//! | 12     | 1     | board                                                                   |
//! | 13     | 1     | depth searched                                                          |
//! | 14     | 2     | unseen: plies directly before it that the search did not know of        |
//!
//! The player is the side to move on that board. It searched the game as it was `unseen` plies
//! earlier; all of these were played on the other board during its search. So a piece that one of
//! them handed over had not arrived yet for the score, but has for the move.
//!
//! A move is a target square (bits 0 to 5, of a castle the rook's, A1 = 0, B1 = 1, H8 = 63), an
//! origin square (bits 6 to 11, of a drop the piece) and a kind (bits 12 to 15: 0 normal, 1 castle,
//! 2 en passant, 3 drop, 4 to 7 promotion to knight, bishop, rook, queen). Pieces are 0 pawn, 1
//! knight, 2 bishop, 3 rook, 4 queen. A captured piece goes to the partner at once, a promoted one
//! as a pawn.
//!
//! A score of -30 000 to 30 000 is in centipawns; beyond 20 000 it is not an evaluation but a win
//! that only an arriving piece could prevent. ±(32 000 - n) is a mate in n moves, n from 1 to 1000;
//! -32 768 stands for no score.
//!
//! The clocks at any moment follow from those at the start and the times of the plies: on each
//! board the clock of the side to move has run since the last ply there, and the time control tells
//! what a ply adds.
#![forbid(unsafe_code)]

mod checksum;
mod game;
mod header;
mod merge;
mod outcome;
mod ply;
mod reader;
mod replay;
mod score;
mod shuffle;
mod statistics;
mod writer;

pub use checksum::Altered;
pub use game::{GameFault, GameRecord};
pub use header::{Header, HeaderError};
pub use merge::{Merge, MergeError};
pub use ply::{PlyFault, PlyRecord};
pub use reader::{ReadError, Reader};
pub use replay::{Replay, ReplayError, Situation};
pub use score::Score;
pub use shuffle::shuffle;
pub use statistics::Statistics;
pub use writer::{OpenError, Writer};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
