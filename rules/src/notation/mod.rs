//! Text of positions, moves and games: FEN and BFEN, coordinates, SAN, BPGN.

mod fen;

pub use fen::{Fen, FenError, FenNumbers};
