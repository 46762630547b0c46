//! Text of positions (FEN, BFEN, diagrams), moves (coordinates, SAN) and games (BPGN, PGN).

mod bfen;
pub mod bpgn;
#[cfg(feature = "json")]
pub mod chesscom;
mod coordinate;
pub mod diagram;
mod encoding;
mod fen;
mod legible;
mod move_text;
mod san;

pub use bfen::{Bfen, BfenError, BfenWarning};
pub use coordinate::Coordinate;
pub use encoding::decoded;
pub use fen::{Fen, FenError, FenNumbers, FenWarning};
pub use legible::{is_deceptive, legible};
pub use move_text::MoveTextError;

use move_text::is_castling;
