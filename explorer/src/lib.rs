//! An explorer of bughouse games.
#![forbid(unsafe_code)]

mod board;
mod build;
mod edge;
mod error;
mod filter;
mod format;
mod read;
mod replay;
mod stored;
mod tally;
mod time;
mod varint;

pub use board::{
    Arrival, Arrivals, Board, BoardFault, BoardNumber, BoardResult, PlayedMove, Player,
};
pub use build::{Added, Builder};
pub use error::{BuildError, ExplorerError};
pub use filter::{Filter, PlayerFilter};
pub use read::{Explorer, ReadAt};
pub use replay::DEPTH;
pub use tally::{Answer, Key, MoveStats};
