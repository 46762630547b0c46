//! What self-play has taught: the evaluation network with its features, architecture and
//! quantised inference, the opening book, and the records of games that both learn from.
//!
//! [`architecture`] is the shape, [`Feature`] what a network sees of a position, [`Network`] its
//! weights, and an [`Evaluator`] judges positions along a line of moves by what the rules'
//! observer reports. Scalar arithmetic is the definition; its faster twins in `simd/` give the
//! same numbers. How a network learns is in `train`, behind the feature of that name.
//!
//! Until a net has learned bughouse by playing it, the engine evaluates by hand
//! (`engine/src/eval/`). What comes here: the default net.
#![deny(unsafe_code)]

mod accumulator;
pub mod architecture;
mod book;
mod bytes;
mod difference;
mod feature;
mod network;
pub mod records;
#[allow(unsafe_code, reason = "vector instructions, each beside a safe twin")]
mod simd;
#[cfg(feature = "train")]
pub mod train;

pub use accumulator::{Evaluator, Recorder};
pub use book::{Book, BookError, BookMove};
pub use bytes::Altered;
pub use feature::{Feature, Perspective};
pub use network::{Network, NetworkError, Row};
pub use simd::Arithmetic;
