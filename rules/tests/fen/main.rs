//! FEN and EPD as other programs write them.

mod leniency;
mod python_chess;
